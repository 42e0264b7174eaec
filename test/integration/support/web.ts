import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/local/free-port.ts';
import { SERVER } from '../../support/built-programs.ts';
import { type Child, startChild } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { MEMBERS_UNLIMITED } from '../../support/member-limits.ts';
import { ensureServerBuilt } from '../../support/resources.ts';
import { BASE_URL } from '../../support/world.ts';
import { isOk } from './http.ts';

export const SECRET_KEY = 'a key for tests that every process shares';

export type Web = Child & { readonly url: string; readonly port: number };

/** One web process as an operator runs it, configured by its environment alone; `entry`: another program. */
export async function startWeb(
  databaseUrl: string,
  settings: Record<string, string> = {},
  { port, entry }: { port?: number; entry?: string } = {},
): Promise<Web> {
  await ensureServerBuilt();
  const listen = port ?? (await freePort());
  const url = `http://127.0.0.1:${listen}`;
  const program = entry?.endsWith('.ts') ? ['--import', 'tsx', entry] : [entry ?? SERVER];
  const child = await startChild(process.execPath, program, {
    env: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY,
      BASE_URL,
      ROLE: 'web',
      PORT: String(listen),
      METRICS_PORT: '-1',
      LOG_LEVEL: 'warn',
      STORAGE_DIR: uploads(),
      LIMIT_REGISTER: 'off',
      ...MEMBERS_UNLIMITED,
      DRAIN_SECONDS: '0',
      ...settings,
    },
    // Without the developer's `.env`; an entry of the tests needs the packages here.
    ...(entry ? {} : { cwd: uploads() }),
    isReady: () => isOk(`${url}/readyz`),
  });
  return { ...child, url, port: listen };
}

/** Two processes on one database, as behind a proxy. */
export function startTwoWebs(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<[Web, Web]> {
  return Promise.all([startWeb(databaseUrl, settings), startWeb(databaseUrl, settings)]);
}

let shared: string | undefined;

function uploads(): string {
  if (shared) return shared;
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-test-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  shared = directory;
  return directory;
}
