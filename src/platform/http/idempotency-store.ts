import { sql } from 'kysely';
import { addSeconds } from '../clock.ts';
import type { Db, Trx } from '../db/database.ts';
import { type Params, prepareQuery } from '../db/prepared.ts';

/** D8: how long an answer can be asked for again. */
const LIFETIME_SECONDS = 24 * 3600;

export type Claim = { scope: Buffer; key: string; fingerprint: Buffer };

type Reply = { fingerprint: Buffer; reply: Buffer };
type StoredReply = Reply & { created_at: Date };
type Key = Pick<Claim, 'scope' | 'key'>;
type Row = Claim & { reply: Buffer; uid: number | null; created_at: Date };

const found = prepareQuery((db, { scope, key }: Params<Key>) =>
  db
    .selectFrom('idempotent_reply')
    .select(['fingerprint', 'reply', 'created_at'])
    .where('scope', '=', scope)
    .where('key', '=', key),
);

const claimed = prepareQuery(
  (_db, { lock, scope, key, since }: Params<Key & { lock: string; since: Date }>) => sql<
    { taken: boolean } & (Reply | { reply: null })
  >`
    select taken, fingerprint, reply from claim_reply(${lock}::bigint, ${scope}, ${key}, ${since})`,
);

const inserted = prepareQuery((db, row: Params<Row>) =>
  db.insertInto('idempotent_reply').values(row),
);

/**
 * Takes the key until the transaction ends, and looks for an answer under it once it has it. Undefined where somebody
 * is running this very request: nobody waits for that, they hear so at once.
 */
export async function claimReply(
  trx: Trx,
  { scope, key }: Key,
  lock: bigint,
  now: Date,
): Promise<{ stored: Reply | undefined } | undefined> {
  const [row] = await claimed(trx, { lock: lock.toString(), scope, key, since: livesSince(now) });
  if (!row?.taken) return undefined;
  return { stored: row.reply === null ? undefined : row };
}

/** Also one past its lifetime that still waits for the sweep. */
export async function findReply(db: Db, { scope, key }: Key): Promise<StoredReply | undefined> {
  const [row] = await found(db, { scope, key });
  return row;
}

export function isLive({ created_at }: StoredReply, now: Date): boolean {
  return created_at > livesSince(now);
}

/** The last thing a transaction does. There must be none under this key: its unique index is the last guard. */
export async function insertLastReply(trx: Trx, row: Row): Promise<void> {
  await inserted.commitWith(trx, row);
}

export async function deleteReply(trx: Trx, { scope, key }: Key): Promise<void> {
  await trx
    .deleteFrom('idempotent_reply')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
}

function livesSince(now: Date): Date {
  return addSeconds(now, -LIFETIME_SECONDS);
}

export async function forgetRepliesOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('idempotent_reply').where('uid', '=', uid).execute();
}

export async function forgetExpiredReplies(trx: Trx, now: Date, limit: number): Promise<number> {
  const expired = trx
    .selectFrom('idempotent_reply')
    .select(['scope', 'key'])
    .where('created_at', '<', livesSince(now))
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
