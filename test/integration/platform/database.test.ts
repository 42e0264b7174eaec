import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { migrateDatabase } from '../../../src/platform/db/install.ts';
import { pendingMigrations } from '../../../src/platform/db/migrate.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { emptyDatabase, freshDatabase } from '../../support/database.ts';
import { createWorld, PASSWORD } from '../../support/world.ts';

async function asApp<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool({ url, role: 'lamplight_app', size: 2, name: 'test' });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

test('concurrent migrations run once, and a second run has nothing to do', async () => {
  const url = await emptyDatabase();
  const runs = await Promise.all([
    migrateDatabase(url),
    migrateDatabase(url),
    migrateDatabase(url),
  ]);
  const applied = runs.filter((names) => names.length > 0);
  expect(applied).toHaveLength(1);
  expect(applied[0]?.[0]).toBe('0001-users.sql');
  expect(await migrateDatabase(url)).toEqual([]);
  expect(await asApp(url, pendingMigrations)).toEqual([]);
});

test('a migration that was changed after it ran stops the next run', async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "update schema_migration set checksum = 'other' where name = '0001-users.sql'",
  );
  await client.end();
  await expect(migrateDatabase(url)).rejects.toThrow('was changed after it had been applied');
});

test("ASVS 13.2.2 the app's role can neither change the schema nor create roles", async () => {
  const url = await freshDatabase();
  await asApp(url, async (pool) => {
    for (const statement of [
      'create table x (id int)',
      'alter table users add column x int',
      'drop table session',
      'drop trigger users_end_sessions on users',
      'alter table users disable trigger users_end_sessions',
      'truncate users',
      'delete from users',
      "update schema_migration set checksum = ''",
      'create function f() returns int language sql as $$ select 1 $$',
      'update site_setting set value = true; create role x',
    ]) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    const { rows } = await pool.query('select current_user as name', []);
    expect(rows).toEqual([{ name: 'lamplight_app' }]);
  });
});

test('the grants of every table are exactly these, and none may be truncated', async () => {
  const world = await createWorld();
  const grants = await world.sql(
    `select table_name, string_agg(privilege_type, ' ' order by privilege_type) as may
       from information_schema.role_table_grants
      where grantee = 'lamplight_app' and table_schema = 'public' group by 1 order by 1`,
  );
  expect(Object.fromEntries(grants.map((row) => [row['table_name'], row['may']]))).toEqual({
    author_read_day: 'INSERT SELECT UPDATE',
    author_text: 'INSERT SELECT UPDATE',
    backup_record: 'INSERT SELECT UPDATE',
    comment: 'INSERT SELECT UPDATE',
    comment_count: 'INSERT SELECT UPDATE',
    comment_day: 'INSERT SELECT UPDATE',
    comment_like: 'DELETE INSERT SELECT UPDATE',
    comment_mention: 'DELETE INSERT SELECT',
    comment_hold: 'DELETE INSERT SELECT',
    comment_revision: 'DELETE INSERT SELECT',
    daily_exp: 'INSERT SELECT UPDATE',
    email_change: 'DELETE INSERT SELECT UPDATE',
    digest_pace: 'SELECT UPDATE',
    digest_preference: 'DELETE INSERT SELECT UPDATE',
    energy_account: 'INSERT SELECT UPDATE',
    energy_batch: 'INSERT SELECT',
    energy_entry: 'INSERT SELECT',
    energy_entry_archive: 'SELECT',
    energy_opening: 'SELECT',
    energy_transfer: 'INSERT SELECT',
    exp_entry: 'INSERT SELECT',
    folder: 'DELETE INSERT SELECT UPDATE',
    folder_item: 'DELETE INSERT SELECT',
    foreign_picture: 'DELETE INSERT SELECT UPDATE',
    hidden_reply: 'DELETE INSERT SELECT UPDATE',
    api_token: 'DELETE INSERT SELECT UPDATE',
    member_card: 'INSERT SELECT UPDATE',
    invitation: 'DELETE INSERT SELECT UPDATE',
    invitation_use: 'INSERT SELECT UPDATE',
    push_message: 'DELETE INSERT SELECT UPDATE',
    push_subscription: 'DELETE INSERT SELECT UPDATE',
    webhook: 'DELETE INSERT SELECT UPDATE',
    webhook_delivery: 'DELETE INSERT SELECT UPDATE',
    webhook_event: 'DELETE INSERT SELECT UPDATE',
    hidden_star: 'DELETE INSERT SELECT',
    ban: 'DELETE INSERT SELECT UPDATE',
    ban_appeal: 'DELETE INSERT SELECT UPDATE',
    import_record: 'INSERT SELECT',
    report: 'DELETE INSERT SELECT',
    report_case: 'INSERT SELECT UPDATE',
    staff_claim: 'DELETE INSERT SELECT UPDATE',
    staff_note: 'DELETE INSERT SELECT',
    staff_undo: 'DELETE INSERT SELECT UPDATE',
    idempotent_reply: 'DELETE INSERT SELECT',
    integrity_repair: 'INSERT SELECT',
    integrity_run: 'INSERT SELECT',
    identity: 'DELETE INSERT SELECT UPDATE',
    language_backfill: 'DELETE SELECT UPDATE',
    mail: 'DELETE INSERT SELECT UPDATE',
    mail_address_state: 'DELETE INSERT SELECT UPDATE',
    mail_event: 'DELETE INSERT SELECT',
    mail_token: 'DELETE INSERT SELECT UPDATE',
    notification: 'DELETE INSERT SELECT UPDATE',
    notify_pref: 'DELETE INSERT SELECT UPDATE',
    page_acceptance: 'DELETE INSERT SELECT',
    page_text: 'INSERT SELECT',
    page_version: 'INSERT SELECT',
    passkey: 'DELETE INSERT SELECT UPDATE',
    post: 'INSERT SELECT UPDATE',
    post_change: 'DELETE INSERT SELECT UPDATE',
    post_count: 'INSERT SELECT UPDATE',
    post_count_delta: 'DELETE INSERT SELECT',
    post_day: 'INSERT SELECT UPDATE',
    post_energize: 'INSERT SELECT',
    post_energize_total: 'INSERT SELECT UPDATE',
    post_favorite: 'DELETE INSERT SELECT UPDATE',
    post_hot_score: 'DELETE INSERT SELECT UPDATE',
    post_reaction: 'DELETE INSERT SELECT UPDATE',
    post_related: 'DELETE INSERT SELECT UPDATE',
    post_read_count: 'INSERT SELECT UPDATE',
    post_read_day: 'INSERT SELECT UPDATE',
    post_read_depth: 'INSERT SELECT UPDATE',
    post_read_source: 'DELETE INSERT SELECT UPDATE',
    post_read_even: 'INSERT SELECT UPDATE',
    post_read_odd: 'INSERT SELECT UPDATE',
    post_revision: 'DELETE INSERT SELECT',
    post_restore: 'INSERT SELECT',
    post_schedule: 'DELETE INSERT SELECT UPDATE',
    series: 'DELETE INSERT SELECT UPDATE',
    series_post: 'DELETE INSERT SELECT UPDATE',
    studio_visit: 'DELETE INSERT SELECT UPDATE',
    published_edit: 'DELETE INSERT SELECT',
    post_search: 'DELETE INSERT SELECT UPDATE',
    post_tag: 'DELETE INSERT SELECT UPDATE',
    process_heartbeat: 'DELETE INSERT SELECT UPDATE',
    profile_change: 'INSERT SELECT UPDATE',
    read_salt: 'DELETE INSERT SELECT',
    recovery_code: 'DELETE INSERT SELECT UPDATE',
    related_backfill: 'DELETE SELECT UPDATE',
    restore_token: 'DELETE INSERT SELECT',
    revision_thinning: 'DELETE INSERT SELECT UPDATE',
    schema_migration: 'SELECT',
    search_backfill: 'DELETE INSERT SELECT UPDATE',
    search_key: 'DELETE INSERT SELECT UPDATE',
    search_name: 'DELETE INSERT SELECT UPDATE',
    search_name_change: 'DELETE INSERT SELECT UPDATE',
    search_word: 'DELETE INSERT SELECT',
    second_factor: 'DELETE INSERT SELECT UPDATE',
    security_event: 'INSERT SELECT',
    session: 'DELETE INSERT SELECT UPDATE',
    sign_in_attempt: 'DELETE INSERT SELECT',
    site_icon: 'DELETE INSERT SELECT UPDATE',
    site_setting: 'INSERT SELECT UPDATE',
    listed_word: 'DELETE INSERT SELECT UPDATE',
    automatic_rule: 'SELECT UPDATE',
    repetition: 'DELETE INSERT SELECT UPDATE',
    site_text: 'DELETE INSERT SELECT UPDATE',
    staff_action: 'INSERT SELECT',
    transparency_count: 'INSERT SELECT',
    tag: 'INSERT SELECT UPDATE',
    tag_edition: 'SELECT UPDATE',
    tag_follow: 'DELETE INSERT SELECT',
    tag_recheck: 'DELETE INSERT SELECT UPDATE',
    upload: 'DELETE INSERT SELECT UPDATE',
    upload_use: 'DELETE INSERT SELECT',
    used_challenge: 'DELETE INSERT SELECT UPDATE',
    user_block: 'DELETE INSERT SELECT UPDATE',
    user_checkin: 'INSERT SELECT',
    user_count: 'INSERT SELECT UPDATE',
    user_count_delta: 'DELETE INSERT SELECT',
    user_export: 'DELETE INSERT SELECT UPDATE',
    user_follow: 'DELETE INSERT SELECT UPDATE',
    user_task: 'INSERT SELECT',
    username_claim: 'DELETE INSERT SELECT',
    users: 'INSERT SELECT UPDATE',
  });
});

test('the app can only select from and insert into an append-only table', async () => {
  const world = await createWorld();
  const tables = await world.sql(
    "select relname from pg_class where relkind in ('r', 'p') and obj_description(oid, 'pg_class') like 'append-only:%'",
  );
  expect(tables.length).toBeGreaterThanOrEqual(1);
  const { DATABASE_URL, DATABASE_ROLE } = world.ctx.config;
  const pool = openPool({ url: DATABASE_URL, role: DATABASE_ROLE, size: 1, name: 'test' });
  for (const { relname } of tables) {
    for (const statement of [
      `delete from ${relname}`,
      `truncate ${relname}`,
      `update ${relname} set created_at = now()`,
    ]) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  }
  await pool.end();
});

test('ASVS 13.1.3 every connection has its timeouts and UTC', async () => {
  await asApp(await freshDatabase(), async (pool) => {
    const setting = async (name: string) => (await pool.query(`show ${name}`)).rows[0]?.[name];
    expect(await setting('statement_timeout')).toBe('3s');
    expect(await setting('lock_timeout')).toBe('2s');
    expect(await setting('idle_in_transaction_session_timeout')).toBe('5s');
    expect(await setting('TimeZone')).toBe('UTC');
  });
});

test('every statement is prepared by name, and the number of names does not grow with the data', async () => {
  const world = await createWorld({ DATABASE_POOL: '2' });
  const member = await world.member({ transport: 'bearer' });
  const names = async () => {
    for (let count = 0; count < 30; count++) await member.get('/api/settings/sessions');
    const { rows } = await world.ctx.db.executeQuery<{ count: number }>(
      (await import('kysely')).CompiledQuery.raw('select count(*) from pg_prepared_statements', []),
    );
    return Number(rows[0]?.count);
  };
  const first = await names();
  expect(first).toBeGreaterThan(1);
  expect(await names()).toBeLessThanOrEqual(first + 2);
});

test('a pipelined transaction is rolled back as a whole, also if the server has lost its prepared statements', async () => {
  const url = await freshDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'deallocate' }, () => {});
  await sql`create table word (text text)`.execute(db);
  const failing = (word: string) =>
    inTransaction(db, async (trx) => {
      await sql`insert into word values (${word}) returning ${sql.lit(word)}`.execute(trx);
      throw new Error('rolled back');
    });
  await expect(failing('first')).rejects.toThrow('rolled back');
  await sql`deallocate all`.execute(db);
  await expect(failing('second')).rejects.toThrow();
  const { rows } = await sql`select text from word`.execute(db);
  expect(rows).toEqual([]);
  await close();
});

test('A26 a ban, a deletion and a new password end sessions also if made directly in SQL', async () => {
  const world = await createWorld();
  for (const change of ["status = 'banned'", "password_hash = 'x'", 'deleted_at = now()']) {
    const member = await world.member();
    await world.sql(`update users set ${change} where uid = $1`, [member.uid]);
    expect([change, (await member.get('/api/settings/sessions')).status]).toEqual([change, 401]);
  }
  const restorer = await world.member();
  await restorer.post('/api/settings/delete-account', { password: PASSWORD });
  const { restore_token } = (await world.visitor().logIn(restorer.email, PASSWORD)).body;
  await world.sql("update users set password_hash = 'x' where uid = $1", [restorer.uid]);
  const spent = await world.visitor().post('/api/auth/confirm-restore', { restore_token });
  expect(spent.body.code).toBe('restore_token_invalid');

  const member = await world.member();
  await world.sql("update users set role = 'admin' where uid = $1", [member.uid]);
  expect((await member.get('/api/settings/sessions')).status).toBe(200);
});

test('D17 the database allows at most one owner', async () => {
  const world = await createWorld();
  await world.member({ role: 'owner' });
  await expect(world.member({ role: 'owner' })).rejects.toThrow('users_one_owner');
});

test('no query selects every column of a table: a migration that adds one must not change a prepared plan', () => {
  const stores = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /store(\/[\w-]+)?\.ts$/.test(path),
  );
  expect(stores.length).toBeGreaterThan(8);
  for (const store of stores) {
    expect(readFileSync(`src/${store}`, 'utf8')).not.toMatch(/selectAll\(\)|select \*/);
  }
});
