import type { Db } from '../../platform/db/database.ts';
import {
  findLost,
  isLive,
  listProcesses,
  type Process,
  workerSilence,
} from '../../platform/processes.ts';
import { countWaitingChanges } from '../../posts/store/shared/changes.ts';
import { countOverduePosts } from '../../posts/store/shared/schedules.ts';
import { getRelatedProgress } from '../../related/actions/relate-old-posts.ts';
import { getBackfillProgress, type Progress } from '../../search/actions/backfill.ts';
import { type Check, Warning } from './check.ts';

/** What runs on any machine, by the heartbeats in the database. */
export function createProcessChecks(db: Db): Check[] {
  return [
    {
      name: 'processes',
      hint: 'Look at the log of the process and start it again. Processes of another version: finish the upgrade.',
      run: async () => describeProcesses(await listProcesses(db)),
    },
    {
      name: 'changed posts',
      hint: 'Search, tags and related posts lag behind. Does a worker run, and what does its log tell of a recurring task?',
      run: async () => describeChanges(await countWaitingChanges(db)),
    },
    {
      name: 'scheduled posts',
      hint: 'Posts are public later than their authors chose. Does a worker run, and does its log name a scheduled post?',
      run: async () => describeOverdue(await countOverduePosts(db)),
    },
    {
      name: 'older posts',
      hint: '',
      run: async () =>
        describeOlder(await getBackfillProgress({ db }), await getRelatedProgress({ db })),
    },
  ];
}

/** A worker goes through them after an upgrade, while nothing else waits. */
function describeOlder(search: Progress[], related: Omit<Progress, 'kind'> | undefined): string {
  const found = search.map(({ kind, done, last }) => `search: ${kind} ${done} of ${last}`);
  if (related) found.push(`related posts: ${related.done} of ${related.last}`);
  return found.join('; ') || 'all have been indexed and related';
}

/** A worker takes a change within a second, and some minutes after thousands of posts changed at once. */
const WAIT_SECONDS_MAX = 120;

function describeChanges({
  waiting,
  oldest_seconds,
}: {
  waiting: number;
  oldest_seconds: number;
}): string {
  if (waiting === 0) return 'none waits';
  const found = `${waiting} wait, the oldest for ${Math.round(oldest_seconds)} s`;
  if (oldest_seconds > WAIT_SECONDS_MAX) throw new Warning(found);
  return found;
}

/** A worker looks every half second; after a failure it tries that post again a minute later. */
const LATE_SECONDS_MAX = 120;

type Overdue = Awaited<ReturnType<typeof countOverduePosts>>;

export function describeOverdue({ overdue, oldest_seconds }: Overdue): string {
  if (overdue === 0) return 'none is late';
  const found = `${overdue} late, the oldest by ${Math.round(oldest_seconds)} s`;
  if (oldest_seconds > LATE_SECONDS_MAX) throw new Warning(found);
  return found;
}

export function describeProcesses(processes: Process[]): string {
  const live = processes.filter(isLive);
  const lost = findLost(processes);
  if (live.length + lost.length === 0) return 'none is running';
  const versions = [...new Set(live.map(({ version }) => version))];
  const running = live.length > 0 ? countRoles(live) : 'none is running';
  const found = [
    live.length > 0 ? `${running}; version ${versions.join(' and ')}` : running,
    ...lost.map(describeLost),
  ].join('; ');
  if (!live.some(({ role }) => role !== 'web'))
    throw new Error(`${describeSilence(workerSilence(processes))}; ${found}`);
  if (lost.length > 0 || versions.length > 1) throw new Warning(found);
  return found;
}

/** `2 web, 1 worker` */
function countRoles(live: Process[]): string {
  const counts = Map.groupBy(live, ({ role }) => role);
  return [...counts].map(([role, { length }]) => `${length} ${role}`).join(', ');
}

function describeLost({ role, host, port, pid, silent_seconds }: Process): string {
  const minutes = Math.floor(silent_seconds / 60);
  return `${role} ${host}:${port} (pid ${pid}) ended ${minutes} minutes ago without stopping`;
}

function describeSilence(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'no worker runs';
  return `no worker has run for ${Math.floor(seconds / 60)} minutes`;
}
