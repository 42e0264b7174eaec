import { beforeEach, expect, test } from 'vitest';
import { type AdmissionQueue, createAdmissionQueue } from './queue.ts';

let now = 0;
let line: AdmissionQueue;
const entered: string[] = [];
const refused: string[] = [];

beforeEach(() => {
  now = 0;
  entered.length = 0;
  refused.length = 0;
  line = createAdmissionQueue({ places: 2, slow_ms: 200, patience_ms: 1000, now: () => now });
});

function come(name: string): { name: string } {
  const caller = { name };
  Promise.resolve(line.enter(caller)).then(
    () => entered.push(name),
    (error) => refused.push(`${name} ${error.code}`),
  );
  return caller;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('so many as there are places work at once; the others follow in the order in which they came', async () => {
  const [first, second] = ['a', 'b', 'c', 'd', 'e'].map(come);
  await settled();
  expect(entered).toEqual(['a', 'b']);
  line.leave(second as object);
  await settled();
  expect(entered).toEqual(['a', 'b', 'c']);
  line.leave(first as object);
  await settled();
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
});

test('a burst may wait, however many they are; who comes while the first has waited too long may not', async () => {
  const callers = Array.from({ length: 100 }, (_, place) => come(String(place)));
  expect(line.isSlow()).toBe(false);
  now = 200;
  expect(line.isSlow()).toBe(false);
  now = 201;
  expect(line.isSlow()).toBe(true);
  for (const caller of callers) {
    line.leave(caller);
    await settled();
  }
  expect([entered.length, refused, line.isSlow()]).toEqual([100, [], false]);
});

test('nobody waits for longer than there is patience, and who gave up takes nobody’s place', async () => {
  line = createAdmissionQueue({ places: 1, slow_ms: 200, patience_ms: 5 });
  const working = come('a');
  come('b');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(refused).toEqual(['b overloaded']);
  line.leave(working);
  come('c');
  await settled();
  expect(entered).toEqual(['a', 'c']);
});

test('who hangs up leaves the line; who leaves twice, or never came in, frees no place of another', async () => {
  const [working, , waiting, last] = ['a', 'b', 'c', 'd'].map(come);
  line.leave(waiting as object);
  line.leave({ name: 'nobody' });
  line.leave(working as object);
  line.leave(working as object);
  await settled();
  expect([entered, refused]).toEqual([['a', 'b', 'd'], ['c overloaded']]);
  expect(last).toBeDefined();
});

test('C10 while those inside wait for each other nobody joins them; then two come for each who leaves', async () => {
  let isCrowded = false;
  const options = { places: 4, slow_ms: 200, patience_ms: 1000, now: () => now };
  line = createAdmissionQueue({ ...options, isCrowded: () => isCrowded });
  const callers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(come) as object[];
  const left = async (place: number) => {
    line.leave(callers[place] as object);
    await settled();
    return entered.join('');
  };
  isCrowded = true;
  expect([await left(0), await left(1)]).toEqual(['abcd', 'abcd']);
  isCrowded = false;
  expect([await left(2), await left(3)]).toEqual(['abcdef', 'abcdefgh']);
});

test('C10 whoever would be alone is let in, however crowded it was; who comes later stands behind', async () => {
  line = createAdmissionQueue({
    places: 4,
    slow_ms: 200,
    patience_ms: 1000,
    isCrowded: () => true,
  });
  const [first] = ['a', 'b', 'c'].map(come);
  await settled();
  expect(entered).toEqual(['a']);
  line.leave(first as object);
  come('d');
  await settled();
  expect(entered).toEqual(['a', 'b']);
});

test('L3 twice as many as can be served: all places stay taken, and who is let in waits hardly longer than allowed', async () => {
  line = createAdmissionQueue({ places: 10, slow_ms: 200, patience_ms: 10_000, now: () => now });
  const working: object[] = [];
  let served = 0;
  let longest = 0;
  for (now = 0; now < 10_000; now += 1) {
    for (const caller of [{}, {}]) {
      if (line.isSlow()) continue;
      const came = now;
      void Promise.resolve(line.enter(caller)).then(
        () => {
          longest = Math.max(longest, now - came);
          working.push(caller);
        },
        // Who is in the line at the end hears so when all has been looked at.
        () => {},
      );
    }
    await settled();
    // Each works for ten milliseconds, so that one a millisecond is done.
    const done = now < 10 ? undefined : working.shift();
    if (done) {
      line.leave(done);
      served++;
    }
    await settled();
  }
  expect(served).toBeGreaterThan(9_900);
  expect(longest).toBeLessThan(260);
});
