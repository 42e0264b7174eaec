import { expect, test } from 'vitest';
import { FULL_SIZE, provideSet, timesAsLarge } from '../../rigs/bench/data-set.ts';
import { openEnvironment } from '../../rigs/bench/environment.ts';
import { interleave, measurementsOf } from '../../rigs/bench/interleave.ts';
import { OPERATIONS } from '../../rigs/bench/operations/all.ts';
import { coreRatiosOf, spreadOf } from '../../rigs/bench/sample.ts';
import { openSite } from '../../rigs/bench/site.ts';
import { findBuild } from '../../rigs/chaos/site/site.ts';
import { judgedOnOwnMachine } from '../support/own-machine.ts';
import { printFigures } from './support/figures.ts';

/**
 * Two pages and the two kinds of write, on a small set: far less than `npm run rig bench` measures, and enough to
 * notice that something costs several times as much. By the time of cores and not by rates, since a machine of which
 * others use the half gives one process less than sixty. The share of its twin that each must reach is at most half of
 * what is wanted, and of the least that was measured on a machine that others used too.
 */
const LEAST: Record<string, number> = {
  'post-page': 0.1,
  'post-page-member': 0.11,
  like: 0.18,
  comment: 0.14,
};
const ROUNDS = { rounds: 2, seconds: 1, spare: 0 };

test('PERFORMANCE two pages, a press and a comment cost no more beside their bare twins than they should, and every number is right', async (context) => {
  const size = timesAsLarge(FULL_SIZE, 0.06);
  const environment = await openEnvironment({ build: findBuild() });
  const set = await provideSet(environment.server, size);
  const measurements = measurementsOf(ROUNDS);
  const site = await openSite(environment, { set, name: 'lamplight', size, measurements });
  const operations = OPERATIONS.filter(({ id }) => LEAST[id] !== undefined);
  let wrong: unknown[] = [];
  await judgedOnOwnMachine(context, async () => {
    const rows = await interleave(site, operations, ROUNDS);
    // Whoever had the machine, numbers are right.
    wrong = (await site.verify()).checks.filter(({ total }) => total > 0);
    const medians = rows.map(
      ({ id, turns }) => [id, spreadOf(coreRatiosOf(turns)).median] as const,
    );
    printFigures('bench', Object.fromEntries(medians));
    for (const [id, median] of medians) expect(median, id).toBeGreaterThanOrEqual(LEAST[id] ?? 0);
    expect(medians).toHaveLength(Object.keys(LEAST).length);
  }).finally(() => expect(wrong).toEqual([]));
});
