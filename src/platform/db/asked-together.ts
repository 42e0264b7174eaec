import { askTogether } from '../ask-together.ts';
import type { Db } from './database.ts';

/** A read that callers of one moment share (`ask-together.ts`, also for `lanes`), for each database by itself. */
export function askedTogether<Item, Answer>(
  ask: (db: Db, items: Item[]) => Promise<Answer[]>,
  lanes?: number,
): (db: Db, item: Item) => Promise<Answer> {
  const askers = new WeakMap<Db, (item: Item) => Promise<Answer>>();
  return (db, item) => {
    let asker = askers.get(db);
    if (!asker) {
      asker = askTogether((items) => ask(db, items), lanes);
      askers.set(db, asker);
    }
    return asker(item);
  };
}
