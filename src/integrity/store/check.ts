import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Difference, type Finding, listDifferences } from '../rules.ts';

/** Something that must hold. `find` looks at everything, or only at what belongs to one owner. */
export type Check = {
  name: string;
  /** The clause it keeps. */
  invariant: string;
  title: string;
  find(db: Db, limit: number, owner?: number[]): Promise<Finding>;
};

/**
 * Checks of figures that are written together, and so are put right together. Their lock is the one all
 * writers of the figures respect: what changes rows and figures has committed by then, and is seen by the
 * statements after the lock, or it counts on top of what the repair writes. Unlike other stores, these write
 * tables of domains below: a repair must not lean on the code whose mistake it puts right.
 */
export type Audit = {
  checks: Check[];
  /** Absent where it is not for a program to say which side is right. */
  repair?: {
    lock(trx: Trx, owner: number[]): Promise<void>;
    rewrite(trx: Trx, owner: number[]): Promise<void>;
  };
};

/** Narrows a query to one owner: the columns in the order of `owner`. */
export type Only = (...columns: string[]) => RawBuilder<SqlBool>;

type Shape = Omit<Check, 'find'> & {
  /** What identifies a row; a part of it is the owner, which only what can be repaired has. */
  key: string[];
  owner?: string[];
  /** How a row is called, from the columns of its key. */
  subject: RawBuilder<string>;
  figures: string[];
};

type Comparison = Shape & {
  /** The figures as they are kept. */
  stored(only: Only): RawBuilder<unknown>;
  /** The figures as the rows say; a missing row means zeros. */
  actual(only: Only): RawBuilder<unknown>;
  /** What it means that nothing is stored: a difference by itself, zeros, or a matter of another check. */
  absent: 'differs' | 'means zero' | 'is skipped';
};

type Inspection = Shape & {
  /** Rows that know by themselves what they should be: beside each figure its `right_…`. */
  rows(only: Only): RawBuilder<unknown>;
};

const everybody: Only = () => sql`true`;

export function ownedBy(owner: number[]): Only {
  return (...columns) =>
    sql`(${sql.join(
      columns.map((column, index) => sql`${sql.ref(column)} = ${owner[index]}`),
      sql` and `,
    )})`;
}

/** D15: no deleted account has this uid; also where there is no uid. */
export function isThere(uid: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from users hidden where hidden.uid = ${sql.ref(uid)} and hidden.deleted_at is not null)`;
}

/** A check that joins two sets by their key, each made by one pass over its tables. */
export function compare(comparison: Comparison): Check {
  const { key, stored, actual, absent } = comparison;
  const kind = absent === 'is skipped' ? sql`join` : sql`full join`;
  return checkOf(comparison, {
    from: (only) => sql`(${stored(only)}) as stored ${kind} (${actual(only)}) as actual
      using (${sql.join(key.map((column) => sql.ref(column)))})`,
    stored: (figure) => {
      const column = sql<number>`${sql.ref(`stored.${figure}`)}`;
      return absent === 'means zero' ? sql`coalesce(${column}, 0)` : column;
    },
    actual: (figure) => sql`coalesce(${sql.ref(`actual.${figure}`)}, 0)`,
  });
}

/** A check of every row by itself, or beside its neighbours: one pass. */
export function inspect(inspection: Inspection): Check {
  return checkOf(inspection, {
    from: (only) => sql`(${inspection.rows(only)}) as inspected`,
    stored: (figure) => sql`${sql.ref(figure)}`,
    actual: (figure) => sql`${sql.ref(`right_${figure}`)}`,
  });
}

type Side = (figure: string) => RawBuilder<number>;
type Source = { from: (only: Only) => RawBuilder<unknown>; stored: Side; actual: Side };

function checkOf(shape: Shape, source: Source): Check {
  const { name, invariant, title, figures } = shape;
  const wrong = figures.map(
    (figure) => sql`${source.stored(figure)} is distinct from ${source.actual(figure)}`,
  );
  const isWrong = sql<SqlBool>`(${sql.join(wrong, sql` or `)})`;
  return {
    name,
    invariant,
    title,
    async find(db, limit, owner) {
      const from = source.from(owner ? ownedBy(owner) : everybody);
      const { rows } = await sql<Omit<Finding, 'differences'>>`
        select count(*) as rows, count(*) filter (where ${isWrong}) as total
          from ${from}`.execute(db);
      const { rows: compared = 0, total = 0 } = rows[0] ?? {};
      if (total === 0) return { rows: compared, total, differences: [] };
      // Looked for a second time only where there is something to name: nothing is kept of what is right.
      const { rows: named } = await sql<Difference>`
        select ${shape.subject} as subject, ${ownerOf(shape)} as owner,
               ${figuresOf(shape, source.stored)} as stored, ${figuresOf(shape, source.actual)} as actual
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

function figuresOf({ figures }: Shape, side: Side): RawBuilder<unknown> {
  const pairs = figures.map((figure) => sql`${sql.lit(figure)}, ${side(figure)}`);
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}
