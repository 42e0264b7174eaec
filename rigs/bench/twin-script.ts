import type pg from 'pg';
import { BEGIN } from '../../src/platform/db/pool.ts';
import { asText } from '../query-plans/values.ts';
import type { Asked } from '../query-plans/watch.ts';
import type { Script } from './pgbench.ts';

/** Smaller numbers are amounts, limits and versions: that one of them equals an id says nothing. */
export const LEAST_ID = 1_000;

/** How a value that has to differ from call to call was in the call that was caught, and how pgbench draws one. */
export type Drawn = Record<string, { caught: number; draw: string }>;

type Statement = Asked & {
  /** Of its parameters, as PostgreSQL understands them. */
  types: string[];
};

/**
 * Every statement of a call as the service asked it, for pgbench: what was drawn is drawn again each time, what one
 * statement gave to a later one is handed on, and all else stays as it was caught. Everything stays a parameter, since
 * a plan may not know more than that of the service did.
 */
export function toScript(statements: Statement[], drawn: Drawn): Script {
  const names = new Map(Object.entries(drawn).map(([name, { caught }]) => [String(caught), name]));
  const isTold = Object.values(drawn).every(({ caught }) => caught >= LEAST_ID);
  if (!isTold || names.size < Object.keys(drawn).length)
    throw new Error(`cannot be told apart: ${JSON.stringify(drawn)}`);
  const countOf = (what: RegExp) => statements.filter(({ text }) => what.test(text)).length;
  if (countOf(BEGIN) !== countOf(/^(?:commit|rollback)\b/))
    throw new Error('half of a transaction was heard: what is cut off would stay half done');
  const variables: Script['variables'] = {};
  const keep = (text: string) => {
    const name = `kept_${Object.keys(variables).length}`;
    variables[name] = text;
    return `:${name}`;
  };
  const lines = Object.entries(drawn).map(([name, { draw }]) => `\\set ${name} ${draw}\n`);
  for (const [place, { text, values, types, rows }] of statements.entries()) {
    const asked = text.replaceAll(/\$(\d+)/g, (_, number) => {
      const index = Number(number) - 1;
      return expressionOf(values[index], types[index] ?? 'text', names, keep);
    });
    const learnt = learn(rows, statements.slice(place + 1), names);
    for (const [column, value] of learnt) names.set(value, `given_${place}_${column}`);
    lines.push(learnt.length > 0 ? `${asked} \\gset given_${place}_\n` : `${asked};\n`);
  }
  // For what is drawn in turn.
  lines.push('\\set turn :turn + 1\n');
  return { text: lines.join(''), variables };
}

/** In turn, and each client others: nobody comes twice before everybody came once. */
export const IN_TURN = ':first + (:client_id + :clients * :turn) % :count';

function expressionOf(
  value: unknown,
  type: string,
  names: Map<string, string>,
  keep: (text: string) => string,
): string {
  const text = asText(value);
  if (text === null) return `null::${type}`;
  // The digits of a time are nobody's id.
  const pieces = value instanceof Date ? [text] : split(text, names);
  const parts = pieces.map((piece) => {
    const name = names.get(piece);
    return name ? `:${name}` : keep(piece);
  });
  if (parts.length === 1) return `${parts[0]}::${type}`;
  return `(${parts.map((part) => `${part}::text`).join(' || ')})::${type}`;
}

/** Into the numbers that have a name, and what is between them. */
function split(text: string, names: Map<string, string>): string[] {
  const pieces: string[] = [''];
  for (const piece of text.split(/(\d+)/)) {
    const last = pieces.length - 1;
    if (names.has(piece)) pieces.push(piece, '');
    else pieces[last] += piece;
  }
  const said = pieces.filter(Boolean);
  return said.length > 0 ? said : [''];
}

/** The columns of the one row that later statements cannot do without, with their values. */
function learn(
  rows: Asked['rows'],
  later: Statement[],
  names: Map<string, string>,
): [string, string][] {
  const [row, ...others] = rows;
  if (!row || others.length > 0) return [];
  const used = new Set(
    later.flatMap(({ values }) =>
      values
        .filter((value) => !(value instanceof Date))
        .flatMap((value) => asText(value)?.match(/\d+/g) ?? []),
    ),
  );
  return Object.entries(row)
    .filter(([, value]) => typeof value === 'number' && value >= LEAST_ID)
    .map(([column, value]): [string, string] => [column, String(value)])
    .filter(([, value]) => used.has(value) && !names.has(value));
}

/** PostgreSQL itself says what each parameter is. */
export async function typesOf(client: pg.ClientBase, text: string): Promise<string[]> {
  await client.query(`prepare caught as ${text}`);
  try {
    const { rows } = await client.query(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'caught'",
    );
    return rows[0].types;
  } finally {
    await client.query('deallocate caught');
  }
}
