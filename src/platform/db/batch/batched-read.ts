import { isOnCluster } from '../cluster.ts';
import type { Db } from '../database.ts';
import { createBatcher } from './batcher.ts';

type ReadOptions = { maxInFlight?: number };

/** For rows that may not be in PostgreSQL's memory: a batch that waits for the disk should not delay the others. */
export const COLD_ROWS = { maxInFlight: 4 } as const;

/** One statement for concurrent callers with different items. Each database has a batcher of its own. */
export function batchedRead<Item, Result>(
  read: (db: Db, items: Item[]) => Promise<Result[]>,
  options: ReadOptions = {},
): (db: Db, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Db, (item: Item) => Promise<Result>>();
  return (db, item) => {
    let batcher = batchers.get(db);
    if (!batcher) {
      batcher = createBatcher((items: Item[]) => read(db, items), options);
      batchers.set(db, batcher);
    }
    return batcher(item);
  };
}

/** Statements at once: a batch must not take all connections. */
const AT_ONCE = 8;

/**
 * For a read whose subqueries look up rows of each item: on a cluster one item per statement, because Citus plans such
 * subqueries for one server only. With joins instead it could read them all, but that costs one server half as much again.
 */
export function readByServer<Item, Result>(
  read: (db: Db, items: Item[]) => Promise<Result[]>,
): (db: Db, items: Item[]) => Promise<Result[]> {
  return async (db, items) => {
    if (items.length === 1 || !isOnCluster()) return read(db, items);
    const results: Result[] = [];
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const some = items.slice(at, at + AT_ONCE);
      results.push(...(await Promise.all(some.map((item) => read(db, [item])))).flat());
    }
    return results;
  };
}

/** A batched read of rows by key. */
export function batchedFind<Key, Row>(
  find: (db: Db, keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  options: ReadOptions = {},
): (db: Db, key: Key) => Promise<Row | undefined> {
  return batchedRead(async (db, keys: Key[]) => {
    const byKey = new Map((await find(db, keys)).map((row) => [keyOf(row), row]));
    return keys.map((key) => byKey.get(key));
  }, options);
}

/** The same for keys of several columns. `nameOf` names a key, and a row by the columns of its key. */
export function batchedFindByColumns<Key, Row extends Key>(
  find: (db: Db, keys: Key[]) => Promise<Row[]>,
  nameOf: (key: Key) => string,
): (db: Db, key: Key) => Promise<Row | undefined> {
  return batchedRead(async (db, keys: Key[]) => {
    const byName = new Map((await find(db, keys)).map((row) => [nameOf(row), row]));
    return keys.map((key) => byName.get(nameOf(key)));
  });
}

type Batcher<Item, Result> = { read(item: Item): Promise<Result>; callers: number };

/**
 * One read for concurrent callers with equal input. It starts after they called, so it includes everything
 * committed before; nothing is cached. Callers share the result and must not change it.
 */
export function coalescedRead<Input extends object, Result>(
  read: (db: Db, input: Input) => Promise<Result>,
): (db: Db, input: Input) => Promise<Result> {
  const batchersOf = new WeakMap<Db, Map<string, Batcher<Input, Result>>>();
  const readOnce = (db: Db) =>
    createBatcher(async (inputs: Input[]) => {
      const result = await read(db, inputs[0] as Input);
      return inputs.map(() => result);
    });
  return async (db, input) => {
    const batchers = batchersOf.get(db) ?? new Map<string, Batcher<Input, Result>>();
    batchersOf.set(db, batchers);
    const key = JSON.stringify(input);
    const batcher = batchers.get(key) ?? { read: readOnce(db), callers: 0 };
    batchers.set(key, batcher);
    batcher.callers += 1;
    try {
      return await batcher.read(input);
    } finally {
      batcher.callers -= 1;
      if (batcher.callers === 0) batchers.delete(key);
    }
  };
}
