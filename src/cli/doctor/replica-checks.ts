import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Config, replicaUrls } from '../../config.ts';
import { openPool, type PoolSettings } from '../../platform/db/pool.ts';
import { hostOf } from '../../platform/db/replicas/open.ts';
import {
  assessReplica,
  MAX_LAG_MS,
  type ReplicaState,
} from '../../platform/db/replicas/replica-health.ts';
import {
  readFlushedPosition,
  readReplicaStatus,
} from '../../platform/db/replicas/replication-position.ts';
import { type Check, Severity } from './check.ts';

const STEP_MS = 20;
const UNKNOWN = {
  state: 'unreachable',
  complete_until: Number.NEGATIVE_INFINITY,
  replayed: 0,
} as const;

/** What is wrong with one that answers and is not just late. */
const WRONG: Partial<Record<ReplicaState, string>> = {
  promoted: 'it is no standby any more: it was promoted, and goes its own way',
  'another database': 'it is no copy of this database but of another one',
  'another timeline':
    'it is on another timeline: since a failover it follows somebody else, or nobody',
};

/** The site leaves out a replica that is not in order, and works; so nobody notices but who looks. */
export function replicaChecks(config: Config, primary: pg.Pool): Check[] {
  const { DATABASE_ROLE: role } = config;
  return replicaUrls(config).map((url) => ({
    name: `replica ${hostOf(url)}`,
    hint: 'It is not read from meanwhile. docs/operations.md#replicas says what it needs.',
    look: () =>
      lookAtReplica(primary, { url, role, size: 1, name: 'lamplight doctor', reads_standby: true }),
  }));
}

/** Waits until it has what the primary has now: the only lag that also shows where nobody writes. */
async function lookAtReplica(primary: pg.Pool, settings: PoolSettings): Promise<string> {
  const replica = openPool(settings);
  try {
    const position = await readFlushedPosition(primary);
    for (;;) {
      const { state } = assessReplica(await readReplicaStatus(replica), [position], UNKNOWN);
      const wrong = WRONG[state];
      if (wrong) throw new Error(wrong);
      if (state === 'the primary') throw new Severity('it is the primary itself, at present');
      const waited = performance.now() - position.at;
      if (state === 'in sync') return `in sync after ${Math.round(waited)} ms`;
      if (waited > MAX_LAG_MS) throw new Severity(`more than ${MAX_LAG_MS / 1000} s behind`);
      await sleep(STEP_MS);
    }
  } finally {
    await replica.end();
  }
}
