import { TEN_TIMES_CAPACITY } from './flood.ts';
import { HOT } from './hot.ts';
import { LOGINS } from './logins.ts';
import { TWICE_CAPACITY } from './overload.ts';
import type { Scenario } from './scenario.ts';
import { AT_CAPACITY, BELOW_CAPACITY } from './steady.ts';
import { STEP } from './step.ts';
import { UPLOADING } from './uploads.ts';

/** L1–L5 and L7–L9 of RELIABILITY's programme, in its order. */
export const SCENARIOS: readonly Scenario[] = [
  BELOW_CAPACITY,
  AT_CAPACITY,
  TWICE_CAPACITY,
  TEN_TIMES_CAPACITY,
  STEP,
  LOGINS,
  UPLOADING,
  HOT,
];
