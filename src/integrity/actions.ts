import type { Context } from '../context.ts';
import { addSeconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { UNUSED_HOURS } from '../uploads/rules.ts';
import { type Finding, NAMED_MAX, type NamedDifference, REPAIRED_AT_ONCE } from './rules.ts';
import type { Integrity, IntegrityRun } from './schema.ts';
import type { Audit, Check } from './store/check.ts';
import { HIDDEN_REPLIES, REPLIES } from './store/comments.ts';
import { inRepair, inSnapshot, withOwnConnection } from './store/connection.ts';
import { ENERGIZE_LOG, GIVEN } from './store/energizing.ts';
import { BALANCES, LEDGER } from './store/energy.ts';
import { FAVORITED_POSTS, FAVORITES, FOLDERS } from './store/favorites.ts';
import { compareFiles } from './store/files.ts';
import { DAILY_EXP, EXP, EXP_LOG, LAST_CHECK_INS } from './store/levels.ts';
import { FOLLOWS, SESSIONS } from './store/people.ts';
import { LIVE_PICTURES, REMOVED_PICTURES } from './store/pictures.ts';
import { AUTHOR_TEXTS, DELETIONS, POST_COUNTS, REVISIONS } from './store/posts.ts';
import { RENAMES } from './store/profiles.ts';
import { insertRepairs, type Repair } from './store/repairs.ts';
import { findLastRun, insertRun } from './store/runs.ts';

/** Everything that is compared, in the order of the report. What counts something new is added here. */
const AUDITS: Audit[] = [
  POST_COUNTS,
  REVISIONS,
  AUTHOR_TEXTS,
  REPLIES,
  HIDDEN_REPLIES,
  FOLDERS,
  FAVORITES,
  FAVORITED_POSTS,
  FOLLOWS,
  SESSIONS,
  BALANCES,
  LEDGER,
  GIVEN,
  ENERGIZE_LOG,
  DELETIONS,
  RENAMES,
  EXP,
  DAILY_EXP,
  LAST_CHECK_INS,
  EXP_LOG,
  LIVE_PICTURES,
  REMOVED_PICTURES,
];

type About = Omit<Check, 'find'>;
type Compared = About & Finding;
export type CheckResult = About & Finding<NamedDifference>;
export type Verdict = { clean: boolean; repaired: Repair[]; checks: CheckResult[] };

const FILES = {
  name: 'files',
  invariant: 'I16',
  title: 'every upload has its file, and every file its upload',
};
/** A sweep comes every hour, for what has been unused long enough. */
const SWEPT_HOURS = UNUSED_HOURS + 2;
const RUN = 'integrity_run';

type Options = {
  repair: boolean;
  /** Where the uploads are, if they are to be looked at too: as many requests as there are thousands of files. */
  storage?: Storage;
  /** Told as it goes: on a large site each check takes its time. */
  onChecked?(result: CheckResult): void | Promise<void>;
  onRepaired?(repair: Repair): void;
};

/** Compares every stored figure with its rows in one snapshot. Only with `repair` is anything written. */
export function verifyIntegrity(ctx: Context, options: Options): Promise<Verdict> {
  return withOwnConnection(ctx.config, async (db) => {
    let checks = await compareAll(ctx, db, options);
    const repaired: Repair[] = [];
    while (options.repair && countRepairable(checks) > 0) {
      const before = countRepairable(checks);
      repaired.push(...(await repairAll(ctx, db, checks, options)));
      checks = await compareAll(ctx, db, options);
      // What does not get better by repairing is for a person to look at.
      if (countRepairable(checks) >= before) break;
    }
    const clean = checks.every(({ total }) => total === 0);
    return { clean, repaired, checks: checks.map(toResult) };
  });
}

/** The worker's: looks, changes nothing, and keeps what it saw. */
export async function runIntegrity(ctx: Context): Promise<void> {
  const started_at = ctx.now();
  const { clean, checks } = await verifyIntegrity(ctx, { repair: false });
  await ctx.tx((trx) => insertRun(trx, { clean, checks, started_at, created_at: ctx.now() }));
  const wrong = checks.filter(({ total }) => total > 0).map(({ name }) => name);
  if (!clean) ctx.log.error({ event: 'integrity_broken', checks: wrong }, 'stored numbers differ');
}

/** Not while somebody waits for it: on a large site it takes longer than any request may. */
export function requestRun(ctx: Context): Promise<void> {
  return ctx.tx((trx) => enqueue(trx, RUN, {}, { key: RUN }));
}

export async function getIntegrity(ctx: Context): Promise<Integrity> {
  const run = await findLastRun(ctx.db);
  if (!run) return { last_run: null };
  const { clean, checks, started_at, created_at } = run;
  return {
    last_run: {
      clean,
      checks: checks as IntegrityRun['checks'],
      started_at: started_at.toISOString(),
      finished_at: created_at.toISOString(),
    },
  };
}

async function compareAll(
  ctx: Context,
  db: Db,
  { repair, storage, onChecked }: Options,
): Promise<Compared[]> {
  const limit = repair ? REPAIRED_AT_ONCE : NAMED_MAX;
  const compared: Compared[] = [];
  const add = async (result: Compared) => {
    compared.push(result);
    await onChecked?.(toResult(result));
  };
  await inSnapshot(db, async (snapshot) => {
    for (const { find, ...about } of AUDITS.flatMap((audit) => audit.checks))
      await add({ ...about, ...(await find(snapshot, limit)) });
  });
  // Files have no snapshot, and walking along them would keep that of the database open.
  if (storage) {
    const before = addSeconds(ctx.now(), -SWEPT_HOURS * 3600);
    await add({ ...FILES, ...(await compareFiles(db, storage, before)) });
  }
  return compared;
}

async function repairAll(
  ctx: Context,
  db: Db,
  compared: Compared[],
  { onRepaired }: Options,
): Promise<Repair[]> {
  const repaired: Repair[] = [];
  for (const audit of AUDITS) {
    for (const owner of ownersIn(audit, compared)) {
      const repairs = await repairOwner(ctx, db, audit, owner);
      for (const repair of repairs) onRepaired?.(repair);
      repaired.push(...repairs);
    }
  }
  return repaired;
}

/** A post may differ in its counters and on several days; it is put right once. */
function ownersIn(audit: Audit, compared: Compared[]): number[][] {
  const names = namesOf(audit);
  const differences = compared
    .filter((result) => names.includes(result.name))
    .flatMap((result) => result.differences);
  return [...new Map(differences.map(({ owner }) => [owner.join(), owner])).values()];
}

/** What the snapshot found may be right by now, so it is looked at again, under the lock. */
async function repairOwner(
  ctx: Context,
  db: Db,
  { checks, repair }: Audit,
  owner: number[],
): Promise<Repair[]> {
  if (!repair) return [];
  return inRepair(db, async (trx) => {
    await repair.lock(trx, owner);
    const repairs: Repair[] = [];
    for (const { name, find } of checks) {
      const { differences } = await find(trx, REPAIRED_AT_ONCE, owner);
      repairs.push(...differences.map((one) => ({ check_name: name, ...toNamed(one) })));
    }
    if (repairs.length === 0) return [];
    await repair.rewrite(trx, owner);
    await insertRepairs(trx, repairs, ctx.now());
    return repairs;
  });
}

function countRepairable(compared: Compared[]): number {
  const names = AUDITS.filter((audit) => audit.repair).flatMap(namesOf);
  return compared
    .filter(({ name }) => names.includes(name))
    .reduce((sum, { total }) => sum + total, 0);
}

function namesOf({ checks }: Audit): string[] {
  return checks.map((check) => check.name);
}

function toResult(compared: Compared): CheckResult {
  return { ...compared, differences: compared.differences.slice(0, NAMED_MAX).map(toNamed) };
}

function toNamed({ subject, stored, actual }: NamedDifference): NamedDifference {
  return { subject, stored, actual };
}
