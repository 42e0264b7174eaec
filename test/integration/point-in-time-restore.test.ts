import { expect, test } from 'vitest';
import { runPointInTimeTest } from '../../rigs/restore-test/point-in-time.ts';
import { printFigures } from './support/figures.ts';

const ARCHIVE_SECONDS = 5;

test('C20: a site whose machine burnt comes back but for the last seconds, and one whose members were deleted as it was a moment before', async () => {
  const steps = await runPointInTimeTest(ARCHIVE_SECONDS);
  expect(steps).toHaveLength(9);
  printFigures('point in time', Object.fromEntries(steps.map((one) => [one.name, one.seconds])));
});
