import { inject } from 'vitest';

/** A PostgreSQL for tests, and the migrated database in it that every test file copies. */
export type DatabaseServer = { url: string; template: string };

const requested = new Map<string, Promise<unknown>>();

export function findDatabaseServer(): Promise<DatabaseServer> {
  return request('database') as Promise<DatabaseServer>;
}

/** The scripts and styles of the pages, in `dist/client`. */
export async function ensureClientBuilt(): Promise<void> {
  await request('client');
}

/** The programs that an operator runs (`built-programs.ts`), with the scripts of the pages. */
export async function ensureServerBuilt(): Promise<void> {
  await Promise.all([request('server'), request('client')]);
}

/** The process that started the workers makes each resource once (`global-setup.ts`). */
function request(name: string): Promise<unknown> {
  const known = requested.get(name) ?? fetchResource(`${inject('resourcesUrl')}/${name}`);
  requested.set(name, known);
  return known;
}

async function fetchResource(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
