import type { KyselyPlugin } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { explain } from '../../rigs/query-plans/explain.ts';
import { fillLargeSet } from '../../rigs/query-plans/fill.ts';
import { recordQueries } from '../../rigs/query-plans/record-queries.ts';
import type { Context } from '../../src/context.ts';
import { makeDigestBatch } from '../../src/digest/actions/make-digests.ts';
import { BATCH_MAX } from '../../src/digest/rules.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { createWorld } from '../support/world.ts';
import { printMeasurements } from './support/print-measurements.ts';

/** `TEST_DIGESTS=200000` measures; CI checks the shape of the plans. */
const MEMBERS = Number(process.env['TEST_DIGESTS'] ?? 5000);
const DUE = Math.max(200, Math.round(MEMBERS / 40));
/** Every how many members one is due; only those follow somebody. */
const EACH = Math.floor(MEMBERS / DUE);
const FOLLOWED = { authors: 30, tags: 5 };
const SIZE = { members: MEMBERS, posts: 20_000, comments: 20_000, reactions: 20_000 };
const SMTP = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'lamplight@lamplight.example' };

class Cut extends Error {}

/** As if the process ended before the statement with this number: the database rolls back what was not committed. */
function cutAt(ctx: Context, number: number): Context {
  return {
    ...ctx,
    tx: (work) =>
      ctx.tx((trx) => {
        let statements = 0;
        const plugin: KyselyPlugin = {
          transformQuery: ({ node }) => {
            statements += 1;
            if (statements === number) throw new Cut();
            return node;
          },
          transformResult: async ({ result }) => result,
        };
        return work(trx.withPlugin(plugin) as typeof trx);
      }),
  };
}

test('a crash before any statement of a batch neither repeats nor loses a digest', async () => {
  const world = await createWorld(SMTP);
  const { ctx } = world;
  const author = await world.member({ exp: 2000, transport: 'bearer' });
  const members = [];
  for (let count = 0; count < 5; count++) {
    const member = await world.member({ transport: 'bearer' });
    await world.sql('update users set email_verified_at = now() where uid = $1', [member.uid]);
    await member.put('/api/settings/digest', { frequency: 'daily' });
    await member.post(`/api/users/${author.uid}/follow`);
    members.push(member.uid);
  }
  await author.post('/api/studio/posts', { title: '灯', body: '<p>火</p>' });
  // The mails of the registrations.
  await world.sql('delete from mail');
  await world.sql("delete from graphile_worker._private_jobs where key like 'mail:%'");
  world.wait(300);
  await world.sql("update digest_preference set next_at = now() - interval '1 second'");
  const state = () =>
    world.sql(
      `select (select count(*) from mail)::int as mails,
              (select count(*) from graphile_worker._private_jobs where key like 'mail:%')::int as jobs,
              (select count(*) from digest_preference where next_at <= now())::int as due,
              (select count(distinct covered_until) from digest_preference)::int as covered`,
    );
  const before = await state();
  expect(before).toMatchObject([{ mails: 0, jobs: 0, due: 5 }]);
  let cuts = 0;
  for (;;) {
    const cut = await makeDigestBatch(cutAt(ctx, cuts + 1), 100).then(
      () => false,
      (error) => {
        if (!(error instanceof Cut)) throw error;
        return true;
      },
    );
    if (!cut) break;
    cuts += 1;
    expect(await state()).toEqual(before);
  }
  expect(cuts).toBeGreaterThanOrEqual(5);
  expect(await state()).toMatchObject([{ mails: 5, jobs: 5, due: 0 }]);
  // After the commit, whatever the process did not hear of.
  expect(await makeDigestBatch(ctx, 100)).toEqual({ taken: 0, made: 0 });
  // Even a preference that was put back cannot send the same digest twice.
  const sent = await world.sql('select uid::int, cause from mail order by uid');
  for (const { uid, cause } of sent)
    await world.sql(
      'update digest_preference set next_at = $2, covered_until = $3 where uid = $1',
      [uid, String(cause).replace(/^digest:\d+:/, ''), '2020-01-01'],
    );
  await makeDigestBatch(ctx, 100);
  expect(await world.sql('select uid::int, cause from mail order by uid')).toEqual(sent);
  expect(sent.map(({ uid }) => uid)).toEqual(members);
});

test(`of ${MEMBERS} preferences ${DUE} are due: a batch uses indexes and reads in proportion to its members`, async () => {
  const world = await createWorld(SMTP);
  const client = new pg.Client({ connectionString: world.ctx.config.DATABASE_URL });
  await client.connect();
  await fillLargeSet((sql) => client.query(sql) as never, SIZE);
  await client.query(`
    update users set email_verified_at = now();
    insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
    select uid, followed, true, false, now()
      from generate_series(${EACH}, ${MEMBERS}, ${EACH}) uid
      cross join lateral (
        select 2 + (uid * 7919 + n * 104729) % ${Math.floor(MEMBERS / 2)} as followed from generate_series(1, ${FOLLOWED.authors}) n
      ) one where followed <> uid on conflict do nothing;
    insert into tag_follow (uid, tag_id, created_at)
    select uid, 1 + (uid * 31 + n * 17) % 2000, now()
      from generate_series(${EACH}, ${MEMBERS}, ${EACH}) uid cross join generate_series(1, ${FOLLOWED.tags}) n on conflict do nothing;
    insert into digest_preference (uid, frequency, hour, weekday, zone, next_at, covered_until)
    select uid, 'daily', 8, 1, 'Asia/Shanghai',
           case when uid % ${EACH} = 0 then now() - interval '1 minute' else now() + interval '1 second' * uid end,
           now() - interval '1 day'
      from users`);
  for (const table of ['user_follow', 'tag_follow', 'digest_preference', 'users'])
    await client.query(`vacuum analyze ${table}`);

  const started = performance.now();
  const { queries, result } = await recordQueries(() => makeDigestBatch(world.ctx, BATCH_MAX));
  expect(result.taken).toBe(BATCH_MAX);
  expect(result.made).toBeGreaterThan(BATCH_MAX / 2);
  const batchMs = performance.now() - started;
  const statements = queries.filter(({ text }) => /^\s*(with|select|insert|update)\b/i.test(text));
  expect(statements).toHaveLength(6);

  const { DATABASE_URL: url, DATABASE_ROLE: role } = world.ctx.config;
  const pool = openPool({ url, role, size: 1, name: 'plans' });
  const asService = await pool.connect();
  const explained = [];
  await asService.query('begin');
  for (const one of statements) {
    if (/^\s*insert into|add_jobs/.test(one.text)) continue;
    explained.push(await explain(asService, one));
  }
  await asService.query('rollback');
  asService.release();
  await pool.end();
  const large = await client.query(
    "select relname from pg_class where relkind = 'r' and reltuples > 2000",
  );
  const names = new Set(large.rows.map((row) => row.relname as string));
  await client.end();
  for (const one of explained)
    expect([one.text, one.seq_scans.filter((name) => names.has(name))]).toEqual([one.text, []]);
  const [take, followed, content, move] = explained;
  // The due rows and their members, and nothing of the others.
  expect(take?.tables['digest_preference']).toBeLessThanOrEqual(2 * BATCH_MAX);
  expect(take?.tables['users']).toBeLessThanOrEqual(2 * BATCH_MAX);
  // A member's follows, the newest post of each, and the ten of the mail.
  const perMember = 2 * (FOLLOWED.authors + FOLLOWED.tags) + 300;
  expect(followed?.tables['user_follow']).toBeLessThanOrEqual(BATCH_MAX * 2 * FOLLOWED.authors);
  expect(content?.tables['post']).toBeLessThanOrEqual(BATCH_MAX * perMember);
  expect(move?.tables['digest_preference']).toBeLessThanOrEqual(2 * BATCH_MAX);

  const many = performance.now();
  let [made, taken] = [0, 0];
  for (;;) {
    const batch = await makeDigestBatch(world.ctx, BATCH_MAX);
    if (batch.taken === 0) break;
    made += batch.made;
    taken += batch.taken;
  }
  const [sizes] = await world.sql(
    `select pg_table_size('digest_preference')::int as table_bytes, pg_relation_size('digest_preference_due')::int as due_bytes,
            pg_relation_size('digest_preference_pkey')::int as key_bytes, (select avg(pg_column_size(mail.*))::int from mail) as mail_bytes`,
  );
  printMeasurements('digests', {
    preferences: MEMBERS,
    'first batch ms': batchMs,
    'ms per mail': (performance.now() - many) / made,
    members: taken,
    mails: made,
    'buffers per member, taking': (take?.buffers ?? 0) / BATCH_MAX,
    'buffers per member, content': (content?.buffers ?? 0) / BATCH_MAX,
    'ms per member, content': (content?.ms ?? 0) / BATCH_MAX,
    'buffers per member, moving on': (move?.buffers ?? 0) / BATCH_MAX,
    'bytes per preference': Number(sizes?.['table_bytes']) / MEMBERS,
    'bytes of the index by time': Number(sizes?.['due_bytes']) / MEMBERS,
    'bytes of the key': Number(sizes?.['key_bytes']) / MEMBERS,
    'bytes per mail row': Number(sizes?.['mail_bytes']),
  });
}, 900_000);
