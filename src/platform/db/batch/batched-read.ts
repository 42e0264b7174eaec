import type { Db } from '../database.ts';
import { createBatcher } from './batcher.ts';

/** For what nobody may have read lately: it is on the disk then, and those who asked with it wait too. */
export const MAX_IN_FLIGHT = 4;

/** A read that callers of one moment share (`ask-together.ts`, also for `lanes`), for each database by itself. */
export function batchedRead<Item, Answer>(
  ask: (db: Db, items: Item[]) => Promise<Answer[]>,
  lanes?: number,
): (db: Db, item: Item) => Promise<Answer> {
  const askers = new WeakMap<Db, (item: Item) => Promise<Answer>>();
  return (db, item) => {
    let asker = askers.get(db);
    if (!asker) {
      asker = createBatcher((items) => ask(db, items), lanes);
      askers.set(db, asker);
    }
    return asker(item);
  };
}

/** The same for rows that a key finds: everybody gets theirs, or nothing where there is none. */
export function batchedFind<Key, Row>(
  find: (db: Db, keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  lanes?: number,
): (db: Db, key: Key) => Promise<Row | undefined> {
  return batchedRead(async (db, keys: Key[]) => {
    const byKey = new Map((await find(db, keys)).map((row) => [keyOf(row), row]));
    return keys.map((key) => byKey.get(key));
  }, lanes);
}
