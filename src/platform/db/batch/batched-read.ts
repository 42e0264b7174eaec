import type { Db } from '../database.ts';
import { batchByShard } from '../shards.ts';
import { createBatcher } from './batcher.ts';

type ReadOptions<Item> = {
  maxInFlight?: number;
  /** The post whose rows an item reads: the items of a statement are on one shard (ADR 0071). */
  post?(item: Item): number;
};

/** For rows that may not be in PostgreSQL's memory: a batch that waits for the disk should not delay the others. */
export const COLD_ROWS = { maxInFlight: 4 } as const;

/** One statement for concurrent callers with different items. Each database has a batcher of its own. */
export function batchedRead<Item, Result>(
  read: (db: Db, items: Item[]) => Promise<Result[]>,
  { post, ...options }: ReadOptions<Item> = {},
): (db: Db, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Db, (item: Item) => Promise<Result>>();
  return (db, item) => {
    let batcher = batchers.get(db);
    if (!batcher) {
      batcher = batchByShard(db, post, () => createBatcher((items) => read(db, items), options));
      batchers.set(db, batcher);
    }
    return batcher(item);
  };
}

/** A batched read of rows by key. */
export function batchedFind<Key, Row>(
  find: (db: Db, keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  options: ReadOptions<Key> = {},
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
