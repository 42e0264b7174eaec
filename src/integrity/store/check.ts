import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Difference, type Finding, listDifferences } from '../rules.ts';

/** An invariant. `find` looks at all rows, or only at those of one owner. */
export type Check = {
  name: string;
  /** The clause of the specification. */
  invariant: string;
  title: string;
  find(db: Db, limit: number, owner?: number[]): Promise<Finding>;
};

/**
 * Checks of values that are written together and repaired together. `lock` takes the row lock that all writers
 * of the values take: a concurrent write has either committed, and the statements after the lock see it, or it
 * waits and adds to the repaired value. Unlike other stores, these write tables of lower domains: a repair must
 * not use the code whose mistake it repairs.
 */
export type CheckGroup = {
  checks: Check[];
  /** The lock of a group without a repair whose tables can be on several machines. */
  lock?(trx: Trx, owner: number[]): Promise<void>;
  /** Absent if a program cannot know which side is right. */
  repair?: {
    lock(trx: Trx, owner: number[]): Promise<void>;
    rewrite(trx: Trx, owner: number[]): Promise<void>;
  };
};

/** Narrows a query to one owner: the columns in the order of `owner`. */
export type Only = (...columns: string[]) => RawBuilder<SqlBool>;

type Shape = Omit<Check, 'find'> & {
  /** The columns that identify a row. `owner` is a part of them; only checks of groups with a lock have one. */
  key: string[];
  owner?: string[];
  /** The name of a row in reports, from the columns of its key. */
  subject: RawBuilder<string>;
  values: string[];
};

type Comparison = Shape & {
  /** The stored values. */
  stored(only: Only): RawBuilder<unknown>;
  /** The values computed from the rows; a missing row means zeros. */
  actual(only: Only): RawBuilder<unknown>;
  /** If nothing is stored: a difference, zeros, or left to another check. */
  absent: 'differs' | 'means zero' | 'is skipped';
};

type Inspection = Shape & {
  /** Rows with the expected value beside each stored one, as `right_…`. */
  rows(only: Only): RawBuilder<unknown>;
};

const allOwners: Only = () => sql`true`;

export function filterByOwner(owner: number[]): Only {
  return (...columns) =>
    sql`(${sql.join(
      columns.map((column, index) => sql`${sql.ref(column)} = ${owner[index]}`),
      sql` and `,
    )})`;
}

/** D15: true unless the account is deleted; also true without a uid. */
export function isNotDeleted(uid: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from users hidden where hidden.uid = ${sql.ref(uid)} and hidden.deleted_at is not null)`;
}

/** A check that joins stored and actual values by their key, each from one pass over its tables. */
export function createComparison(comparison: Comparison): Check {
  const { key, stored, actual, absent } = comparison;
  const kind = absent === 'is skipped' ? sql`join` : sql`full join`;
  return checkOf(comparison, {
    from: (only) => sql`(${stored(only)}) as stored ${kind} (${actual(only)}) as actual
      using (${sql.join(key.map((column) => sql.ref(column)))})`,
    stored: (value) => {
      const column = sql<number>`${sql.ref(`stored.${value}`)}`;
      return absent === 'means zero' ? sql`coalesce(${column}, 0)` : column;
    },
    actual: (value) => sql`coalesce(${sql.ref(`actual.${value}`)}, 0)`,
  });
}

/** A check of every row by itself or with its neighbours, in one pass. */
export function createInspection(inspection: Inspection): Check {
  return checkOf(inspection, {
    from: (only) => sql`(${inspection.rows(only)}) as inspected`,
    stored: (value) => sql`${sql.ref(value)}`,
    actual: (value) => sql`${sql.ref(`right_${value}`)}`,
  });
}

type Side = (value: string) => RawBuilder<number>;
type Source = { from: (only: Only) => RawBuilder<unknown>; stored: Side; actual: Side };

function checkOf(shape: Shape, source: Source): Check {
  const { name, invariant, title, values } = shape;
  const wrong = values.map(
    (value) => sql`${source.stored(value)} is distinct from ${source.actual(value)}`,
  );
  const isWrong = sql<SqlBool>`(${sql.join(wrong, sql` or `)})`;
  return {
    name,
    invariant,
    title,
    async find(db, limit, owner) {
      const from = source.from(owner ? filterByOwner(owner) : allOwners);
      const { rows } = await sql<Omit<Finding, 'differences'>>`
        select count(*) as rows, count(*) filter (where ${isWrong}) as total
          from ${from}`.execute(db);
      const { rows: compared = 0, total = 0 } = rows[0] ?? {};
      if (total === 0) return { rows: compared, total, differences: [] };
      // A second query only if there are differences, so that the usual pass needs no memory for rows.
      const { rows: named } = await sql<Difference>`
        select ${shape.subject} as subject, ${ownerOf(shape)} as owner,
               ${valuesOf(shape, source.stored)} as stored, ${valuesOf(shape, source.actual)} as actual
          from ${from} where ${isWrong}
         order by ${sql.join(shape.key.map((column) => sql.ref(column)))} limit ${limit}`.execute(
        db,
      );
      return { rows: compared, total, differences: named.map(listDifferences) };
    },
  };
}

function ownerOf({ owner = [] }: Shape): RawBuilder<unknown> {
  if (owner.length === 0) return sql`'[]'::jsonb`;
  return sql`jsonb_build_array(${sql.join(owner.map((column) => sql.ref(column)))})`;
}

function valuesOf({ values }: Shape, side: Side): RawBuilder<unknown> {
  const pairs = values.map((value) => sql`${sql.lit(value)}, ${side(value)}`);
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}
