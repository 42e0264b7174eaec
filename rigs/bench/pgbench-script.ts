import type pg from 'pg';
import { BEGIN } from '../../src/platform/db/begin.ts';
import type { RecordedQuery } from '../query-plans/record-queries.ts';
import { asText } from '../query-plans/values.ts';
import type { Script } from './pgbench.ts';

/** Smaller numbers are amounts, limits and versions, and may equal an id by accident. */
export const LEAST_ID = 1_000;

/** For each value that differs between calls: its value in the captured call, and the pgbench expression that draws one. */
export type Drawn = Record<string, { captured: number; draw: string }>;

type Statement = RecordedQuery & {
  /** The types of its parameters, from PostgreSQL. */
  types: string[];
};

/**
 * Turns the recorded statements of a call into a pgbench script: drawn values are drawn per call, results are passed to later
 * statements, and other values stay as recorded. Every value stays a parameter, so that plans know as little as the service's.
 */
export function toScript(statements: Statement[], drawn: Drawn): Script {
  const names = new Map(
    Object.entries(drawn).map(([name, { captured }]) => [String(captured), name]),
  );
  const isDistinct = Object.values(drawn).every(({ captured }) => captured >= LEAST_ID);
  if (!isDistinct || names.size < Object.keys(drawn).length)
    throw new Error(`ids cannot be recognized: ${JSON.stringify(drawn)}`);
  const countOf = (what: RegExp) => statements.filter(({ text }) => what.test(text)).length;
  if (countOf(BEGIN) !== countOf(/^(?:commit|rollback)\b/))
    throw new Error('half of a transaction was recorded: an interrupted call would stay half done');
  const variables: Script['variables'] = {};
  const keep = (text: string) => {
    const name = `value_${Object.keys(variables).length}`;
    variables[name] = text;
    return `:${name}`;
  };
  const lines = Object.entries(drawn).map(([name, { draw }]) => `\\set ${name} ${draw}\n`);
  for (const [index, { text, values, types, rows }] of statements.entries()) {
    const statement = text.replaceAll(/\$(\d+)/g, (_, number) => {
      const index = Number(number) - 1;
      return expressionOf(values[index], types[index] ?? 'text', names, keep);
    });
    const learnt = learn(rows, statements.slice(index + 1), names);
    for (const [column, value] of learnt) names.set(value, `given_${index}_${column}`);
    lines.push(learnt.length > 0 ? `${statement} \\gset given_${index}_\n` : `${statement};\n`);
  }
  // For values drawn in turn.
  lines.push('\\set turn :turn + 1\n');
  return { text: lines.join(''), variables };
}

/** Draws in turn, each client its own: no member repeats before every other was drawn. */
export const IN_TURN = ':first + (:client_id + :clients * :turn) % :count';

function expressionOf(
  value: unknown,
  type: string,
  names: Map<string, string>,
  keep: (text: string) => string,
): string {
  const text = asText(value);
  if (text === null) return `null::${type}`;
  // Digits of a time are no id.
  const pieces = value instanceof Date ? [text] : split(text, names);
  const parts = pieces.map((piece) => {
    const name = names.get(piece);
    return name ? `:${name}` : keep(piece);
  });
  if (parts.length === 1) return `${parts[0]}::${type}`;
  return `(${parts.map((part) => `${part}::text`).join(' || ')})::${type}`;
}

/** Splits into numbers that have a name and the text between them. */
function split(text: string, names: Map<string, string>): string[] {
  const pieces: string[] = [''];
  for (const piece of text.split(/(\d+)/)) {
    const last = pieces.length - 1;
    if (names.has(piece)) pieces.push(piece, '');
    else pieces[last] += piece;
  }
  const named = pieces.filter(Boolean);
  return named.length > 0 ? named : [''];
}

/** The columns of a single row whose values later statements use. */
function learn(
  rows: RecordedQuery['rows'],
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

/** Returns the types that PostgreSQL infers for the parameters. */
export async function typesOf(client: pg.ClientBase, text: string): Promise<string[]> {
  await client.query(`prepare captured as ${text}`);
  try {
    const { rows } = await client.query(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'captured'",
    );
    return rows[0].types;
  } finally {
    await client.query('deallocate captured');
  }
}
