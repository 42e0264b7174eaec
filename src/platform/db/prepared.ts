import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { isOnCluster } from './cluster.ts';
import type { Db, Trx } from './database.ts';
import type { CommittingQuery } from './pipeline.ts';

/** A parameter for each value, to build the statement with. The values follow with each call. */
export type Params<Values> = {
  readonly [Name in keyof Values]: undefined extends Values[Name]
    ? RawBuilder<Exclude<Values[Name], undefined>> | undefined
    : RawBuilder<Values[Name]>;
};

type Statement<Row> = { compile(db: Db): CompiledQuery<Row> };

type PreparedQuery<Values, Row> = {
  (db: Db, values: Values): Promise<Row[]>;
  /** Runs the statement and commits its transaction in the same round trip. If it fails, nothing is committed. */
  commitWith(trx: Trx, values: Values): Promise<Row[]>;
};

class Param {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * For frequent statements: builds and compiles the text once, which takes longer than sending it and reading the
 * result. An undefined value has no parameter, so a statement has one text per combination of defined values.
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Db, params: Params<Values>) => Statement<Row>,
): PreparedQuery<Values, Row> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  const compile = (db: Db, values: Values): CompiledQuery<Row> => {
    // Some statements have conditions for a cluster (`onCluster`).
    const names = `${isOnCluster()} ${namesOf(values)}`;
    let query = compiled.get(names);
    if (!query) {
      query = build(db, paramsFor<Values>(values)).compile(db);
      compiled.set(names, query);
    }
    const parameters = query.parameters.map((one) =>
      one instanceof Param ? values[one.name as keyof Values] : one,
    );
    return { ...query, parameters };
  };
  const run = async (db: Db, values: Values) => (await db.executeQuery(compile(db, values))).rows;
  const commitWith = async (trx: Trx, values: Values) => {
    const query: CommittingQuery<Row> = { ...compile(trx, values), commits: true };
    return (await trx.executeQuery<Row>(query)).rows;
  };
  return Object.assign(run, { commitWith });
}

/** The names of the defined values, each followed by a space. */
function namesOf(values: object): string {
  let names = '';
  for (const [name, value] of Object.entries(values)) if (value !== undefined) names += `${name} `;
  return names;
}

function paramsFor<Values extends object>(values: Values): Params<Values> {
  const params = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => [name, sql.val(new Param(name))]);
  return Object.fromEntries(params) as Params<Values>;
}
