import { memoize } from '../cache/memoize.ts';

const TABLES_MAX = 5;
const NAME = '"?([a-z_]+(?:"?\\."?[a-z_]+)?)"?';
const WRITES = new RegExp(
  `\\b(insert into|delete from|merge into|update)\\s+(?:only\\s+)?${NAME}`,
  'g',
);
const READS = new RegExp(
  `(?<!delete |distinct )\\b(?:from|join)\\s+(?:lateral\\s+)?${NAME}(?!\\(|\\w)`,
  'g',
);
const CALL = /\bselect\s+(?:from\s+)?([a-z_]+(?:\.[a-z_]+)?)\(/;
const SUBQUERY =
  /(?:\bwith|,)\s+(?:recursive\s+)?"?([a-z_]+)"?(?:\s*\([^()]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/g;

/**
 * What a statement does, for a person who looks at a trace: `insert reaction update post`, `select post users`. Made of
 * keywords and names of tables only, so it has nothing of anybody; one per text, and the number of texts is bounded.
 */
export const summarizeSql = memoize((text: string): string => {
  const sql = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const subqueries = new Set([...sql.matchAll(SUBQUERY)].map(([, name]) => name));
  const isTable = (name: string) => !subqueries.has(name);
  const writes = [...sql.matchAll(WRITES)]
    .map(([, verb = '', name = '']) => `${verb.split(' ')[0]} ${unquote(name)}`)
    // `on conflict … do update set` names no table, and `for update of` locks.
    .filter((part) => !/^update (set|of|skip|nowait)$/.test(part));
  const reads = [...sql.matchAll(READS)].map(([, name = '']) => unquote(name)).filter(isTable);
  const parts = [
    ...new Set(writes),
    ...(reads.length > 0 ? [`select ${[...new Set(reads)].slice(0, TABLES_MAX).join(' ')}`] : []),
  ];
  if (parts.length > 0) return parts.join(' ');
  const call = CALL.exec(sql)?.[1];
  return call ? `select ${call}` : (sql.split(/[ (;]/)[0] ?? '');
});

function unquote(name: string): string {
  return name.replaceAll('"', '');
}
