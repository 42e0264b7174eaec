import { sql } from 'kysely';
import { addSeconds } from '../clock.ts';
import type { Db, Trx } from '../db/database.ts';
import { type Places, prepared } from '../db/prepared.ts';

/** D8: how long an answer can be asked for again. */
const LIFETIME_SECONDS = 24 * 3600;

export type Claim = { scope: Buffer; key: string; fingerprint: Buffer };

type Reply = { fingerprint: Buffer; reply: Buffer };
type Key = Pick<Claim, 'scope' | 'key'>;
type Row = Claim & { reply: Buffer; uid: number | null; created_at: Date };

const found = prepared((db, { scope, key, since }: Places<Key & { since: Date }>) =>
  db
    .selectFrom('idempotent_reply')
    .select(['fingerprint', 'reply'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('created_at', '>', since),
);

const claimed = prepared(
  (_db, { lock, scope, key, since }: Places<Key & { lock: string; since: Date }>) => sql<
    { taken: boolean } & (Reply | { reply: null })
  >`
    select taken, fingerprint, reply from claim_reply(${lock}::bigint, ${scope}, ${key}, ${since})`,
);

const inserted = prepared((db, row: Places<Row>) =>
  db
    .insertInto('idempotent_reply')
    .values(row)
    .onConflict((one) => one.columns(['scope', 'key']).doNothing())
    .returning('key'),
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

export async function findReply(db: Db, { scope, key }: Key, now: Date) {
  const [row] = await found(db, { scope, key, since: livesSince(now) });
  return row;
}

export async function insertReply(trx: Trx, row: Row): Promise<void> {
  const isNew = async () => (await inserted(trx, row)).length > 0;
  if (await isNew()) return;
  // One past its lifetime still waits for the sweep.
  await trx
    .deleteFrom('idempotent_reply')
    .where('scope', '=', row.scope)
    .where('key', '=', row.key)
    .execute();
  if (!(await isNew())) throw new Error('an answer under this key came in between');
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
