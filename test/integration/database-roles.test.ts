import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { dropDatabase, findPostgres } from '../../src/local/postgres.ts';
import { atEnd } from '../support/cleanup.ts';
import { emptyDirectory, operatorOf } from '../support/lamplight.ts';
import { findDatabaseServer } from '../support/resources.ts';
import { withClient } from '../support/with-client.ts';
import { registerBearer, send } from './support/http.ts';
import { SECRET_KEY, startWeb } from './support/web.ts';

/** The statements of docs/operations.md, "Database roles". */
const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('## Database roles');
const [, written = ''] = /```sql\n([\s\S]+?)```/.exec(section) ?? [];

const SERVERS = [
  { name: 'the server of the tests', find: async () => (await findDatabaseServer()).url },
  {
    name: 'a server that never had the roles, of the newest version',
    find: async () => {
      const server = await findPostgres([]);
      atEnd(() => server.stop());
      return server.url;
    },
  },
];

describe.each(SERVERS)('the documented roles on $name', ({ find }) => {
  // Roles belong to the whole server, which other tests share.
  const suffix = randomBytes(4).toString('hex');
  const [database, owner, site] = ['lamplight', 'lamplight_owner', 'lamplight_site'].map(
    (name) => `${name}_${suffix}`,
  ) as [string, string, string];
  let env: Record<string, string>;
  let administrator: string;

  beforeAll(async () => {
    administrator = await find();
    const exists = await withClient(administrator, (client) =>
      client.query("select from pg_roles where rolname = 'lamplight_app'"),
    );
    const statements = written
      .replaceAll(/\b(lamplight_owner|lamplight_site|(?<=DATABASE )lamplight)\b/g, `$1_${suffix}`)
      .split(/;\n/)
      .filter((one) => one.trim())
      .filter((one) => !exists.rowCount || !one.includes('ROLE lamplight_app NOLOGIN'));
    await withClient(administrator, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
    atEnd(async () => {
      await dropDatabase({ url: administrator }, database);
      await withClient(administrator, (client) => client.query(`DROP ROLE ${site}, ${owner}`));
    });
    env = {
      DATABASE_URL: urlOf(site, 'choose-another'),
      DATABASE_MIGRATION_URL: urlOf(owner, 'choose-one'),
      SECRET_KEY,
      BASE_URL: 'http://localhost:3000',
      STORAGE_DIR: emptyDirectory(),
    };
  });

  function urlOf(user: string, password: string): string {
    const url = new URL(administrator);
    return Object.assign(url, { username: user, password, pathname: `/${database}` }).href;
  }

  test('a site is migrated and runs, and neither login may do more than it needs', async () => {
    const lamplight = operatorOf(env);
    expect(await lamplight('migrate')).toMatchObject({ code: 0 });
    expect(await lamplight('user create --email me@example.org --owner --generate')).toMatchObject({
      code: 0,
    });
    const web = await startWeb(env['DATABASE_URL'] ?? '', { ...env, ROLE: 'both' });
    const member = await registerBearer(web.url);
    // A member of level 0 may not write posts.
    await withClient(env['DATABASE_MIGRATION_URL'] ?? '', (client) =>
      client.query('update users set exp = 1 where uid = $1', [member.uid]),
    );
    const created = await send(web.url, 'POST', '/api/studio/posts', {
      token: member.access,
      body: { title: 'a lamp', body: '<p>It is lit.</p>' },
    });
    expect(created.status).toBe(201);
    // A second migration has nothing to do, and the doctor finds nothing but that a throwaway server is not durable.
    expect(await lamplight('migrate')).toMatchObject({ code: 0 });
    const doctor = await lamplight('doctor --offline');
    expect(
      doctor.stdout.split('\n').filter((line) => /✗ (?!durability|database settings)/.test(line)),
    ).toEqual([]);

    const { rows } = await withClient(administrator, (client) =>
      client.query(
        'select from pg_roles where rolname = any($1) and (rolsuper or rolcreaterole or rolcreatedb)',
        [[owner, site]],
      ),
    );
    expect(rows).toEqual([]);
    await expect(
      withClient(env['DATABASE_URL'] ?? '', (client) => client.query('create table mine ()')),
    ).rejects.toThrow('permission denied');
  });
});
