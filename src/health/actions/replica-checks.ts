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
import { type Fact, found, type HealthCheck, type Result } from '../rules.ts';

const STEP_MS = 20;
const UNKNOWN = {
  state: 'unreachable',
  complete_until: Number.NEGATIVE_INFINITY,
  replayed: 0,
} as const;

/** Faults of a replica that is reachable. */
const FAULTS: Partial<Record<ReplicaState, Fact['fact']>> = {
  promoted: 'replica_promoted',
  'another database': 'replica_of_another',
  'another timeline': 'replica_on_another_timeline',
};

/** The site skips a faulty replica and keeps working, so the fault shows only here. */
export function createReplicaChecks(config: Config, primary: pg.Pool): HealthCheck[] {
  const { DATABASE_ROLE: role } = config;
  return replicaUrls(config).map((url) => ({
    name: 'replica',
    of: hostOf(url),
    run: () =>
      checkReplica(primary, { url, role, size: 1, name: 'lamplight doctor', reads_standby: true }),
  }));
}

/** Waits until it has replayed the primary's current position: measures lag even without writes. */
async function checkReplica(primary: pg.Pool, settings: PoolSettings): Promise<Result> {
  const replica = openPool(settings);
  try {
    const position = await readFlushedPosition(primary);
    for (;;) {
      const { state } = assessReplica(await readReplicaStatus(replica), [position], UNKNOWN);
      const fault = FAULTS[state];
      if (fault) return found('wrong', fault);
      if (state === 'the primary') return found('doubtful', 'replica_is_primary');
      const waited = performance.now() - position.at;
      if (state === 'in sync') return found('good', 'replica_in_sync', { ms: Math.round(waited) });
      if (waited > MAX_LAG_MS)
        return found('doubtful', 'replica_behind', { seconds: MAX_LAG_MS / 1000 });
      await sleep(STEP_MS);
    }
  } finally {
    await replica.end();
  }
}
