import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Config, replicaUrls } from '../../config.ts';
import { openPool, type PoolSettings } from '../../platform/db/pool.ts';
import { queryReplica, readLogPosition } from '../../platform/db/replicas/ask.ts';
import { judgeReport, MAX_LAG_MS, type ReplicaState } from '../../platform/db/replicas/judge.ts';
import { hostOf } from '../../platform/db/replicas/open.ts';
import { type Check, Warning } from './check.ts';

const STEP_MS = 20;
const UNKNOWN = {
  standing: 'away',
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
    const mark = await readLogPosition(primary);
    for (;;) {
      const { standing } = judgeReport(await queryReplica(replica), [mark], UNKNOWN);
      const wrong = FAULTS[standing];
      if (wrong) throw new Error(wrong);
      if (standing === 'the primary') throw new Warning('it is the primary itself, at present');
      const waited = performance.now() - mark.at;
      if (standing === 'in step') return `in step after ${Math.round(waited)} ms`;
      if (waited > MAX_LAG_MS) throw new Warning(`more than ${MAX_LAG_MS / 1000} s behind`);
      await sleep(STEP_MS);
    }
  } finally {
    await replica.end();
  }
}
