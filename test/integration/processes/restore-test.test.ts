import { expect, inject, test } from 'vitest';
import { runRestoreTest } from '../../../rigs/restore-test/run.ts';
import { printMeasurements } from '../support/print-measurements.ts';

test('C22: a destroyed site is restored from a backup made during writes, and a damaged backup is refused', async () => {
  const steps = await runRestoreTest(inject('postgresUrl'));
  expect(steps).toHaveLength(10);
  printMeasurements(
    'restore test',
    Object.fromEntries(steps.map((one) => [one.name, one.seconds])),
  );
});
