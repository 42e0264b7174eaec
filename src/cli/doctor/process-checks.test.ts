import { expect, test } from 'vitest';
import type { Process } from '../../platform/processes.ts';
import { Warning } from './check.ts';
import { describeOverdue, describeProcesses } from './process-checks.ts';

const some: Process = {
  ...{ host: 'a', role: 'web', port: 3000, pid: 7, version: '1.2.3' },
  ...{ age_seconds: 3600, silent_seconds: 5 },
};
const worker: Process = { ...some, role: 'worker', port: 9469 };

/** What doctor prints, and whether it is good, a warning or an error. */
function resultOf(...processes: Process[]): string {
  try {
    return `good: ${describeProcesses(processes)}`;
  } catch (error) {
    return `${error instanceof Warning ? 'warning' : 'error'}: ${(error as Error).message}`;
  }
}

test.each([
  ['good: none is running', []],
  ['good: 2 web, 1 worker; version 1.2.3', [some, { ...some, port: 3001 }, worker]],
  ['good: 1 both; version 1.2.3', [{ ...some, role: 'both' as const }]],
  ['error: no worker runs; 1 web; version 1.2.3', [some]],
  [
    'error: no worker has run for 5 minutes; 1 web; version 1.2.3; worker a:9469 (pid 7) ended 5 minutes ago without stopping',
    [some, { ...worker, silent_seconds: 300 }],
  ],
  ['warning: 1 web, 1 worker; version 1.2.3 and 1.3.0', [some, { ...worker, version: '1.3.0' }]],
  [
    'warning: 1 worker; version 1.2.3; web a:3000 (pid 7) ended 2 minutes ago without stopping',
    [worker, { ...some, silent_seconds: 130 }],
  ],
])('%s', (expected, processes) => {
  expect(resultOf(...processes)).toBe(expected);
});

test('Schedule: doctor warns of posts that are two minutes late', () => {
  expect(describeOverdue({ overdue: 0, oldest_seconds: 0 })).toBe('none is late');
  expect(describeOverdue({ overdue: 1, oldest_seconds: 0.4 })).toBe('1 late, the oldest by 0 s');
  expect(() => describeOverdue({ overdue: 3, oldest_seconds: 121 })).toThrow(
    new Warning('3 late, the oldest by 121 s'),
  );
});
