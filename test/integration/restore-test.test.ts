import { expect, inject, test } from 'vitest';
import { runRestoreTest } from '../../rigs/restore-test/run.ts';
import { printFigures } from './support/figures.ts';

test('C22: a site that was destroyed comes back from a copy made while it was written to, and a damaged copy is refused', async () => {
  const steps = await runRestoreTest(inject('postgresUrl'));
  expect(steps).toHaveLength(10);
  printFigures('backup drill', Object.fromEntries(steps.map((one) => [one.name, one.seconds])));
});
