import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/local/free-port.ts';
import { createDatabase, dropDatabase, findPostgres } from '../../src/local/postgres.ts';
import { COMMAND, SERVER } from '../../test/support/built-programs.ts';
import { startChild } from '../../test/support/child.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { send } from './http.ts';

const run = promisify(execFile);

export type Site = {
  /** Of the two processes. */
  ports: [number, number];
  password: string;
  /** Whether `lamplight verify` is clean. */
  verify(): Promise<boolean>;
};

/** Two production processes on a database with the demo community. `atEnd` removes everything. */
export async function startSite(): Promise<Site> {
  if (!existsSync(SERVER)) throw new Error('There is no production build: npm run build');
  const server = await findPostgres([process.env['TEST_DATABASE_URL']]);
  atEnd(() => server.stop());
  const name = `lamplight_attacks_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(server, name);
  atEnd(() => dropDatabase(server, name));
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-attacks-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));

  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    BASE_URL: 'http://localhost',
    STORAGE_DIR: directory,
    LOG_LEVEL: 'error',
  };
  const lamplight = (...args: string[]) =>
    run(process.execPath, [COMMAND, ...args], { env, cwd: directory });
  await lamplight('migrate');
  const { stdout } = await lamplight('seed', '--demo');
  const password = /^password: (\S+)/m.exec(stdout)?.[1] ?? '';

  const start = async () => {
    const port = await freePort();
    const own = { PORT: String(port), METRICS_PORT: String(await freePort()) };
    await startChild(process.execPath, [SERVER], {
      env: { ...env, ...own },
      isReady: async () =>
        (await send(port, { path: '/readyz', from: '127.0.0.1' })).status === 200,
    });
    return port;
  };
  return {
    ports: [await start(), await start()],
    password,
    verify: () =>
      lamplight('verify').then(
        () => true,
        () => false,
      ),
  };
}
