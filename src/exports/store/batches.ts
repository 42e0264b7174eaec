import { type SelectExpression, type Selection, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';

const ROWS = 1000;
/** Batch size for rows that may contain a whole post several times. */
export const TEXTS = 20;

/** The limit is a literal: with a parameter, the planner assumes a tenth of the table. */
type Batch<Key> = { after: Key; limit: ReturnType<typeof sql.lit<number>> };

/**
 * Reads all rows of an owner in batches, each a short statement: a million rows keep no snapshot open and are never
 * in memory together. The key must only grow, or concurrent changes could be skipped.
 */
export function readInBatches<Owner, Row extends object, Key>(
  start: Key,
  read: (db: Db, owner: Owner, batch: Batch<Key>) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  size = ROWS,
): (db: Db, owner: Owner) => AsyncGenerator<Row> {
  return async function* (db, owner) {
    for (let after = start; ; ) {
      const rows = await read(db, owner, { after, limit: sql.lit(size) });
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      after = keyOf(last);
    }
  };
}

type ColumnOf<Table extends keyof DB> = keyof DB[Table] & string;
type BatchOptions<Table extends keyof DB> = {
  owner: ColumnOf<Table>;
  /** One of the selected columns; unique together with the owner. */
  key: ColumnOf<Table>;
  /** Less than every key; 0 by default. */
  start?: string;
  size?: number;
};

/** The rows of one table that belong to an owner. */
export function readOwnRows<
  Table extends keyof DB & string,
  const Column extends SelectExpression<DB, Table>,
>(table: Table, { owner, key, start, size }: BatchOptions<Table>, columns: readonly Column[]) {
  type Row = Selection<DB, Table, Column>;
  return readInBatches<number, Row, string | number>(
    start ?? 0,
    // The caller's types know the table and columns; the casts name one so that Kysely can build the query.
    (db, ownerId, { after, limit }) =>
      db
        .selectFrom(table as 'upload')
        .select(columns as readonly 'id'[])
        .where(sql.ref(owner), '=', ownerId)
        .where(sql.ref(key), '>', after)
        .orderBy(sql.ref(key))
        .limit(limit)
        .execute() as unknown as Promise<Row[]>,
    (row) => row[key as keyof Row] as string | number,
    size,
  );
}
