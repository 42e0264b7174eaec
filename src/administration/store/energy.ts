import { type AliasableExpression, type RawBuilder, sql } from 'kysely';
import { type EnergyReason, REASONS } from '../../energy/rules.ts';
import { selectAllEntries } from '../../energy/store/shared.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';

export type Person = { uid: number; username: string | null; balance: number };

/** The existing members among `uids`, with their balances. */
export async function selectPeople(db: Db, uids: number[]): Promise<Map<number, Person>> {
  const rows = await db
    .selectFrom('member_card')
    .leftJoin('energy_account as account', 'account.uid', 'member_card.uid')
    .select(({ fn }) => [
      'member_card.uid',
      'member_card.username',
      fn.coalesce('account.balance', sql.lit(0)).as('balance'),
    ])
    .where('member_card.uid', '=', sql<number>`any(${uids})`)
    .where('member_card.state', '<>', sql.lit('deleted'))
    .execute();
  return new Map(rows.map((row) => [row.uid, row]));
}

export type NewBatch = {
  actor_uid: number;
  amount: number;
  reason: string;
  members: number;
  created_at: Date;
};

export async function insertBatch(trx: Trx, batch: NewBatch): Promise<number> {
  const row = await trx
    .insertInto('energy_batch')
    .values(batch)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export function listBatches(db: Db, page: KeysetPage<number>) {
  let found = db
    .selectFrom('energy_batch')
    .select(['id', 'actor_uid', 'amount', 'reason', 'members', 'created_at']);
  if (page.after !== undefined) found = found.where('id', '<', page.after);
  return db
    .selectFrom(found.orderBy('id', 'desc').limit(PAGE_ROWS).as('batch'))
    .innerJoin('member_card', 'member_card.uid', 'batch.actor_uid')
    .selectAll('batch')
    .select([...CARD_COLUMNS])
    .orderBy('batch.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export type LedgerFilter = { reason?: EnergyReason; from?: Date; to?: Date };
/** A range of sequence numbers: above one, up to and including the other. */
type Range = { above?: number | undefined; below?: number | undefined };
export type LedgerRow = Awaited<ReturnType<typeof listEntriesOf>>[number];

/** Entries of one member, by sequence number. */
export async function listEntriesOf(
  db: Db,
  uid: number,
  filter: LedgerFilter,
  page: KeysetPage<number>,
) {
  const own = sql`select seq as number, created_at from (${selectAllEntries(db)}) as every where account_id = ${uid}`;
  const { above, below } = await findRange(db, own, filter);
  let found = selectEntries(db, filter).where('entry.account_id', '=', uid);
  if (page.after !== undefined) found = found.where('entry.seq', '<', page.after);
  if (above !== undefined) found = found.where('entry.seq', '>', above);
  if (below !== undefined) found = found.where('entry.seq', '<=', below);
  return joinTransfers(db, found.orderBy('entry.seq', 'desc').limit(PAGE_ROWS), page)
    .orderBy('entry.seq', 'desc')
    .execute();
}

/** Entries of all members, by transfer id. */
export async function listEntries(
  db: Db,
  filter: LedgerFilter,
  page: KeysetPage<[number, number]>,
) {
  const { after } = page;
  const all = sql`select id as number, created_at from energy_transfer`;
  const { above, below } = await findRange(db, all, filter);
  const upTo = after ? Math.min(after[0], below ?? after[0]) : below;
  let found = selectEntries(db, filter, { above, below: upTo });
  if (after)
    found = found.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('entry.transfer_id', 'entry.account_id'), '<', tuple(...after)),
    );
  const first = found
    .orderBy('entry.transfer_id', 'desc')
    .orderBy('entry.account_id', 'desc')
    .limit(PAGE_ROWS);
  return joinTransfers(db, first, page)
    .orderBy('entry.transfer_id', 'desc')
    .orderBy('entry.account_id', 'desc')
    .execute();
}

const ENTRY = [
  'entry.account_id',
  'entry.seq',
  'entry.transfer_id',
  'entry.delta',
  'entry.balance_after',
  'entry.created_at',
] as const;

/** Literals, not parameters, so that the planner can use the partial index on the rare reasons. */
const LITERAL_REASONS = new Map(REASONS.map((reason) => [reason, sql.lit(reason)]));

/** Applies the range to both tables, because the planner does not infer one condition from the other. */
function selectEntries(db: Db, { reason, from, to }: LedgerFilter, { above, below }: Range = {}) {
  let found = db.selectFrom(selectAllEntries(db).as('entry')).select(ENTRY);
  if (from) found = found.where('entry.created_at', '>=', from);
  if (to) found = found.where('entry.created_at', '<', to);
  if (above !== undefined) found = found.where('entry.transfer_id', '>', above);
  if (below !== undefined) found = found.where('entry.transfer_id', '<=', below);
  const literal = reason && LITERAL_REASONS.get(reason);
  if (!literal) return found;
  let caused = db
    .selectFrom('energy_transfer as cause')
    .select('cause.id')
    .whereRef('cause.id', '=', sql.ref('entry.transfer_id'))
    .where('cause.reason', '=', literal);
  if (above !== undefined) caused = caused.where('cause.id', '>', above);
  if (below !== undefined) caused = caused.where('cause.id', '<=', below);
  return found.where(({ exists }) => exists(caused));
}

type EntryRow = {
  account_id: number;
  seq: number;
  transfer_id: number;
  delta: number;
  balance_after: number;
  created_at: Date;
};

function joinTransfers(db: Db, found: AliasableExpression<EntryRow>, page: KeysetPage<unknown>) {
  return db
    .selectFrom(found.as('entry'))
    .innerJoin('energy_transfer as transfer', 'transfer.id', 'entry.transfer_id')
    .innerJoin('member_card', 'member_card.uid', 'entry.account_id')
    .selectAll('entry')
    .select(['transfer.reason', 'transfer.post_id', 'transfer.note', ...CARD_COLUMNS])
    .limit(page.limit + 1);
}

/**
 * Sequence numbers follow time, except for slow transactions and clock differences of some seconds. The range is
 * widened by this, and the entries' own times decide within it.
 */
const LATE_MS = 60_000;

/** The range of numbers for a time range, so that entries outside it are not read. */
async function findRange(
  db: Db,
  order: RawBuilder<unknown>,
  { from, to }: LedgerFilter,
): Promise<Range> {
  return {
    above: from && (await findNumberBefore(db, order, new Date(from.getTime() - LATE_MS))),
    below: to && (await findNumberBefore(db, order, new Date(to.getTime() + LATE_MS))),
  };
}

/** The last number before a time, by binary search: some thirty key look-ups, and no index on the time. */
async function findNumberBefore(db: Db, order: RawBuilder<unknown>, time: Date): Promise<number> {
  const { rows } = await sql<{ low: number }>`
    with recursive search (low, high) as (
      select 0::bigint, coalesce((select max(number) from (${order}) as ordered), 0) + 1
      union all
      select case when early then middle else low end, case when early then high else middle end
        from search
        cross join lateral (select (low + high) / 2 as middle) as half
        cross join lateral (
          -- For an unused number, look at the one before it.
          select coalesce((select created_at < ${time} from (${order}) as ordered
                            where number <= middle order by number desc limit 1), true) as early
        ) as looked
       where high - low > 1
    )
    select low from search order by high - low limit 1`.execute(db);
  return rows[0]?.low ?? 0;
}
