import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { purgeDeletedAccounts } from '../../src/accounts/actions/clean-up.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { thinDueRevisions } from '../../src/posts/actions/store-revision.ts';
import { DRAFTS_MAX, REVISION_ROW_BYTES, TEXT_QUOTA_BYTES } from '../../src/posts/rules.ts';
import type { Client } from '../support/client.ts';
import { findDifferences } from '../support/integrity.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

const DRAFT = { title: '灯', body: '<p>x</p>', draft: true };
const AT_ONCE = 10;
const verify = (world: World, repair = false) => verifyIntegrity(world.ctx, { repair });

async function author(world: World): Promise<Client> {
  return world.member({ exp: 5, transport: 'bearer' });
}

/** Directly in the database; through the service it would take too long. */
function insertDrafts(world: World, uid: number, count: number) {
  return world.sql(
    `with made as (
       insert into post (author_uid, status, title, summary, body, created_at, updated_at)
       select $1, 'draft', 'x', '', '', now(), now() from generate_series(1, $2) returning id, title, created_at
     ), counted as (insert into post_count (post_id) select id from made
     ), stored as (
       insert into post_revision (post_id, version, title, summary, body, created_at)
       select id, 1, title, '', '', created_at from made
     )
     insert into author_text (uid, bytes) values ($1, $2 * ($3::int + 1))
     on conflict (uid) do update set bytes = author_text.bytes + excluded.bytes`,
    [uid, count, REVISION_ROW_BYTES],
  );
}

const usedBy = async (world: World, uid: number) =>
  (await world.sql('select bytes from author_text where uid = $1', [uid]))[0]?.['bytes'];

const versionsOf = async (world: World, id: number) =>
  (
    await world.sql(
      'select array_agg(version order by version) as all from post_revision where post_id = $1',
      [id],
    )
  )[0]?.['all'];

test('A42, D57 a member has at most 500 drafts, also when many are created concurrently, and the refusal states it', async () => {
  const world = await createWorld({ DATABASE_POOL: '20' });
  const member = await author(world);
  await insertDrafts(world, member.uid, DRAFTS_MAX - 3);
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => member.post('/api/studio/posts', DRAFT)),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = responses.filter(({ status }) => status === 422);
  expect(refused).toHaveLength(AT_ONCE - 3);
  expect(refused[0]?.body).toMatchObject({ code: 'too_many_drafts', limit: DRAFTS_MAX });
  const english = await member.post('/api/studio/posts', DRAFT, {
    headers: { 'accept-language': 'en' },
  });
  expect([refused[0]?.body.detail, english.body.detail]).toEqual([
    '草稿已有 500 篇，达到上限。请先提交或删除一篇，再新建。',
    'You have 500 drafts, which is the limit. Submit or delete one before you start another.',
  ]);
  // A post published at once is not a draft, and another member has their own limit.
  const published = await member.post('/api/studio/posts', { ...DRAFT, draft: false });
  expect(published.status).toBe(201);
  expect((await (await author(world)).post('/api/studio/posts', DRAFT)).status).toBe(201);
  expect(findDifferences(await verify(world))).toEqual([]);
});

test('D57 over the text quota a save deletes the oldest versions, never a protected one', async () => {
  const world = await createWorld();
  const member = await author(world);
  const { body: old } = await member.post('/api/studio/posts', { ...DRAFT, draft: false });
  const path = `/api/studio/posts/${old.id}`;
  for (let version = 1; version < 5; version++)
    await member.put(path, { ...DRAFT, body: `<p>${version}</p>`, version });
  // The first version is public, the fifth is the newest.
  expect(await versionsOf(world, old.id)).toEqual([1, 2, 3, 4, 5]);
  await world.sql('update author_text set bytes = $2 where uid = $1', [
    member.uid,
    TEXT_QUOTA_BYTES - 900,
  ]);
  const text = randomBytes(300).toString('hex');
  const { body: created, status } = await member.post('/api/studio/posts', {
    ...DRAFT,
    body: `<p>${text}</p>`,
  });
  expect(status).toBe(201);
  expect(await versionsOf(world, old.id)).toEqual([1, 5]);
  expect(await versionsOf(world, created.id)).toEqual([1]);
});

test('D57 a save is refused if protected texts fill the quota, and a shorter one is saved', async () => {
  const world = await createWorld();
  const member = await author(world);
  const { body: post } = await member.post('/api/studio/posts', DRAFT);
  const path = `/api/studio/posts/${post.id}`;
  const fill = () =>
    world.sql('update author_text set bytes = $2 where uid = $1', [
      member.uid,
      TEXT_QUOTA_BYTES - 500,
    ]);
  await fill();
  const long = { ...DRAFT, body: `<p>${'长'.repeat(400)}</p>`, version: 1 };
  const refused = await member.put(path, long, { headers: { 'accept-language': 'en' } });
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    422,
    'text_quota',
    'Your posts take up 100 MB, which is the limit per member. Shorten one and save again.',
  ]);
  expect((await member.put(path, long)).body.detail).toContain('100 MB');
  expect(await versionsOf(world, post.id)).toEqual([1]);
  expect((await member.put(path, { ...DRAFT, version: 1 })).status).toBe(200);
});

test('D57 many concurrent saves do not exceed the quota', async () => {
  const world = await createWorld({ DATABASE_POOL: '20' });
  const member = await author(world);
  const body = `<p>${'x'.repeat(1000)}</p>`;
  const size = REVISION_ROW_BYTES + 1007 + 'x'.repeat(300).length + '灯'.length * 3;
  await member.post('/api/studio/posts', DRAFT);
  await world.sql('update author_text set bytes = $2 where uid = $1', [
    member.uid,
    TEXT_QUOTA_BYTES - 3 * size,
  ]);
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      member.post('/api/studio/posts', { ...DRAFT, body, summary: 'x'.repeat(300) }),
    ),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(Number(await usedBy(world, member.uid))).toBeLessThanOrEqual(TEXT_QUOTA_BYTES);
});

/** A post whose versions were saved at these times, in hours before now; all but those named are unprotected. */
async function insertHistory(
  world: World,
  uid: number,
  hoursAgo: number[],
  { live, pending }: { live: number; pending: number },
): Promise<number> {
  const now = world.ctx.now();
  const times = hoursAgo.map((hours) => new Date(now.getTime() - hours * 3_600_000));
  const rows = await world.sql(
    `insert into post (author_uid, status, title, summary, body, version, live_version, pending_version, created_at,
                       updated_at, published_at)
     values ($1, 'approved', 'x', '', '', $2, $3, $4, now(), now(), now()) returning id`,
    [uid, hoursAgo.length, live, pending],
  );
  const id = Number(rows[0]?.['id']);
  await world.sql('insert into post_count (post_id) values ($1)', [id]);
  await world.sql(
    `insert into post_revision (post_id, version, title, summary, body, created_at)
     select $1, version, 'x', '', 'body', at from unnest($2::timestamptz[]) with ordinality as stored (at, version)`,
    [id, times],
  );
  await world.sql('insert into revision_thinning (post_id, due_at) values ($1, $2)', [id, now]);
  await world.sql(
    `insert into author_text (uid, bytes) values ($1, $2)
     on conflict (uid) do update set bytes = author_text.bytes + excluded.bytes`,
    [uid, times.length * (REVISION_ROW_BYTES + 5)],
  );
  return id;
}

test('D57 thinning leaves the last version of each hour, then of each day, and the protected ones', async () => {
  const world = await createWorld();
  // Noon in Shanghai, so that the hours below fall on the expected days.
  const noon = new Date('2026-06-10T04:00:00Z').getTime();
  world.ctx.now = () => new Date(noon);
  const { uid } = await world.member();
  const hours = [
    ...[30 * 24, 30 * 24 - 1, 30 * 24 - 2], // one day: versions 1 to 3
    ...[20 * 24 + 2, 20 * 24 + 1], // another: 4 (public) and 5
    ...[5 * 24, 5 * 24 - 0.3, 5 * 24 - 0.6, 5 * 24 - 1.2], // an hour: 6 to 8; the next: 9
    ...[50.9, 50.5, 50.1], // an hour: 10 (submitted), 11, 12
    ...[23, 22.9, 0.5, 0.4], // the last day: 13 to 16
  ];
  const id = await insertHistory(world, uid, hours, { live: 4, pending: 10 });
  await thinDueRevisions(world.ctx);
  expect(await versionsOf(world, id)).toEqual([3, 4, 5, 8, 9, 10, 12, 13, 14, 15, 16]);
  expect(findDifferences(await verify(world))).toEqual([]);

  // Two weeks later one version per day is left, and the post is not scanned again.
  world.ctx.now = () => new Date(noon + 14 * 86_400_000);
  await thinDueRevisions(world.ctx);
  expect(await versionsOf(world, id)).toEqual([3, 4, 5, 9, 10, 12, 14, 15, 16]);
  expect(await world.sql('select from revision_thinning')).toEqual([]);
  expect(findDifferences(await verify(world))).toEqual([]);
});

test('D57 a save schedules the thinning of its post, and a thinned version frees its part of the quota', async () => {
  const world = await createWorld();
  const member = await author(world);
  const { body: post } = await member.post('/api/studio/posts', DRAFT);
  for (let version = 1; version < 6; version++)
    await member.put(`/api/studio/posts/${post.id}`, { ...DRAFT, version });
  await thinDueRevisions(world.ctx);
  expect(await versionsOf(world, post.id)).toEqual([1, 2, 3, 4, 5, 6]);
  world.wait(26 * 3600);
  await thinDueRevisions(world.ctx);
  // A draft has no public version: its first version counts as one until it is published.
  expect(((await versionsOf(world, post.id)) as number[]).length).toBeLessThanOrEqual(4);
  // The session has expired meanwhile.
  await member.logIn(member.email, PASSWORD, 'bearer');
  const { body: own } = await member.get(`/api/studio/posts/${post.id}`);
  expect([own.version, own.body]).toEqual([6, DRAFT.body]);
  const saved = await member.put(`/api/studio/posts/${post.id}`, { ...DRAFT, version: 6 });
  expect(saved.status).toBe(200);
  expect(findDifferences(await verify(world))).toEqual([]);
});

test('D57 concurrent thinning and saving neither deadlock nor lose a count', async () => {
  const world = await createWorld({ DATABASE_POOL: '20' });
  const member = await author(world);
  const posts = await Promise.all(
    Array.from({ length: 6 }, async () => (await member.post('/api/studio/posts', DRAFT)).body),
  );
  for (let round = 1; round <= 6; round++) {
    await world.sql(`update post_revision set created_at = created_at - interval '9 days'`);
    await world.sql(`update revision_thinning set due_at = now() - interval '1 day'`);
    const [, ...saves] = await Promise.all([
      Promise.all([thinDueRevisions(world.ctx), thinDueRevisions(world.ctx)]),
      ...posts.map(({ id }) => member.put(`/api/studio/posts/${id}`, { ...DRAFT, version: round })),
    ]);
    expect(saves.map(({ status }) => status)).toEqual(posts.map(() => 200));
  }
  expect(findDifferences(await verify(world))).toEqual([]);
});

test('D57 the query plans of thinning and of freeing quota use indexes, on many posts', async () => {
  const world = await createWorld();
  const [{ uid }, other] = [await world.member(), await world.member()];
  await insertDrafts(world, other.uid, 30_000);
  await insertDrafts(world, uid, 500);
  await world.sql(`insert into revision_thinning (post_id, due_at)
                   select id, now() + interval '1 second' * id from post`);
  await world.sql('analyze post, post_revision, revision_thinning, author_text');
  const plan = async (text: string) =>
    (await world.sql(`explain ${text}`)).map((row) => row['QUERY PLAN']).join('\n');
  expect(
    await plan(`select post_id from revision_thinning where due_at <= now() + interval '1 hour'
                order by due_at, post_id limit 20 for update skip locked`),
  ).toContain('revision_thinning_due');
  const thinning = await plan(
    `select stored.version from post_revision stored join post on post.id = stored.post_id
      where stored.post_id = any('{1,2,3,4,5,6,7,8,9,10}') and stored.created_at <= now()`,
  );
  expect(thinning).not.toContain('Seq Scan');
  expect(
    await plan(
      `select from post where author_uid = ${uid} and status = 'draft' and deleted_at is null limit 500`,
    ),
  ).not.toContain('Seq Scan');
});

test('D57 verify finds and repairs a wrong sum, and a purged account uses no quota', async () => {
  const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
  const member = await author(world);
  await member.post('/api/studio/posts', DRAFT);
  const right = await usedBy(world, member.uid);
  await world.sql('update author_text set bytes = 7');
  const [found] = findDifferences(await verify(world));
  expect([found?.name, found?.total]).toEqual(['author texts', 1]);
  expect((await verify(world, true)).clean).toBe(true);
  expect(await usedBy(world, member.uid)).toBe(right);

  await member.post('/api/settings/delete-account', { password: PASSWORD });
  world.wait(31 * 24 * 3600);
  await purgeDeletedAccounts(world.ctx);
  expect(Number(await usedBy(world, member.uid))).toBe(0);
  expect(findDifferences(await verify(world))).toEqual([]);
});
