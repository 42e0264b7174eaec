import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../src/local/free-port.ts';
import { type Child, startChild } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { BASE_URL } from '../../support/world.ts';
import { isOk } from './http.ts';

export const SECRET_KEY = 'a key for proofs that every process shares';
const SERVER = fileURLToPath(new URL('../../../src/server.ts', import.meta.url));

export type Web = Child & { readonly url: string; readonly port: number };

/** One web process as an operator runs it: `src/server.ts`, configured by its environment alone. */
export async function startWeb(
  databaseUrl: string,
  settings: Record<string, string> = {},
  { port, entry = SERVER }: { port?: number; entry?: string } = {},
): Promise<Web> {
  const listen = port ?? (await freePort());
  const url = `http://127.0.0.1:${listen}`;
  const child = await startChild(process.execPath, ['--import', 'tsx', entry], {
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
      DRAIN_SECONDS: '0',
      ...settings,
    },
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
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-proof-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  shared = directory;
  return directory;
}
