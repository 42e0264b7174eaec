import type { Db } from '../database.ts';
import { createBatcher } from './batcher.ts';

type Shared<Values, Answer> = { read: (values: Values) => Promise<Answer>; askers: number };

/**
 * For a read that is the same for everybody who asks for the same: those of one moment share it. Each is answered by
 * one that began after they asked, so nobody misses what was written before; and nobody changes the answer.
 */
export function coalescedRead<Values extends object, Answer>(
  read: (db: Db, values: Values) => Promise<Answer>,
): (db: Db, values: Values) => Promise<Answer> {
  const readsOf = new WeakMap<Db, Map<string, Shared<Values, Answer>>>();
  return async (db, values) => {
    const reads = readsOf.get(db) ?? new Map<string, Shared<Values, Answer>>();
    readsOf.set(db, reads);
    const key = JSON.stringify(values);
    const shared = reads.get(key) ?? { read: readForAll(db, read), askers: 0 };
    reads.set(key, shared);
    shared.askers += 1;
    try {
      return await shared.read(values);
    } finally {
      shared.askers -= 1;
      if (shared.askers === 0) reads.delete(key);
    }
  };
}

function readForAll<Values, Answer>(db: Db, read: (db: Db, values: Values) => Promise<Answer>) {
  return createBatcher(async (asked: Values[]) => {
    const answer = await read(db, asked[0] as Values);
    return asked.map(() => answer);
  });
}
