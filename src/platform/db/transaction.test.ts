import { expect, test } from 'vitest';
import type { Db } from './database.ts';
import { afterCommit, autocommit } from './transaction.ts';

test('afterCommit accepts no autocommit connection, neither at compile time nor at run time', async () => {
  const db = { isTransaction: false } as Db;
  const register = autocommit(db, async (single) => {
    // @ts-expect-error a write of one statement has no transaction to wait for.
    afterCommit(single, async () => {});
  });
  await expect(register).rejects.toThrow('afterCommit needs a transaction');
});
