import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { hideSecrets } from '../../config-secrets.ts';
import type { Context } from '../../context.ts';
import { messageOf } from '../../platform/db/errors.ts';
import {
  CHECK_MS,
  CHECK_NAMES,
  type Fact,
  type HealthCheck,
  RESULT_MS,
  type State,
  worstOf,
} from '../rules.ts';
import { openChecks } from './open-checks.ts';

/** `error`: the message of a program, in its language and without secrets. */
export type Finding = {
  name: HealthCheck['name'];
  of: string | null;
  state: State;
  facts: Fact[];
  error: string | null;
};
export type Health = { state: State; checked_at: Date; checks: Finding[] };

type Known = { at: number; health: Promise<Health> };
const known = new WeakMap<Config, Known>();

/** Checks at most once in a while, however often the page is loaded and by whom. */
export function readHealth(ctx: Pick<Context, 'config' | 'now'>): Promise<Health> {
  const last = known.get(ctx.config);
  if (last && performance.now() - last.at < RESULT_MS) return last.health;
  const health = checkAll(ctx);
  known.set(ctx.config, { at: performance.now(), health });
  return health;
}

async function checkAll({ config, now }: Pick<Context, 'config' | 'now'>): Promise<Health> {
  const opened = openChecks(config);
  const checked_at = now();
  const all = CHECK_NAMES.flatMap((name) => opened[name] as HealthCheck | HealthCheck[]);
  const checks = await Promise.all(all.map((check) => runInTime(config, check)));
  // Not awaited: a check that hangs would hold the page.
  opened.close().catch(() => {});
  return { state: worstOf(checks.map(({ state }) => state)), checked_at, checks };
}

async function runInTime(config: Config, { name, of, run }: HealthCheck): Promise<Finding> {
  const check = { name, of: of ?? null };
  const timer = new AbortController();
  const result = run();
  // If it fails after its time nobody waits for it.
  result.catch(() => {});
  try {
    const timeout = sleep(CHECK_MS, undefined, { signal: timer.signal, ref: false });
    const { state, facts } = (await Promise.race([result, timeout])) ?? late();
    return { ...check, state, facts, error: null };
  } catch (error) {
    return { ...check, state: 'wrong', facts: [], error: hideSecrets(config, messageOf(error)) };
  } finally {
    timer.abort();
  }
}

function late(): { state: State; facts: Fact[] } {
  return { state: 'wrong', facts: [{ fact: 'late_check', values: { seconds: CHECK_MS / 1000 } }] };
}
