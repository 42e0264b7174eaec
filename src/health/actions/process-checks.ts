import type { Backlog } from '../../platform/db/backlog.ts';
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
import { type Fact, found, type HealthCheck, type Result } from '../rules.ts';

/** What runs on any machine, by the heartbeats in the database. */
export function createProcessChecks(db: Db) {
  return {
    processes: { name: 'processes', run: async () => judgeProcesses(await listProcesses(db)) },
    changed_posts: {
      name: 'changed_posts',
      run: async () => judgeChanges(await countWaitingChanges(db)),
    },
    scheduled_posts: {
      name: 'scheduled_posts',
      run: async () => judgeOverdue(await countOverduePosts(db)),
    },
  } satisfies Record<string, HealthCheck>;
}

/** A worker takes a change within a second, and some minutes after thousands of posts changed at once. */
const WAIT_SECONDS_MAX = 120;

function judgeChanges({ waiting, oldest_seconds }: Backlog): Result {
  if (waiting === 0) return found('good', 'none_waits');
  const state = oldest_seconds > WAIT_SECONDS_MAX ? 'doubtful' : 'good';
  return found(state, 'waiting', { waiting, seconds: Math.round(oldest_seconds) });
}

/** A worker looks every half second; after a failure it tries that post again a minute later. */
const LATE_SECONDS_MAX = 120;

export function judgeOverdue({ waiting, oldest_seconds }: Backlog): Result {
  if (waiting === 0) return found('good', 'none_late');
  const state = oldest_seconds > LATE_SECONDS_MAX ? 'doubtful' : 'good';
  return found(state, 'late', { overdue: waiting, seconds: Math.round(oldest_seconds) });
}

export function judgeProcesses(processes: Process[]): Result {
  const live = processes.filter(isLive);
  const lost = findLost(processes);
  if (live.length + lost.length === 0) return found('good', 'none_running');
  const versions = [...new Set(live.map(({ version }) => version))];
  const hasWorker = live.some(({ role }) => role !== 'web');
  const facts: Fact[] = [
    ...(hasWorker ? [] : [describeSilence(workerSilence(processes))]),
    ...(live.length > 0
      ? [
          { fact: 'roles' as const, values: { roles: countRoles(live) } },
          { fact: 'version' as const, values: { versions: versions.join(' / ') } },
        ]
      : [{ fact: 'none_running' as const }]),
    ...lost.map(describeLost),
  ];
  if (!hasWorker) return { state: 'wrong', facts };
  return { state: lost.length > 0 || versions.length > 1 ? 'doubtful' : 'good', facts };
}

/** `2 web, 1 worker` */
function countRoles(live: Process[]): string {
  const counts = Map.groupBy(live, ({ role }) => role);
  return [...counts].map(([role, { length }]) => `${length} ${role}`).join(', ');
}

function describeLost({ role, host, port, pid, silent_seconds }: Process): Fact {
  const minutes = Math.floor(silent_seconds / 60);
  return { fact: 'lost', values: { role, host, port, pid, minutes } };
}

function describeSilence(seconds: number): Fact {
  if (!Number.isFinite(seconds)) return { fact: 'no_worker' };
  return { fact: 'worker_silent', values: { minutes: Math.floor(seconds / 60) } };
}
