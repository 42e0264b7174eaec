import { expect, test } from 'vitest';
import { runPointInTimeDrill } from '../../rigs/restore-test/point-in-time.ts';
import { printMeasurements } from './support/print-measurements.ts';

const ARCHIVE_SECONDS = 5;

test('C20: a site whose machine burnt comes back but for the last seconds, and one whose members were deleted as it was a moment before', async () => {
  const steps = await runPointInTimeDrill(ARCHIVE_SECONDS);
  expect(steps).toHaveLength(9);
  printMeasurements(
    'point in time',
    Object.fromEntries(steps.map((one) => [one.name, one.seconds])),
  );
});
