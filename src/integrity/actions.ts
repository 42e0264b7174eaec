import type { Context } from '../context.ts';
import { addSeconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { UNUSED_HOURS } from '../uploads/rules.ts';
import { findConfirmed } from './find-confirmed.ts';
import {
  type Finding,
  NAMED_MAX,
  type NamedDifference,
  ownersOf,
  REPAIRED_AT_ONCE,
} from './rules.ts';
import type { Integrity, IntegrityRun } from './schema.ts';
import type { Check, CheckGroup } from './store/check.ts';
import { COMMENT_COUNTS, HIDDEN_REPLIES, REPLIES } from './store/comments.ts';
import {
  hasDistributedTables,
  runInRepair,
  runInSnapshot,
  withOwnConnection,
} from './store/connection.ts';
import { ENERGIZE_LOG, GIVEN } from './store/energizing.ts';
import { BALANCES, LEDGER } from './store/energy.ts';
import { FAVORITED_POSTS, FAVORITES, FOLDERS } from './store/favorites.ts';
import { compareFiles } from './store/files.ts';
import { INVITATION_USES } from './store/invitations.ts';
import { CHECK_INS, DAILY_EXP, EXP, EXP_LOG, LAST_CHECK_INS } from './store/levels.ts';
import { ACCEPTED_TERMS, BANS, BLOCKS, CARDS, FOLLOWS, PUSHES, SESSIONS } from './store/people.ts';
import { LIVE_PICTURES, REMOVED_PICTURES } from './store/pictures.ts';
import { AUTHOR_TEXTS, DELETIONS, POST_COUNTS, REVISIONS } from './store/posts.ts';
import { RENAMES } from './store/profiles.ts';
import { DEPTH_ORDER, READ_DEPTHS, READ_SOURCES } from './store/read-details.ts';
import { AUTHOR_READS, POST_READS } from './store/reads.ts';
import { insertRepairs, type Repair } from './store/repairs.ts';
import { findLastRun, insertRun } from './store/runs.ts';
import { SEARCHED_POSTS } from './store/search.ts';
import { SECOND_FACTORS, WAYS_IN } from './store/second-factors.ts';
import { SERIES_POSITIONS } from './store/series.ts';
import { POST_TAGS, TAG_COUNTS, TAG_FOLLOWS } from './store/tags.ts';
import { TRANSPARENCY } from './store/transparency.ts';

/** All checks in the order of the report. Add new ones here. */
const CHECK_GROUPS: CheckGroup[] = [
  POST_COUNTS,
  POST_READS,
  AUTHOR_READS,
  READ_SOURCES,
  READ_DEPTHS,
  DEPTH_ORDER,
  REVISIONS,
  AUTHOR_TEXTS,
  REPLIES,
  HIDDEN_REPLIES,
  COMMENT_COUNTS,
  FOLDERS,
  FAVORITES,
  FAVORITED_POSTS,
  SERIES_POSITIONS,
  FOLLOWS,
  CARDS,
  BLOCKS,
  TAG_COUNTS,
  TAG_FOLLOWS,
  POST_TAGS,
  SESSIONS,
  PUSHES,
  BANS,
  ACCEPTED_TERMS,
  INVITATION_USES,
  SECOND_FACTORS,
  WAYS_IN,
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
  CHECK_INS,
  LIVE_PICTURES,
  REMOVED_PICTURES,
  SEARCHED_POSTS,
  TRANSPARENCY,
];

type CheckInfo = Omit<Check, 'find'>;
type Comparison = CheckInfo & Finding;
export type CheckResult = CheckInfo & Finding<NamedDifference>;
export type Verdict = { clean: boolean; repaired: Repair[]; checks: CheckResult[] };

const FILES = {
  name: 'files',
  invariant: 'I16',
  title: 'every upload has its file, and every file its upload',
};
/** The hourly sweep deletes unused uploads after UNUSED_HOURS; two more hours are a margin. */
const ORPHAN_HOURS = UNUSED_HOURS + 2;
const RUN = 'integrity_run';

type Options = {
  repair: boolean;
  /** With a storage, uploads are checked too: one list request per thousand files. */
  storage?: Storage;
  /** Called after each check: on a large site one check takes long. */
  onChecked?(result: CheckResult): void | Promise<void>;
  onRepaired?(repair: Repair): void;
};

/** Compares every stored value with its rows, in one snapshot if the site is on one server. Writes only with `repair`. */
export function verifyIntegrity(ctx: Context, options: Options): Promise<Verdict> {
  return withOwnConnection(ctx.config, async (db) => {
    let checks = await compareAll(ctx, db, options);
    const repaired: Repair[] = [];
    while (options.repair && countRepairable(checks) > 0) {
      const before = countRepairable(checks);
      repaired.push(...(await repairAll(ctx, db, checks, options)));
      checks = await compareAll(ctx, db, options);
      // Stop if a repair does not reduce the differences: a person must look at the rest.
      if (countRepairable(checks) >= before) break;
    }
    const clean = checks.every(({ total }) => total === 0);
    return { clean, repaired, checks: checks.map(toResult) };
  });
}

/** The worker's job: compares, changes nothing, and stores the result. */
export async function runIntegrity(ctx: Context): Promise<void> {
  const started_at = ctx.now();
  const { clean, checks } = await verifyIntegrity(ctx, { repair: false });
  await ctx.tx((trx) => insertRun(trx, { clean, checks, started_at, created_at: ctx.now() }));
  const wrong = checks.filter(({ total }) => total > 0).map(({ name }) => name);
  if (!clean) ctx.log.error({ event: 'integrity_broken', checks: wrong }, 'stored numbers differ');
}

/** In the background: on a large site it takes longer than a request may. */
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
): Promise<Comparison[]> {
  const limit = repair ? REPAIRED_AT_ONCE : NAMED_MAX;
  const comparisons: Comparison[] = [];
  const add = async ({ name, invariant, title }: CheckInfo, finding: Finding) => {
    const result = { name, invariant, title, ...finding };
    comparisons.push(result);
    await onChecked?.(toResult(result));
  };
  if (await hasDistributedTables(db)) {
    for (const group of CHECK_GROUPS)
      for (const check of group.checks) await add(check, await findConfirmed(db, group, check));
  } else {
    await runInSnapshot(db, async (snapshot) => {
      for (const check of CHECK_GROUPS.flatMap((group) => group.checks))
        await add(check, await check.find(snapshot, limit));
    });
  }
  // Outside the transaction: listing files takes long, and they have no snapshot anyway.
  if (storage) {
    const before = addSeconds(ctx.now(), -ORPHAN_HOURS * 3600);
    await add(FILES, await compareFiles(db, storage, before));
  }
  return comparisons;
}

async function repairAll(
  ctx: Context,
  db: Db,
  comparisons: Comparison[],
  { onRepaired }: Options,
): Promise<Repair[]> {
  const repaired: Repair[] = [];
  for (const group of CHECK_GROUPS) {
    for (const owner of ownersIn(group, comparisons)) {
      const repairs = await repairOwner(ctx, db, group, owner);
      for (const repair of repairs) onRepaired?.(repair);
      repaired.push(...repairs);
    }
  }
  return repaired;
}

/** Each is repaired once. */
function ownersIn(group: CheckGroup, comparisons: Comparison[]): number[][] {
  const names = namesOf(group);
  return ownersOf(comparisons.flatMap((one) => (names.includes(one.name) ? one.differences : [])));
}

/** Compares again under the lock, because the difference may be gone since the snapshot. */
async function repairOwner(
  ctx: Context,
  db: Db,
  { checks, repair }: CheckGroup,
  owner: number[],
): Promise<Repair[]> {
  if (!repair) return [];
  return runInRepair(db, async (trx) => {
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

function countRepairable(comparisons: Comparison[]): number {
  const names = CHECK_GROUPS.filter((group) => group.repair).flatMap(namesOf);
  return comparisons
    .filter(({ name }) => names.includes(name))
    .reduce((sum, { total }) => sum + total, 0);
}

function namesOf({ checks }: CheckGroup): string[] {
  return checks.map((check) => check.name);
}

function toResult(comparison: Comparison): CheckResult {
  return { ...comparison, differences: comparison.differences.slice(0, NAMED_MAX).map(toNamed) };
}

function toNamed({ subject, stored, actual }: NamedDifference): NamedDifference {
  return { subject, stored, actual };
}
