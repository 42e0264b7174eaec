import { sql } from 'kysely';
import { addSeconds } from '../clock.ts';
import type { Db, Trx } from '../db/database.ts';
import { type Params, prepareQuery } from '../db/prepared.ts';

/** D8: for how long a reply can be replayed. */
const LIFETIME_SECONDS = 24 * 3600;

export type Claim = { scope: Buffer; key: string; fingerprint: Buffer };

type Reply = { fingerprint: Buffer; reply: Buffer };
type StoredReply = Reply & { created_at: Date };
type Key = Pick<Claim, 'scope' | 'key'>;
type Row = Claim & { reply: Buffer; uid: number | null; created_at: Date };

const selectReplyQuery = prepareQuery((db, { scope, key }: Params<Key>) =>
  db
    .selectFrom('idempotent_reply')
    .select(['fingerprint', 'reply', 'created_at'])
    .where('scope', '=', scope)
    .where('key', '=', key),
);

const claimReplyQuery = prepareQuery(
  (_db, { lock, scope, key, since }: Params<Key & { lock: string; since: Date }>) => sql<
    { taken: boolean } & (Reply | { reply: null })
  >`
    select taken, fingerprint, reply from claim_reply(${lock}::bigint, ${scope}, ${key}, ${since})`,
);

const insertReplyQuery = prepareQuery((db, row: Params<Row>) =>
  db.insertInto('idempotent_reply').values(row),
);

/**
 * Locks the key until the transaction ends, then looks for a stored reply. Undefined if the same request is running: the
 * retry is refused at once instead of waiting for it.
 */
export async function claimReply(
  trx: Trx,
  { scope, key }: Key,
  lock: bigint,
  now: Date,
): Promise<{ stored: Reply | undefined } | undefined> {
  const [row] = await claimReplyQuery(trx, {
    lock: lock.toString(),
    scope,
    key,
    since: expiredBefore(now),
  });
  if (!row?.taken) return undefined;
  return { stored: row.reply === null ? undefined : row };
}

/** Also returns an expired reply that the sweep has not deleted yet. */
export async function findReply(db: Db, { scope, key }: Key): Promise<StoredReply | undefined> {
  const [row] = await selectReplyQuery(db, { scope, key });
  return row;
}

export function isLive({ created_at }: StoredReply, now: Date): boolean {
  return created_at > expiredBefore(now);
}

/** The last statement of a transaction. The unique index rejects a second reply under the same key. */
export async function insertLastReply(trx: Trx, row: Row): Promise<void> {
  await insertReplyQuery.commitWith(trx, row);
}

export async function deleteReply(trx: Trx, { scope, key }: Key): Promise<void> {
  await trx
    .deleteFrom('idempotent_reply')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
}

function expiredBefore(now: Date): Date {
  return addSeconds(now, -LIFETIME_SECONDS);
}

export async function deleteRepliesOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('idempotent_reply').where('uid', '=', uid).execute();
}

export async function deleteExpiredReplies(trx: Trx, now: Date, limit: number): Promise<number> {
  const expired = trx
    .selectFrom('idempotent_reply')
    .select(['scope', 'key'])
    .where('created_at', '<', expiredBefore(now))
    .orderBy('created_at')
    .limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('idempotent_reply')
    .where(({ eb, refTuple }) =>
      eb(refTuple('scope', 'key'), 'in', expired.$asTuple('scope', 'key')),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
