import type { Db, TrxOrAutocommit } from '../database.ts';
import { autocommit } from '../transaction.ts';
import { createBatcher } from './batcher.ts';

/** A write that one statement can do for many callers. Define it once, outside of functions: each has its own queue. */
export type BatchedWrite<Item, Result> = {
  /** One result per item, in the same order. */
  write(db: TrxOrAutocommit, items: Item[]): Promise<Result[]>;
  /** Names the row that an item changes. One statement changes a row at most once. */
  key(item: Item): string;
};

export type BatchWrite = <Item, Result>(
  kind: BatchedWrite<Item, Result>,
  item: Item,
) => Promise<Result>;

/** One statement at a time for each kind of write: the more concurrent calls, the fewer commits per call. */
export function createWriteBatcher(db: Db): BatchWrite {
  const batchers = new WeakMap<object, (item: never) => Promise<unknown>>();
  return <Item, Result>(kind: BatchedWrite<Item, Result>, item: Item) => {
    let batcher = batchers.get(kind) as ((item: Item) => Promise<Result>) | undefined;
    if (!batcher) {
      batcher = createBatcher(
        (items: Item[]) => autocommit(db, (single) => kind.write(single, items)),
        { maxInFlight: 1, keyOf: kind.key, retryAlone: true },
      );
      batchers.set(kind, batcher);
    }
    return batcher(item);
  };
}
