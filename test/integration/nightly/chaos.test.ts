import { expect, test } from 'vitest';
import { runScenario } from '../../../rigs/chaos/run-scenario.ts';
import { MIXED } from '../../../rigs/chaos/scenarios/mix.ts';
import { findBuild } from '../../../rigs/chaos/site/site.ts';
import { ensureServerBuilt } from '../../support/resources.ts';
import { printMeasurements } from '../support/print-measurements.ts';

/** A short run of mixed faults; `npm run rig chaos all` runs every scenario. */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 180);
const SEED = Number(process.env['CHAOS_SEED'] ?? 20261115);
const SMALL = { members: 120, posts: 60, hot_posts: 5, hot_authors: 3 };

test('random faults one after the other: every response is true, every write happens once, and every count is right', async () => {
  await ensureServerBuilt();
  const result = await runScenario(MIXED, {
    build: findBuild(),
    seed: SEED,
    seconds: SECONDS,
    rate: 40,
    size: SMALL,
  });
  printMeasurements('chaos', {
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
