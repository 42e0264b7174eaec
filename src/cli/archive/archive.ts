import pg from 'pg';
import { addMonths, calendarDay, startOfDay } from '../../platform/clock.ts';
import { TIME_BUDGET } from '../../platform/time-budget.ts';
import { Failure } from '../failure.ts';
import { migrationUrl } from '../migrations.ts';
import * as store from './store.ts';

const MEMBERS_AT_ONCE = 500;
/** Per transaction: some milliseconds. */
const ENTRIES_AT_ONCE = 1000;

/**
 * Moves the entries of closed months to the archive, member by member. Each step is a transaction of its own, so an
 * interrupted run can be repeated, and the site runs meanwhile.
 */
export async function archiveLedger(months: number, now = new Date()): Promise<void> {
  const before = startOfClosedMonths(months, now);
  const client = new pg.Client({
    connectionString: migrationUrl(),
    application_name: 'lamplight archive',
  });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${TIME_BUDGET.lock}`);
    if (!(await store.tryLockArchive(client)))
      throw new Failure('Another `lamplight db archive` is at work.');
    let [members, entries] = [0, 0];
    for (let after = 0; ; ) {
      const page = await store.listMembers(client, { after, limit: MEMBERS_AT_ONCE });
      const uids = await store.filterToArchive(client, page, before);
      for (const uid of uids) entries += await archiveMember(client, uid, before);
      members += uids.length;
      const last = page.at(-1);
      if (last === undefined) break;
      after = last;
    }
    const day = calendarDay(before);
    console.log(`${entries} entries of ${members} members from before ${day} are in the archive.`);
  } finally {
    await client.end();
  }
}

async function archiveMember(client: pg.Client, uid: number, before: Date): Promise<number> {
  for (let entries = 0; ; ) {
    const moved = await archiveStep(client, uid, before);
    entries += moved;
    if (moved < ENTRIES_AT_ONCE) return entries;
  }
}

/** Keeps nothing of a step whose entries do not add up: `lamplight verify` reports them where they are. */
async function archiveStep(client: pg.Client, uid: number, before: Date): Promise<number> {
  await client.query('BEGIN');
  const step = await store.moveEntries(client, { uid, before, limit: ENTRIES_AT_ONCE });
  if (step.moved > 0 && (step.last !== step.seq || step.after !== step.balance)) {
    await client.query('ROLLBACK');
    throw new Failure(
      `The entries of member ${uid} do not follow each other. Nothing of them was moved: run \`lamplight verify\`.`,
    );
  }
  await client.query('COMMIT');
  return step.moved;
}

/** The first instant that is not old enough: the current month is not closed. */
function startOfClosedMonths(months: number, now: Date): Date {
  return startOfDay(`${addMonths(calendarDay(now).slice(0, 7), -months)}-01`);
}
