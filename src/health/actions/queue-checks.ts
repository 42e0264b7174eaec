import type { Db } from '../../platform/db/database.ts';
import { type Fact, type HealthCheck, type Result, worstOf } from '../rules.ts';
import { type Queue, selectQueue } from '../store/queue.ts';

/** A worker takes a job within seconds. */
const LATE_SECONDS = 300;
const STUCK_SECONDS = 1800;

export function createQueueCheck(db: Db): HealthCheck {
  return { name: 'jobs', run: async () => judgeQueue(await selectQueue(db)) };
}

export function judgeQueue({ waiting, retried, given_up, oldest_seconds }: Queue): Result {
  const facts: Fact[] =
    waiting === 0
      ? [{ fact: 'no_jobs' }]
      : [{ fact: 'jobs', values: { waiting, minutes: Math.floor(oldest_seconds / 60) } }];
  if (retried > 0) facts.push({ fact: 'jobs_retried', values: { retried } });
  if (given_up > 0) facts.push({ fact: 'jobs_given_up', values: { given_up } });
  const state = worstOf([
    waiting > 0 && oldest_seconds >= STUCK_SECONDS ? 'wrong' : 'good',
    waiting > 0 && oldest_seconds >= LATE_SECONDS ? 'doubtful' : 'good',
    given_up > 0 ? 'doubtful' : 'good',
  ]);
  return { state, facts };
}
