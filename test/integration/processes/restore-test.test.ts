import { expect, test } from 'vitest';
import { runRestoreTest } from '../../../rigs/restore-test/run.ts';
import { ensureClientBuilt, findDatabaseServer } from '../../support/resources.ts';
import { printMeasurements } from '../support/print-measurements.ts';

test('C22: a destroyed site is restored from a backup made during writes, and a damaged backup is refused', async () => {
  await ensureClientBuilt();
  const steps = await runRestoreTest((await findDatabaseServer()).url);
  expect(steps).toHaveLength(10);
  printMeasurements(
    'restore test',
    Object.fromEntries(steps.map((one) => [one.name, one.seconds])),
  );
});
