import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

const file = join(mkdtempSync(join(tmpdir(), 'worker-pool-')), 'worker.mjs');
writeFileSync(
  file,
  `export const add = ([a, b]) => a + b;
export const fail = () => { throw new RangeError('no'); };
export const spin = () => { for (;;); };
export const block = (buffer) => { Atomics.wait(new Int32Array(buffer), 0, 0); return 'released'; };
export const environment = () => Object.keys(process.env).length;`,
);

const pools: { close(): Promise<void> }[] = [];
function openPool(taskMs?: number) {
  const pool = createWorkerPool(file, { taskMs });
  pools.push(pool);
  return pool;
}
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

/** Keeps the thread busy until `release`. */
function blockThread(pool: ReturnType<typeof openPool>, owner: number) {
  const buffer = new SharedArrayBuffer(4);
  const blocked = pool.run<SharedArrayBuffer, string>(owner, 'block', buffer);
  return {
    blocked,
    release: () => {
      Atomics.store(new Int32Array(buffer), 0, 1);
      Atomics.notify(new Int32Array(buffer), 0);
    },
  };
}

test('a function runs in another thread, without the environment of this process', async () => {
  const pool = openPool();
  expect(await pool.run(1, 'add', [1, 2])).toBe(3);
  expect(await pool.run(1, 'environment', null)).toBe(0);
  await expect(pool.run(1, 'fail', null)).rejects.toThrow('no');
});

test('ASVS 15.2.2 a task that takes too long is aborted, and the next one runs', async () => {
  const pool = openPool(4_000);
  await expect(pool.run(1, 'spin', null)).rejects.toMatchObject({ code: 'overloaded' });
  expect(await pool.run(1, 'add', [1, 2])).toBe(3);
});

test('ASVS 15.2.2 a member has one running and two waiting tasks; other members are not affected', async () => {
  const pool = openPool();
  const { blocked, release } = blockThread(pool, 1);
  const waiting = [pool.run(1, 'add', [1, 1]), pool.run(1, 'add', [2, 2])];
  await expect(pool.run(1, 'add', [3, 3])).rejects.toMatchObject({
    code: 'overloaded',
    members: { retry_after: 2 },
  });
  const other = pool.run(2, 'add', [4, 4]);
  release();
  expect(await blocked).toBe('released');
  expect(await other).toBe(8);
  expect(await Promise.all(waiting)).toEqual([2, 4]);
});

test('ASVS 15.2.2 when eight members wait, the ninth is refused', async () => {
  const pool = openPool();
  const { blocked, release } = blockThread(pool, 0);
  const waiting = Array.from({ length: 8 }, (_, at) => pool.run(at + 1, 'add', [at, 1]));
  await expect(pool.run(9, 'add', [1, 1])).rejects.toMatchObject({ code: 'overloaded' });
  release();
  await blocked;
  expect(await Promise.all(waiting)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('an unused pool can be closed', async () => {
  await createWorkerPool(file).close();
});
