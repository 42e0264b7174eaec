import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../failure.ts';

const run = promisify(execFile);

type ToolName = 'pg_dump' | 'pg_restore';
export type Tool = { path: string; major: number };

/** Where packages put the programs of one version when those in the path are of another. */
const PACKAGED = [
  { directory: '/usr/lib/postgresql', pattern: /^\d+$/ },
  { directory: '/usr', pattern: /^pgsql-\d+$/ },
];
const KEPT_COMPLAINT = 4000;

/** The one named, else the first that is new enough: an older one cannot read what a newer server wrote. */
export async function findTool(name: ToolName, atLeast: number, named?: string): Promise<Tool> {
  const option = `--${name.replace('_', '-')} <path>`;
  const found: Tool[] = [];
  for (const path of named ? [named] : [name, ...(await packaged(name))]) {
    const major = await majorOf(path);
    if (major >= atLeast) return { path, major };
    if (major > 0) found.push({ path, major });
  }
  const wanted = `Install the client programs of PostgreSQL ${atLeast} or newer (on Debian: postgresql-client-${atLeast}), or name one with ${option}.`;
  if (named && found.length === 0) throw new Failure(`${named} is no ${name}.`);
  const [old] = found;
  if (old) {
    throw new Failure(`${name} ${old.major} is too old for PostgreSQL ${atLeast}. ${wanted}`);
  }
  throw new Failure(`${name} was not found. ${wanted}`);
}

async function packaged(name: ToolName): Promise<string[]> {
  const paths: string[] = [];
  for (const { directory, pattern } of PACKAGED) {
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

/** Runs the tool to its end; what it complained about is the message when it fails. */
export async function runTool(tool: Tool, url: string, args: string[]): Promise<void> {
  const { dbname, password } = withoutPassword(url);
  const child = spawn(tool.path, [...args, '--no-password', '--dbname', dbname], {
    // Arguments show in the list of processes; the environment only to this user.
    env: { ...process.env, PGAPPNAME: 'lamplight', ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(0, KEPT_COMPLAINT);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return;
  throw new Failure(`${tool.path} failed (${code ?? signal}): ${complaint.trim()}`);
}

/** node-postgres reads a few words that libpq does not know. */
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
