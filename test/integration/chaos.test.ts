import { expect, test } from 'vitest';
import { runScenario } from '../../rigs/chaos/run-scenario.ts';
import { MIXED } from '../../rigs/chaos/scenarios/mix.ts';
import { findBuild } from '../../rigs/chaos/site/site.ts';
import { printFigures } from './support/figures.ts';

/** The whole programme is `npm run rig chaos -- all`; this is a little of everything. */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 180);
const SEED = Number(process.env['CHAOS_SEED'] ?? 20261115);
const SMALL = { members: 120, posts: 60, hot_posts: 5, hot_authors: 3 };

test('faults one after the other, by chance: every answer was the truth, once, and every number is right', async () => {
  const result = await runScenario(MIXED, {
    build: findBuild(),
    seed: SEED,
    seconds: SECONDS,
    rate: 40,
    size: SMALL,
  });
  printFigures('chaos', {
    seed: SEED,
    operations: result.operations,
    ...result.outcomes,
    ...Object.fromEntries(result.metrics.map(({ name, value }) => [name, value])),
  });
  expect(result.findings).toEqual([]);
  expect(result.surprises).toEqual([]);
  expect(result.invariant_rows).toBe(0);
  expect(result.metrics).toContainEqual(
    expect.objectContaining({ name: 'still open in the end', value: 0 }),
  );
  expect(result.outcomes.ok).toBeGreaterThan(100);
}, 600_000);
