import { expect, test, vi } from 'vitest';
import { createCheckedCache } from './checked-cache.ts';

/** A post with one comment; `now` is what is stored. */
function create(isCaching = true) {
  const now = { own: '1', comment: '1', isForEverybody: true, maxAge: 60_000 };
  const cache = createCheckedCache(isCaching);
  let reads = 0;
  const read = () =>
    cache({
      key: 'a',
      readVersion: async (subjects) => ({
        own: now.own,
        shown: subjects.map((subject) => `${subject} ${now.comment}`).join(),
      }),
      read: async (dependencies) => {
        dependencies.add('comment', 7, now.comment);
        dependencies.limitAge(now.maxAge);
        return ++reads;
      },
      isForEverybody: () => now.isForEverybody,
      sizeOf: () => 1,
    });
  return { now, read };
}

test('a value is read once while its version and that of everything it shows is the same', async () => {
  const { now, read } = create();
  expect([await read(), await read()]).toEqual([1, 1]);
  now.own = '2';
  expect([await read(), await read()]).toEqual([2, 2]);
  now.comment = '2';
  expect([await read(), await read()]).toEqual([3, 3]);
});

test('a value that is not for everybody, or too old, is read again', async () => {
  const { now, read } = create();
  now.isForEverybody = false;
  expect([await read(), await read()]).toEqual([1, 2]);
  now.isForEverybody = true;
  await read();
  const later = performance.now() + now.maxAge;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(await read()).toBe(4);
  clock.mockRestore();
});

test('PAGE_CACHE_MB=0: nothing is cached', async () => {
  const { read } = create(false);
  expect([await read(), await read()]).toEqual([1, 2]);
});
