import { expect, inject, test } from 'vitest';
import { runDrill } from '../../rigs/restore-test/run.ts';
import { printMeasurements } from './support/print-measurements.ts';

test('C22: a site that was destroyed comes back from a copy made while it was written to, and a damaged copy is refused', async () => {
  const steps = await runDrill(inject('postgresUrl'));
  expect(steps).toHaveLength(10);
  printMeasurements(
    'backup drill',
    Object.fromEntries(steps.map((one) => [one.name, one.seconds])),
  );
});
