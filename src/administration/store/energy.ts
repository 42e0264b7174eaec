import { type RawBuilder, sql } from 'kysely';
import { type EnergyReason, REASONS } from '../../energy/rules.ts';
import { selectAllEntries } from '../../energy/store/shared.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_LIMIT_MAX, PAGE_ROWS } from '../../platform/db/keyset.ts';
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
export type LedgerRow = Awaited<ReturnType<typeof listEntriesOf>>[number];

const ENTRY = [
  'entry.account_id',
  'entry.seq',
  'entry.transfer_id',
  'entry.delta',
  'entry.balance_after',
  'entry.created_at',
] as const;
const TRANSFER = ['transfer.reason', 'transfer.post_id', 'transfer.note'] as const;

/** Literals, not parameters, so that the planner can use the partial index on the rare reasons. */
const LITERAL_REASONS = new Map(REASONS.map((reason) => [reason, sql.lit(reason)]));

/** Entries of one member, by sequence number. */
export async function listEntriesOf(
  db: Db,
  uid: number,
  filter: LedgerFilter,
  page: KeysetPage<number>,
) {
  const { reason, from, to } = filter;
  const own = selectAllEntries(db);
  const { above, below } = await findRange(filter, (number) =>
    findLast(
      sql`select seq as number, created_at from (${own}) as every where account_id = ${uid}`,
      number,
      db,
    ),
  );
  let entries = db.selectFrom(own.as('entry')).select(ENTRY).where('entry.account_id', '=', uid);
  if (page.after !== undefined) entries = entries.where('entry.seq', '<', page.after);
  if (above !== undefined) entries = entries.where('entry.seq', '>', above);
  if (below !== undefined) entries = entries.where('entry.seq', '<=', below);
  if (from) entries = entries.where('entry.created_at', '>=', from);
  if (to) entries = entries.where('entry.created_at', '<', to);
  const literal = reason && LITERAL_REASONS.get(reason);
  if (!literal) entries = entries.orderBy('entry.seq', 'desc').limit(PAGE_ROWS);
  let found = db
    .selectFrom(entries.as('entry'))
    .innerJoin('energy_transfer as transfer', 'transfer.id', 'entry.transfer_id')
    .select([...ENTRY, ...TRANSFER]);
  if (literal) found = found.where('transfer.reason', '=', literal);
  return db
    .selectFrom(found.orderBy('entry.seq', 'desc').limit(PAGE_ROWS).as('entry'))
    .innerJoin('member_card', 'member_card.uid', 'entry.account_id')
    .selectAll('entry')
    .select([...CARD_COLUMNS])
    .orderBy('entry.seq', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/**
 * Entries of all members, by transfer id. Each transfer has one or two, with its time, so a page of transfers has a page of
 * entries; the first of them may have one that the page before ended with.
 */
export async function listEntries(
  db: Db,
  filter: LedgerFilter,
  page: KeysetPage<[number, number]>,
) {
  const { reason, from, to } = filter;
  const { after } = page;
  const { above, below } = await findRange(filter, (number) =>
    findLast(sql`select id as number, created_at from energy_transfer`, number, db),
  );
  let transfers = db
    .selectFrom('energy_transfer')
    .select(['id', 'reason', 'post_id', 'note'])
    // Between two accounts of the site: without entries.
    .where(({ eb, or }) => or([eb('from_account', '>', 0), eb('to_account', '>', 0)]))
    .orderBy('id', 'desc')
    .limit(sql.lit(PAGE_LIMIT_MAX + 2));
  if (after) transfers = transfers.where('id', '<=', after[0]);
  if (above !== undefined) transfers = transfers.where('id', '>', above);
  if (below !== undefined) transfers = transfers.where('id', '<=', below);
  if (from) transfers = transfers.where('created_at', '>=', from);
  if (to) transfers = transfers.where('created_at', '<', to);
  const literal = reason && LITERAL_REASONS.get(reason);
  if (literal) transfers = transfers.where('reason', '=', literal);
  let found = db
    .with(
      (cte) => cte('transfer').materialized(),
      () => transfers,
    )
    .selectFrom(selectAllEntries(db).as('entry'))
    .innerJoin('transfer', 'transfer.id', 'entry.transfer_id')
    .innerJoin('member_card', 'member_card.uid', 'entry.account_id')
    .select([...ENTRY, ...TRANSFER, ...CARD_COLUMNS])
    // Again, so that the entries are looked up by their transfers, whatever the planner expects of the join.
    .where('entry.transfer_id', '=', sql<number>`any(array(select id from transfer))`);
  if (after)
    found = found.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('entry.transfer_id', 'entry.account_id'), '<', tuple(...after)),
    );
  return found
    .orderBy('entry.transfer_id', 'desc')
    .orderBy('entry.account_id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/**
 * Numbers follow time, except for slow transactions and clock differences of some seconds. The range is widened by this, and
 * the times decide within it.
 */
const LATE_MS = 60_000;

type Numbered = { number: number; created_at: Date };
/** The last row up to a number, or of all. */
type FindLast = (upTo?: number) => Promise<Numbered | undefined>;

/** The range of numbers for a time range, above one and up to and including the other, so that rows outside are not read. */
async function findRange({ from, to }: LedgerFilter, find: FindLast) {
  const [above, below] = await Promise.all([
    from && findNumberBefore(find, new Date(from.getTime() - LATE_MS)),
    to && findNumberBefore(find, new Date(to.getTime() + LATE_MS)),
  ]);
  return { above, below };
}

/** The last number before a time, by binary search: some thirty key look-ups, and no index on the time. */
async function findNumberBefore(find: FindLast, time: Date): Promise<number> {
  let low = 0;
  let high = ((await find())?.number ?? 0) + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const row = await find(middle);
    if (!row || row.created_at < time) low = middle;
    else high = row.number;
  }
  return low;
}

async function findLast(
  rows: RawBuilder<unknown>,
  upTo: number | undefined,
  db: Db,
): Promise<Numbered | undefined> {
  const within = upTo === undefined ? sql`` : sql`where number <= ${upTo}`;
  const found = await sql<Numbered>`
    select number, created_at from (${rows}) as ordered ${within} order by number desc limit 1`.execute(
    db,
  );
  return found.rows[0];
}
