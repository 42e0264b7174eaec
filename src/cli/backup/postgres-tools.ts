import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../failure.ts';

const run = promisify(execFile);

type ToolName = 'pg_dump' | 'pg_restore';
export type Tool = { path: string; major: number };

/** Where packages install the programs of each version besides those in the PATH. */
const PACKAGE_DIRECTORIES = [
  { directory: '/usr/lib/postgresql', pattern: /^\d+$/ },
  { directory: '/usr', pattern: /^pgsql-\d+$/ },
];
const STDERR_MAX = 4000;

/** The given tool, else the first that is new enough: an older one cannot read a newer server. */
export async function findTool(name: ToolName, atLeast: number, named?: string): Promise<Tool> {
  const option = `--${name.replace('_', '-')} <path>`;
  const found: Tool[] = [];
  for (const path of named ? [named] : [name, ...(await listPackaged(name))]) {
    const major = await majorOf(path);
    if (major >= atLeast) return { path, major };
    if (major > 0) found.push({ path, major });
  }
  const advice = `Install the client programs of PostgreSQL ${atLeast} or newer (on Debian: postgresql-client-${atLeast}), or name one with ${option}.`;
  if (named && found.length === 0) throw new Failure(`${named} is no ${name}.`);
  const [old] = found;
  if (old) {
    throw new Failure(`${name} ${old.major} is too old for PostgreSQL ${atLeast}. ${advice}`);
  }
  throw new Failure(`${name} was not found. ${advice}`);
}

async function listPackaged(name: ToolName): Promise<string[]> {
  const paths: string[] = [];
  for (const { directory, pattern } of PACKAGE_DIRECTORIES) {
    const names = (await readdir(directory).catch(() => [])).filter((one) => pattern.test(one));
    const newestFirst = names.sort((a, b) => versionIn(b) - versionIn(a));
    paths.push(...newestFirst.map((one) => join(directory, one, 'bin', name)));
  }
  return paths;
}

async function majorOf(path: string): Promise<number> {
  try {
    // `pg_dump (PostgreSQL) 15.20`
    const { stdout } = await run(path, ['--version']);
    return /^pg_/.test(stdout) ? versionIn(stdout) : 0;
  } catch {
    return 0;
  }
}

function versionIn(text: string): number {
  return Number(/(\d+)/.exec(text)?.[1] ?? 0);
}

/** Runs the tool; on failure throws its stderr. */
export async function runTool(tool: Tool, url: string, args: string[]): Promise<void> {
  const { dbname, password } = withoutPassword(url);
  const child = spawn(tool.path, [...args, '--no-password', '--dbname', dbname], {
    // Every user sees the arguments of a process, but only this user its environment.
    env: { ...process.env, PGAPPNAME: 'lamplight', ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(0, STDERR_MAX);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return;
  throw new Failure(`${tool.path} failed (${code ?? signal}): ${stderr.trim()}`);
}

/** Also removes parameters of node-postgres that libpq does not know. */
function withoutPassword(url: string): { dbname: string; password: string } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password);
  parsed.password = '';
  parsed.search = parsed.search
    .replace(/([?&])uselibpqcompat=[^&]*&?/, '$1')
    .replace(/([?&]sslmode=)no-verify/, '$1require')
    .replace(/[?&]$/, '');
  return { dbname: parsed.href, password };
}
