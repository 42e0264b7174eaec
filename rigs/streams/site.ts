import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { freePort } from '../../src/local/free-port.ts';
import { createDatabase, dropDatabase, findPostgres } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { createLog } from '../../src/platform/log.ts';
import { openServices } from '../../src/services.ts';
import { SERVER } from '../../test/support/built-programs.ts';
import { startChild } from '../../test/support/child.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { FILL_CARDS } from '../../test/support/member-cards.ts';
import { MEMBERS_UNLIMITED } from '../../test/support/member-limits.ts';
import { openSessions } from '../bench/sessions.ts';

/** Each opens at most five streams on a process. */
const MEMBERS = 2_500;

export type Web = { url: string; pid: number };
export type StreamsSite = {
  webs: readonly [Web, Web];
  post: number;
  /** Of members who only read. */
  tokens: string[];
  /** By the post's author, through the first process. */
  comment(number: number): Promise<void>;
};

/** Two production processes and many members with a session. */
export async function startSite(): Promise<StreamsSite> {
  if (!existsSync(SERVER)) throw new Error('There is no production build: npm run build');
  const server = await findPostgres([
    process.env['TEST_DATABASE_URL'],
    process.env['DATABASE_URL'],
  ]);
  atEnd(() => server.stop());
  const name = `lamplight_streams_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(server, name);
  atEnd(() => dropDatabase(server, name));
  await migrateDatabase(url);
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-streams-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    BASE_URL: 'http://localhost',
    STORAGE_DIR: directory,
    LOG_LEVEL: 'error',
    ...MEMBERS_UNLIMITED,
  };
  const start = async (): Promise<Web> => {
    const port = String(await freePort());
    const own = { PORT: port, ROLE: 'web', METRICS_PORT: '-1' };
    const web = `http://127.0.0.1:${port}`;
    const child = await startChild(process.execPath, [SERVER], {
      env: { ...settings, ...own },
      isReady: () =>
        fetch(`${web}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
    });
    return { url: web, pid: child.pid };
  };
  const [author, ...readers] = await registerMembers(settings);
  const webs = [await start(), await start()] as const;
  const post = async (path: string, body: object): Promise<{ id: number }> => {
    const response = await fetch(webs[0].url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${author}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
  const { id } = await post('/api/studio/posts', { title: 'streams', body: '<p>streams</p>' });
  return {
    webs,
    post: id,
    tokens: readers,
    comment: async (number) =>
      void (await post(`/api/posts/${id}/comments`, { body: `number ${number}` })),
  };
}

/** Without passwords: only their sessions are used. Returns the access tokens. */
async function registerMembers(settings: Record<string, string>): Promise<string[]> {
  const services = await openServices(readConfig(settings), createLog('silent'));
  try {
    const { rows } = await services.database.pool.query<{ uid: number }>(
      `with made as (
         insert into users (email, email_key, password_hash, exp, created_at)
         select 'm' || n || '@example.org', 'm' || n || '@example.org', 'x', 2000, now()
           from generate_series(1, $1::int) as n returning uid
       ), counted as (insert into user_count (uid) select uid from made)
       select uid from made order by uid`,
      [MEMBERS],
    );
    await services.database.pool.query(FILL_CARDS, []);
    const sessions = await openSessions(
      services.ctx,
      rows.map(({ uid }) => Number(uid)),
      'bearer',
    );
    return sessions.map(({ token }) => token);
  } finally {
    await services.close();
  }
}
