import { expect, test } from 'vitest';
import { runPointInTimeTest } from '../../../rigs/restore-test/point-in-time.ts';
import { ensureClientBuilt } from '../../support/resources.ts';
import { printMeasurements } from '../support/print-measurements.ts';

const ARCHIVE_SECONDS = 5;

test('C20: a lost machine is restored up to the last seconds, and a mass deletion up to just before it', async () => {
  await ensureClientBuilt();
  const steps = await runPointInTimeTest(ARCHIVE_SECONDS);
  expect(steps).toHaveLength(9);
  printMeasurements(
    'point in time',
    Object.fromEntries(steps.map((one) => [one.name, one.seconds])),
  );
});
