import { beforeEach, expect, test } from 'vitest';
import { type AdmissionQueue, createAdmissionQueue } from './queue.ts';

let now = 0;
let queue: AdmissionQueue;
const admitted: string[] = [];
const rejected: string[] = [];
const options = { shed_delay_ms: 200, timeout_ms: 1000, now: () => now };

beforeEach(() => {
  now = 0;
  admitted.length = 0;
  rejected.length = 0;
  queue = createAdmissionQueue({ ...options, concurrency: 2 });
});

function acquire(name: string): { name: string } {
  const request = { name };
  Promise.resolve(queue.acquire(request)).then(
    () => admitted.push(name),
    (error) => rejected.push(`${name} ${error.code}`),
  );
  return request;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs as many requests as its concurrency allows; the others follow in order', async () => {
  const [first, second] = ['a', 'b', 'c', 'd', 'e'].map(acquire);
  await settled();
  expect(admitted).toEqual(['a', 'b']);
  queue.release(second as object);
  await settled();
  expect(admitted).toEqual(['a', 'b', 'c']);
  queue.release(first as object);
  await settled();
  expect(admitted).toEqual(['a', 'b', 'c', 'd']);
});

test('a burst of any size may wait; the queue is saturated once its first request has waited too long', async () => {
  const requests = Array.from({ length: 100 }, (_, index) => acquire(String(index)));
  expect(queue.isSaturated()).toBe(false);
  now = 200;
  expect(queue.isSaturated()).toBe(false);
  now = 201;
  expect(queue.isSaturated()).toBe(true);
  for (const request of requests) {
    queue.release(request);
    await settled();
  }
  expect([admitted.length, rejected, queue.isSaturated()]).toEqual([100, [], false]);
});

test('a request is rejected after its timeout and then takes no slot', async () => {
  queue = createAdmissionQueue({ concurrency: 1, shed_delay_ms: 200, timeout_ms: 5 });
  const running = acquire('a');
  acquire('b');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(rejected).toEqual(['b overloaded']);
  queue.release(running);
  acquire('c');
  await settled();
  expect(admitted).toEqual(['a', 'c']);
});

test('releasing a waiting request removes it; releasing twice, or an unknown request, frees no slot', async () => {
  const [running, , waiting, last] = ['a', 'b', 'c', 'd'].map(acquire);
  queue.release(waiting as object);
  queue.release({ name: 'unknown' });
  queue.release(running as object);
  queue.release(running as object);
  await settled();
  expect([admitted, rejected]).toEqual([['a', 'b', 'd'], ['c overloaded']]);
  expect(last).toBeDefined();
});

test('C10 while the pool is saturated nothing is admitted; afterwards two per completion', async () => {
  let isSaturated = false;
  queue = createAdmissionQueue({ ...options, concurrency: 4, isPoolSaturated: () => isSaturated });
  const requests = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(acquire) as object[];
  const admittedAfter = async (index: number) => {
    queue.release(requests[index] as object);
    await settled();
    return admitted.join('');
  };
  isSaturated = true;
  expect([await admittedAfter(0), await admittedAfter(1)]).toEqual(['abcd', 'abcd']);
  isSaturated = false;
  expect([await admittedAfter(2), await admittedAfter(3)]).toEqual(['abcdef', 'abcdefgh']);
});

test('C10 with nothing running one request is admitted, even while the pool is saturated; later ones queue', async () => {
  const { shed_delay_ms, timeout_ms } = options;
  queue = createAdmissionQueue({
    concurrency: 4,
    shed_delay_ms,
    timeout_ms,
    isPoolSaturated: () => true,
  });
  const [first] = ['a', 'b', 'c'].map(acquire);
  await settled();
  expect(admitted).toEqual(['a']);
  queue.release(first as object);
  acquire('d');
  await settled();
  expect(admitted).toEqual(['a', 'b']);
});

test('L3 at twice its capacity the queue keeps all slots busy, and admitted requests hardly exceed the allowed wait', async () => {
  queue = createAdmissionQueue({ ...options, concurrency: 10, timeout_ms: 10_000 });
  const running: object[] = [];
  let served = 0;
  let longest = 0;
  for (now = 0; now < 10_000; now += 1) {
    for (const request of [{}, {}]) {
      if (queue.isSaturated()) continue;
      const arrived_at = now;
      void Promise.resolve(queue.acquire(request)).then(
        () => {
          longest = Math.max(longest, now - arrived_at);
          running.push(request);
        },
        // Requests that still wait at the end time out after the assertions.
        () => {},
      );
    }
    await settled();
    // Each runs for ten milliseconds, so one a millisecond completes.
    const done = now < 10 ? undefined : running.shift();
    if (done) {
      queue.release(done);
      served++;
    }
    await settled();
  }
  expect(served).toBeGreaterThan(9_900);
  expect(longest).toBeLessThan(260);
});
