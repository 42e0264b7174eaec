import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/local/free-port.ts';
import { type Frame, idleShare, profileWhile, type SelfTime, selfTimes } from './inspector.ts';
import type { Operation } from './operations/operation.ts';
import { DIRECTORY } from './results.ts';
import { type Site, WITHOUT_CACHE } from './site.ts';
import { inSources } from './source-positions.ts';

const WARM_SECONDS = 5;
const SHOWN = 30;
const QUERY_SHOWN = 110;

/** How many rows a report shows. */
const REPORTED = { files: 10, statements: 6 };

export type Profile = {
  id: string;
  /** Share of the web process's time. */
  idle: number;
  files: SelfTime[];
  statements: Statement[];
};

type Statement = { calls: number; mean_ms: number; total_ms: number; rows: number; query: string };

/** Profiles the web process by function and file, and PostgreSQL by statement. */
export async function profileOperation(
  site: Site,
  { id, title, prepare }: Operation,
  seconds: number,
): Promise<Profile> {
  const port = await freePort();
  const isUncached = id.endsWith('-uncached');
  const web = await site.startWeb(isUncached ? WITHOUT_CACHE : {}, [`--inspect=127.0.0.1:${port}`]);
  const { ours } = prepare({ ...site, web, uncached: web });
  await ours(WARM_SECONDS);
  await site.sql('create extension if not exists pg_stat_statements');
  await site.sql('select pg_stat_statements_reset()');
  const profile = inSources(await profileWhile(port, () => ours(seconds)));
  const statements = await listStatements(site);
  web.signal('SIGTERM');
  await web.gone();

  const directory = join(DIRECTORY, `profile-${id}`);
  mkdirSync(directory, { recursive: true });
  // Opens in the developer tools of a browser.
  writeFileSync(join(directory, 'web.cpuprofile'), JSON.stringify(profile));
  writeFileSync(join(directory, 'statements.json'), JSON.stringify(statements, null, 2));
  console.log(`\n${title}\n\n  of the web process, by itself, by file or package`);
  printShares(selfTimes(profile, fileOf));
  console.log('\n  by function');
  printShares(selfTimes(profile, functionOf));
  console.log('\n  of PostgreSQL: calls, mean ms, total ms, rows');
  for (const one of statements) console.log(`  ${lineOf(one)}`);
  console.log(`\n  ${directory}`);
  return {
    id,
    idle: idleShare(profile),
    files: selfTimes(profile, fileOf).slice(0, REPORTED.files),
    statements: statements.filter(isOfUse).slice(0, REPORTED.statements),
  };
}

/** Without the bench's own statements. */
function isOfUse({ query }: Statement): boolean {
  return !query.includes('pg_stat_statements');
}

/** Without the bench's own log-ins. */
function listStatements({ sql }: Site): Promise<Statement[]> {
  return sql<Statement>(
    `select calls, round(mean_exec_time::numeric, 3)::float8 as mean_ms,
            round(total_exec_time::numeric)::float8 as total_ms, rows, query
       from pg_stat_statements join pg_database on pg_database.oid = dbid
      where datname = current_database() and query not like 'insert into "session"%'
      order by total_exec_time desc limit ${SHOWN}`,
  );
}

function printShares(times: SelfTime[]): void {
  for (const { what, share } of times.slice(0, SHOWN))
    console.log(`  ${(share * 100).toFixed(1).padStart(5)} %  ${what}`);
}

function lineOf({ calls, mean_ms, total_ms, rows, query }: Statement): string {
  const numbers = [calls, mean_ms, total_ms, rows].map((one) => String(one).padStart(9));
  return `${numbers.join(' ')}  ${beginningOf(query)}`;
}

export function beginningOf(query: string): string {
  return query.replaceAll(/\s+/g, ' ').slice(0, QUERY_SHOWN);
}

/** The file for our code, the package for libraries. */
function fileOf({ url, functionName }: Frame): string {
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (library) return library;
  if (url.startsWith('node:')) return 'node';
  return url === '' ? functionName : pathOf(url);
}

function functionOf({ url, functionName, lineNumber }: Frame): string {
  if (url === '') return functionName;
  return `${functionName || '(anonymous)'}  ${pathOf(url)}:${lineNumber + 1}`;
}

function pathOf(url: string): string {
  return url.replace(url.includes('node_modules/') ? /^.*node_modules\// : /^.*\/(dist|src)\//, '');
}
