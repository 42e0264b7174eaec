import { expect, test } from 'vitest';
import { whyNoMachine } from '../../../rigs/install/machine.ts';
import { runInstallation } from '../../../rigs/install/main.ts';
import { printMeasurements } from '../support/print-measurements.ts';

const reason = whyNoMachine();
if (reason) console.warn(`The installation is not tested: ${reason}.`);

test.skipIf(reason !== undefined)(
  'an installation on systemd: upgrade and way back without a failed request, restore, recovery from every outage',
  async () => {
    const results = await runInstallation();
    printMeasurements('install', Object.fromEntries(results.map((one) => [one.name, one.seconds])));
    expect(results.filter(({ isMet }) => !isMet)).toEqual([]);
  },
  1_200_000,
);
