import { expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { JOBS } from '../../src/jobs.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const days = (count: number) => count * 24 * 3600;
const CANARY = {
  email: 'canary.person@example.org',
  ip: '198.51.100.77',
  agent: 'CanaryBrowser/7.7',
  remark: 'canary remark',
  title: 'canary title',
  text: 'canary text of a post',
  comment: 'canary comment',
  name: 'canary-name',
  signature: 'canary signature',
  folder: 'canary folder',
};

/** Searches every column of every table for a text: a later table is included automatically. */
async function findEverywhere(text: string): Promise<string[]> {
  const columns = await world.sql(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and table_name <> 'schema_migration'`,
  );
  const found: string[] = [];
  for (const { table_name, column_name } of columns) {
    const rows = await world.sql(
      `select 1 from "${table_name}" where position(lower($1) in lower("${column_name}"::text)) > 0
          or position(encode(convert_to(lower($1), 'UTF8'), 'hex') in "${column_name}"::text) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

test('D15 after the window the purge leaves no personal field, only the uid', async () => {
  const person = world.visitor({ ip: CANARY.ip, user_agent: CANARY.agent });
  await person.register(CANARY.email, PASSWORD);
  await person.put(
    `/api/settings/sessions/${person.session_id}/remark`,
    { remark: CANARY.remark },
    { headers: { 'idempotency-key': 'canary' } },
  );
  await world.sql(
    `insert into notification (uid, kind, cause, payload, created_at) values ($1, 'password_changed', 'c', $2, now())`,
    [person.uid, JSON.stringify({ about: CANARY.remark })],
  );
  await world.sql(
    `with noted as (
       insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
       values ($1, 1, 1, 'opening', 'opening', now()) returning uid
     ) update users set exp = 1 from noted where users.uid = noted.uid`,
    [person.uid],
  );
  const post = { title: CANARY.title, body: `<p>${CANARY.text}</p>` };
  const { id } = (await person.post('/api/studio/posts', post)).body;
  await person.put(`/api/studio/posts/${id}`, { ...post, version: 1 });
  const named = { username: CANARY.name, signature: CANARY.signature };
  expect((await person.put('/api/settings/profile', named)).status).toBe(200);
  await person.post('/api/folders', { name: CANARY.folder, description: CANARY.folder });
  const other = await world.member({ exp: 500 });
  const theirs = await other.post('/api/studio/posts', {
    title: '他人',
    body: '<p>他人的文章</p>',
  });
  const comment = await person.post(`/api/posts/${theirs.body.id}/comments`, {
    body: CANARY.comment,
  });
  await other.post(`/api/comments/${comment.body.id}/reply`, { body: `多谢 @${CANARY.name} 来访` });
  await person.post(`/api/posts/${theirs.body.id}/like`);
  await person.post(`/api/posts/${theirs.body.id}/favorite`);
  await person.post(`/api/users/${other.uid}/follow`);
  for (const canary of Object.values(CANARY)) expect(await findEverywhere(canary)).not.toEqual([]);

  await person.post('/api/settings/delete-account', { password: PASSWORD });
  world.wait(days(30) - 60);
  await JOBS.tasks['accounts_purge']?.(world.ctx, {});
  expect(await findEverywhere(CANARY.email)).not.toEqual([]);

  world.wait(120);
  const late = await world.visitor().logIn(CANARY.email, PASSWORD);
  expect(late.body.code).toBe('bad_credentials');
  await JOBS.tasks['accounts_purge']?.(world.ctx, {});
  for (const canary of Object.values(CANARY)) expect(await findEverywhere(canary)).toEqual([]);
  expect((await world.visitor().get(`/api/posts/${theirs.body.id}`)).body).toMatchObject({
    like_count: 0,
    comment_count: 0,
    favorite_count: 0,
  });
  const { checks } = await verifyIntegrity(world.ctx, { repair: false });
  expect(checks.filter((check) => check.total > 0)).toEqual([]);
  const personal = await world.sql(
    `select a.attrelid::regclass::text as table_name, a.attname as column_name from pg_attribute a
       join pg_description d on d.objoid = a.attrelid and d.objsubid = a.attnum
      where d.description like 'personal:%'`,
  );
  expect(personal.length).toBeGreaterThanOrEqual(9);
  const memberOf: Record<string, string> = { report: 'reporter_uid' };
  for (const { table_name, column_name } of personal) {
    const rows = await world.sql(
      `select 1 from ${table_name} where ${memberOf[String(table_name)] ?? 'uid'} = $1 and nullif("${column_name}"::text, '') is not null`,
      [person.uid],
    );
    expect([table_name, column_name, rows.length]).toEqual([table_name, column_name, 0]);
  }
  const [left] = await world.sql('select uid, email, purged_at from users where uid = $1', [
    person.uid,
  ]);
  expect(left).toMatchObject({ uid: person.uid, email: null });

  const again = world.visitor();
  await again.register(CANARY.email, PASSWORD);
  expect(again.uid).toBeGreaterThan(person.uid);
});

test('ASVS 14.2.7 expired sessions, restore tokens and stored replies are swept', async () => {
  const member = await world.member({ transport: 'bearer' });
  await member.post(
    '/api/settings/sessions/destroy-others',
    {},
    { headers: { 'idempotency-key': 'sweep' } },
  );
  await member.post('/api/auth/logout', {
    refresh_token: member.tokens.refresh,
    transport: 'bearer',
  });
  const count = async (table: string) =>
    (await world.sql(`select 1 from ${table} where uid = $1`, [member.uid])).length;
  await JOBS.tasks['accounts_sweep']?.(world.ctx, {});
  expect([await count('session'), await count('idempotent_reply')]).toEqual([1, 1]);
  world.wait(days(91));
  await JOBS.tasks['accounts_sweep']?.(world.ctx, {});
  expect([await count('session'), await count('idempotent_reply')]).toEqual([0, 0]);
});
