import { WRONG_CLOCKS } from './clock.ts';
import { LOST_PRIMARY, LOST_PRIMARY_ASYNC } from './cluster.ts';
import { MUTUAL_ENERGY } from './contention.ts';
import {
  CUT_NETWORK,
  FROZEN_POSTGRES,
  KILLED_POSTGRES,
  SLOW_NETWORK,
  TERMINATED_BACKENDS,
} from './database.ts';
import { MIXED } from './mix.ts';
import { KILLED_WEBS, KILLED_WORKER, PAUSED_WORKER, ROLLING_RESTARTS } from './processes.ts';
import { FROZEN_REDIS, OLD_REDIS, WIPED_REDIS } from './redis.ts';
import type { Scenario } from './scenario.ts';
import { RACED_ENDINGS, REFRESH_STORM } from './sessions.ts';

/** By number; the mix is last. */
export const SCENARIOS: Scenario[] = [
  KILLED_WEBS,
  KILLED_WORKER,
  KILLED_POSTGRES,
  LOST_PRIMARY,
  LOST_PRIMARY_ASYNC,
  WIPED_REDIS,
  FROZEN_REDIS,
  OLD_REDIS,
  FROZEN_POSTGRES,
  CUT_NETWORK,
  SLOW_NETWORK,
  WRONG_CLOCKS,
  ROLLING_RESTARTS,
  TERMINATED_BACKENDS,
  PAUSED_WORKER,
  MUTUAL_ENERGY,
  REFRESH_STORM,
  RACED_ENDINGS,
  MIXED,
];
