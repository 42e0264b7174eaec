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
import { type Check, Warning } from './check.ts';

const STEP_MS = 20;
const UNKNOWN = {
  state: 'unreachable',
  complete_until: Number.NEGATIVE_INFINITY,
  replayed: 0,
} as const;

/** Faults of a replica that is reachable. */
const FAULTS: Partial<Record<ReplicaState, string>> = {
  promoted: 'it is no longer a standby: it was promoted',
  'another database': 'it is a replica of another database',
  'another timeline':
    'it is on another timeline: since a failover it follows another primary, or none',
};

/** The site skips a faulty replica and keeps working, so the fault shows only here. */
export function createReplicaChecks(config: Config, primary: pg.Pool): Check[] {
  const { DATABASE_ROLE: role } = config;
  return replicaUrls(config).map((url) => ({
    name: `replica ${hostOf(url)}`,
    hint: 'It is not read from meanwhile. See docs/operations.md#replicas.',
    run: () =>
      checkReplica(primary, { url, role, size: 1, name: 'lamplight doctor', reads_standby: true }),
  }));
}

/** Waits until it has replayed the primary's current position: measures lag even without writes. */
async function checkReplica(primary: pg.Pool, settings: PoolSettings): Promise<string> {
  const replica = openPool(settings);
  try {
    const position = await readFlushedPosition(primary);
    for (;;) {
      const { state } = assessReplica(await readReplicaStatus(replica), [position], UNKNOWN);
      const wrong = FAULTS[state];
      if (wrong) throw new Error(wrong);
      if (state === 'the primary') throw new Warning('it is the primary itself, at present');
      const waited = performance.now() - position.at;
      if (state === 'in sync') return `in sync after ${Math.round(waited)} ms`;
      if (waited > MAX_LAG_MS) throw new Warning(`more than ${MAX_LAG_MS / 1000} s behind`);
      await sleep(STEP_MS);
    }
  } finally {
    await replica.end();
  }
}
