import { expect, test, vi } from 'vitest';
import { invalidate } from '../invalidations.ts';
import { createContentCache } from './content-cache.ts';

function create(isCaching = true) {
  const live = { is: true, since: 0 };
  const listener = {
    isLive: () => live.is,
    liveSince: () => live.since,
    close: async () => {},
  };
  let reads = 0;
  const cached = {
    key: 'a',
    read: async () => ++reads,
    subjectsOf: () => ['post:7'] as const,
    maxAgeMs: 1000,
  };
  return { live, cached, cache: createContentCache(listener, isCaching) };
}

test('a value is read once, and again at once for those who ask for it, which others then see', async () => {
  const { cache, cached } = create();
  expect([await cache.read(cached), await cache.read(cached)]).toEqual([1, 1]);
  expect([await cache.readNow(cached), await cache.read(cached)]).toEqual([2, 2]);
});

test('a value is read again when it is too old', async () => {
  const { cache, cached } = create();
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000);
  await cache.read(cached);
  now.mockReturnValue(5999);
  expect(await cache.read(cached)).toBe(1);
  now.mockReturnValue(6000);
  expect(await cache.read(cached)).toBe(2);
  now.mockRestore();
});

test('D55: a value is read again when something that it shows was hidden, also while it was read', async () => {
  const { cache, cached } = create();
  await cache.read(cached);
  invalidate('post:8');
  expect(await cache.read(cached)).toBe(1);
  invalidate('post:7');
  const { promise, resolve } = Promise.withResolvers<number>();
  const early = cache.read({ ...cached, read: () => promise });
  invalidate('post:7');
  resolve(-1);
  expect([await early, await cache.read(cached)]).toEqual([-1, 2]);
});

test('D55: a value is used only if notifications arrive since before it was read', async () => {
  const { cache, cached, live } = create();
  await cache.read(cached);
  live.is = false;
  expect(await cache.read(cached)).toBe(2);
  live.is = true;
  live.since = performance.now();
  expect(await cache.read(cached)).toBe(3);
  expect(await cache.read(cached)).toBe(3);
});

test('PAGE_CACHE_AGE_MS=0: nothing is cached', async () => {
  const { cache, cached } = create(false);
  expect([await cache.read(cached), await cache.read(cached)]).toEqual([1, 2]);
});
