import { type SelectExpression, type Selection, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';

const ROWS = 1000;
/** For rows that may carry a whole post, several times. */
export const TEXTS = 20;

/** Where to go on, and how far. The limit is a literal: as a parameter it is planned for a tenth of the table. */
type Batch<Key> = { after: Key; limit: ReturnType<typeof sql.lit<number>> };

/**
 * All that somebody or something has, a short statement at a time: a million rows hold no snapshot open and are never
 * in memory together. The key must be one that only grows, or what changes meanwhile could be passed over.
 */
export function inBatches<Owner, Row extends object, Key>(
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
type Place<Table extends keyof DB> = {
  owner: ColumnOf<Table>;
  /** One of the columns that are read, and with the owner unique. */
  key: ColumnOf<Table>;
  /** Comes before every key there is; 0 if not said. */
  start?: string;
  size?: number;
};

/** The rows of one table that belong to somebody or something. */
export function ownRows<
  Table extends keyof DB & string,
  const Column extends SelectExpression<DB, Table>,
>(table: Table, { owner, key, start, size }: Place<Table>, columns: readonly Column[]) {
  type Row = Selection<DB, Table, Column>;
  return inBatches<number, Row, string | number>(
    start ?? 0,
    // Which table and which columns is known to the caller's types, and one will do to write the statement.
    (db, whose, { after, limit }) =>
      db
        .selectFrom(table as 'upload')
        .select(columns as readonly 'id'[])
        .where(sql.ref(owner), '=', whose)
        .where(sql.ref(key), '>', after)
        .orderBy(sql.ref(key))
        .limit(limit)
        .execute() as unknown as Promise<Row[]>,
    (row) => row[key as keyof Row] as string | number,
    size,
  );
}
