import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { LastQuery } from './pipeline.ts';

/** What a statement is built with: instead of each value the place where a run will put it. */
export type Params<Values> = {
  readonly [Name in keyof Values]: undefined extends Values[Name]
    ? RawBuilder<Exclude<Values[Name], undefined>> | undefined
    : RawBuilder<Values[Name]>;
};

type Statement<Row> = { compile(db: Db): CompiledQuery<Row> };

class Param {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * For what is asked all the time: the text is made once, and from then on only the values change. To
 * build and compile a query takes this process longer than to send it and read the answer. A value that is not
 * given (undefined) has no place, so a statement has as many texts as there are choices of values. What is run as the
 * last of its transaction takes the commit along.
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Db, places: Params<Values>) => Statement<Row>,
): (db: Db, values: Values, order?: 'last') => Promise<Row[]> {
  const texts = new Map<string, CompiledQuery<Row>>();
  return async (db, values, order) => {
    const shape = shapeOf(values);
    let text = texts.get(shape);
    if (!text) {
      text = build(db, paramsFor<Values>(shape)).compile(db);
      texts.set(shape, text);
    }
    const parameters = text.parameters.map((one) =>
      one instanceof Param ? values[one.name as keyof Values] : one,
    );
    const run: CompiledQuery<Row> | LastQuery<Row> =
      order === 'last' ? { ...text, parameters, isLast: true } : { ...text, parameters };
    return (await db.executeQuery(run)).rows;
  };
}

/** The names of the values that are given, each followed by a blank. */
function shapeOf(values: object): string {
  let shape = '';
  for (const [name, value] of Object.entries(values)) if (value !== undefined) shape += `${name} `;
  return shape;
}

function paramsFor<Values>(shape: string): Params<Values> {
  const names = shape.trim().split(' ');
  const places = names.map((name) => [name, sql.val(new Param(name))]);
  return Object.fromEntries(places) as Params<Values>;
}
