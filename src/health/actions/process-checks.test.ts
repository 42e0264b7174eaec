import { expect, test } from 'vitest';
import type { Process } from '../../platform/processes.ts';
import type { Result } from '../rules.ts';
import { describeFacts } from './present-health.ts';
import { judgeOverdue, judgeProcesses } from './process-checks.ts';
import { judgeQueue } from './queue-checks.ts';

const some: Process = {
  ...{ host: 'a', role: 'web', port: 3000, pid: 7, version: '1.2.3' },
  ...{ age_seconds: 3600, silent_seconds: 5 },
};
const worker: Process = { ...some, role: 'worker', port: 9469 };

/** What doctor prints. */
const print = ({ state, facts }: Result) => `${state}: ${describeFacts(facts, 'en')}`;

test.each([
  ['good: none is running', []],
  ['good: 2 web, 1 worker; version 1.2.3', [some, { ...some, port: 3001 }, worker]],
  ['good: 1 both; version 1.2.3', [{ ...some, role: 'both' as const }]],
  ['wrong: no worker runs; 1 web; version 1.2.3', [some]],
  [
    'wrong: no worker has run for 5 minutes; 1 web; version 1.2.3; worker a:9469 (pid 7) ended 5 minutes ago without stopping',
    [some, { ...worker, silent_seconds: 300 }],
  ],
  ['doubtful: 1 web, 1 worker; version 1.2.3 / 1.3.0', [some, { ...worker, version: '1.3.0' }]],
  [
    'doubtful: 1 worker; version 1.2.3; web a:3000 (pid 7) ended 2 minutes ago without stopping',
    [worker, { ...some, silent_seconds: 130 }],
  ],
])('%s', (expected, processes) => {
  expect(print(judgeProcesses(processes))).toBe(expected);
});

test('Schedule: doctor warns of posts that are two minutes late', () => {
  const judge = (waiting: number, oldest_seconds: number) =>
    print(judgeOverdue({ waiting, oldest_seconds }));
  expect(judge(0, 0)).toBe('good: none is late');
  expect(judge(1, 0.4)).toBe('good: 1 late, the oldest by 0 s');
  expect(judge(3, 121)).toBe('doubtful: 3 late, the oldest by 121 s');
});

test.each([
  ['good: no job waits', {}],
  ['good: waiting: 2, the oldest for 1 minutes', { waiting: 2, oldest_seconds: 60 }],
  ['doubtful: waiting: 2, the oldest for 5 minutes', { waiting: 2, oldest_seconds: 300 }],
  ['wrong: waiting: 2, the oldest for 30 minutes', { waiting: 2, oldest_seconds: 1800 }],
  ['good: no job waits; failed and tried again: 3', { retried: 3 }],
  ['doubtful: no job waits; given up: 1', { given_up: 1 }],
])('the queue: %s', (expected, queue) => {
  const none = { waiting: 0, retried: 0, given_up: 0, oldest_seconds: 0 };
  expect(print(judgeQueue({ ...none, ...queue }))).toBe(expected);
});
