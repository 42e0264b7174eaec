import { expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import { releaseDuePosts } from '../../src/posts/actions/release-posts.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const admin = await world.member({ role: 'admin', transport: 'bearer' });
const TEXT = { title: '定时灯火', body: '<p>灯火可亲。</p>', tags: ['定时'] };
const HOUR = 3600;

const member = () => world.member({ exp: 1, transport: 'bearer' });
const release = () => releaseDuePosts(world.ctx);
const ahead = (seconds: number) =>
  new Date(world.ctx.now().getTime() + seconds * 1000).toISOString();
const draft = async (who: Client, input: object = {}): Promise<number> =>
  (await who.post('/api/studio/posts', { ...TEXT, draft: true, ...input })).body.id;
const submit = (who: Client, id: number, publish_at?: string) =>
  who.post(`/api/studio/posts/${id}/submit`, publish_at ? { publish_at } : undefined);
const own = async (who: Client, id: number) => (await who.get(`/api/studio/posts/${id}`)).body;
const isPublic = async (id: number) =>
  (await world.visitor().get(`/api/posts/${id}`)).status === 200;
const decide = (id: number, move: string, version = 1) =>
  admin.post(`/api/admin/posts/${id}/${move}`, { version, reason: '因为' });
const kinds = async (who: Client) =>
  (
    await world.sql(
      "select kind from notification where uid = $1 and kind <> 'level_up' order by id",
      [who.uid],
    )
  ).map(({ kind }) => kind);
/** Its time has come: sessions would end if the clock moved by hours. */
const arrive = (id: number) =>
  world.sql(
    "update post_schedule set publish_at = publish_at - left_over, due_at = due_at - left_over from (select publish_at - now() + interval '1 second' as left_over from post_schedule where post_id = $1) as one where post_id = $1",
    [id],
  );
const rows = async (id: number) =>
  (await world.sql('select 1 from post_schedule where post_id = $1', [id])).length;
const queue = async (): Promise<number[]> =>
  (await admin.get('/api/admin/posts?limit=100')).body.items.map((one: { id: number }) => one.id);

async function scheduled(who: Client, seconds = HOUR, audit = false): Promise<number> {
  await world.review(audit);
  const id = await draft(who);
  expect((await submit(who, id, ahead(seconds))).status).toBe(200);
  return id;
}

test('Schedule, review off: a draft until its time, editable, then public once with the newest text', async () => {
  const author = await member();
  const id = await scheduled(author);
  expect(await own(author, id)).toMatchObject({ status: 'draft', schedule: { approved: false } });
  await author.put(`/api/studio/posts/${id}`, { ...TEXT, title: '最后一稿', version: 1 });
  await world.sql(
    "update post_schedule set publish_at = now() + interval '5 s', due_at = now() + interval '5 s' where post_id = $1",
    [id],
  );
  await release();
  expect([await isPublic(id), (await own(author, id)).status]).toEqual([false, 'draft']);
  world.wait(6);
  await Promise.all([release(), release()]);
  const post = (await world.visitor().get(`/api/posts/${id}`)).body;
  expect(post).toMatchObject({ title: '最后一稿', status: 'approved' });
  // The actual time, not the chosen one: nothing appears in the past of a list or a feed.
  expect(Math.abs(new Date(post.published_at).getTime() - world.ctx.now().getTime())).toBeLessThan(
    5000,
  );
  expect([await rows(id), await kinds(author)]).toEqual([0, ['schedule_published']]);
  await release();
  expect(await kinds(author)).toEqual(['schedule_published']);
});

test('Schedule, D25: before its time nothing of the post is public', async () => {
  const author = await member();
  const id = await scheduled(author);
  await tick(world.ctx);
  const visitor = world.visitor();
  const seen = [
    '/api/posts?limit=100',
    `/api/posts?author=${author.uid}`,
    '/api/search?q=定时灯火',
    '/api/tags/定时/posts',
    '/feed.xml',
    '/sitemap.xml',
    `/space/${author.uid}`,
    `/api/posts/titles?ids=${id}`,
  ];
  for (const path of seen) expect((await visitor.get(path)).text, path).not.toContain('定时灯火');
  expect((await visitor.get(`/posts/${id}`)).status).toBe(404);
  await arrive(id);
  await tick(world.ctx);
  expect((await visitor.get('/api/posts?limit=100')).text).toContain('定时灯火');
});

test('Schedule, review on: approved before its time it leaves the queue, and is public at its time', async () => {
  const author = await member();
  const id = await scheduled(author, HOUR, true);
  expect(await own(author, id)).toMatchObject({ status: 'pending', schedule: { approved: false } });
  expect(await queue()).toContain(id);
  const approved = await decide(id, 'approve');
  expect(approved.body).toMatchObject({ status: 'pending', schedule: { approved: true } });
  expect(await queue()).not.toContain(id);
  expect([await isPublic(id), await kinds(author)]).toEqual([false, ['post_approved_ahead']]);
  expect((await decide(id, 'approve')).body.code).toBe('wrong_state');
  // The text that staff approved is the text that is published.
  const edit = { ...TEXT, title: '偷换', version: 1, draft: true };
  expect((await author.put(`/api/studio/posts/${id}`, edit)).status).toBe(409);
  await arrive(id);
  await release();
  expect(await isPublic(id)).toBe(true);
  expect(await kinds(author)).toEqual(['post_approved_ahead', 'schedule_published']);
});

test('Schedule, review on: its time does nothing before an approval, and approved later it is public at once', async () => {
  const author = await member();
  const id = await scheduled(author, HOUR, true);
  await arrive(id);
  await release();
  expect([(await own(author, id)).status, await rows(id)]).toEqual(['pending', 1]);
  expect((await decide(id, 'approve')).body.status).toBe('approved');
  expect([await isPublic(id), await rows(id)]).toEqual([true, 0]);
  await release();
  expect(await kinds(author)).toEqual(['post_approved']);
});

test('Schedule, D20 the switch is read again at the time: with review on by then, the post is submitted', async () => {
  const author = await member();
  const id = await scheduled(author);
  await world.review(true);
  await arrive(id);
  await release();
  expect([(await own(author, id)).status, await isPublic(id)]).toEqual(['pending', false]);
  expect([await rows(id), await kinds(author)]).toEqual([0, ['schedule_submitted']]);
  expect((await decide(id, 'approve')).body.status).toBe('approved');
});

test('Schedule: the time can be changed and cancelled, also after an approval', async () => {
  const author = await member();
  const id = await scheduled(author);
  const time = ahead(3 * HOUR);
  const path = `/api/studio/posts/${id}/schedule`;
  expect((await author.put(path, { publish_at: time })).body.schedule.publish_at).toBe(time);
  await release();
  expect(await isPublic(id)).toBe(false);
  expect((await author.delete(path)).body).toMatchObject({ status: 'draft', schedule: null });
  // Again: it is what the request asks for already.
  expect((await author.delete(path)).status).toBe(200);
  await release();
  expect((await own(author, id)).status).toBe('draft');

  const reviewed = await scheduled(author, HOUR, true);
  await decide(reviewed, 'approve');
  const other = ahead(2 * HOUR);
  const at = `/api/studio/posts/${reviewed}/schedule`;
  expect((await author.put(at, { publish_at: other })).body.schedule).toEqual({
    publish_at: other,
    approved: true,
  });
  expect((await author.delete(at)).body).toMatchObject({ status: 'draft', schedule: null });
  await release();
  expect(await isPublic(reviewed)).toBe(false);
});

test('Schedule: publishing at once ends it, and a public post has no schedule', async () => {
  const author = await member();
  const id = await scheduled(author);
  expect((await submit(author, id)).body).toMatchObject({ status: 'approved', schedule: null });
  const path = `/api/studio/posts/${id}/schedule`;
  expect((await author.delete(path)).body.code).toBe('wrong_state');
  expect((await author.put(path, { publish_at: ahead(HOUR) })).body.code).toBe('wrong_state');
});

test.each(['reject', 'lock', 'remove', 'withdraw', 'delete'])(
  'Schedule: %s ends it, and nothing is published at the time',
  async (move) => {
    const author = await member();
    const id = await scheduled(author, HOUR, true);
    if (move !== 'withdraw' && move !== 'delete') await decide(id, 'approve');
    if (move === 'withdraw') await author.post(`/api/studio/posts/${id}/withdraw`);
    else if (move === 'delete') await author.delete(`/api/studio/posts/${id}`);
    else expect((await decide(id, move)).status).toBeLessThan(300);
    expect(await rows(id)).toBe(0);
    if (move === 'lock') await decide(id, 'unlock');
    await release();
    expect(await isPublic(id)).toBe(false);
    // Unlocked, it waits for a decision again.
    if (move === 'lock') expect(await queue()).toContain(id);
  },
);

test.each([
  ['banned', "update users set status = 'banned' where uid = $1", 'schedule_failed_banned'],
  ['deleted', 'update users set deleted_at = now() where uid = $1', 'schedule_failed'],
  ['fallen to Lv0', 'update users set exp = 0 where uid = $1', 'schedule_failed_level'],
  ['empty', "update post set body = '' where author_uid = $1", 'schedule_failed_empty'],
])(
  'Schedule: nothing is published for an author or text that is %s by then',
  async (_, change, kind) => {
    const author = await member();
    const id = await scheduled(author);
    await world.sql(change, [author.uid]);
    await arrive(id);
    await release();
    const [post] = await world.sql('select status from post where id = $1', [id]);
    expect([post?.['status'], await rows(id), await kinds(author)]).toEqual(['draft', 0, [kind]]);
  },
);

test('Schedule: a banned author with an approved post publishes nothing, and it is a draft', async () => {
  const author = await member();
  const id = await scheduled(author, HOUR, true);
  await decide(id, 'approve');
  await world.sql("update users set status = 'banned' where uid = $1", [author.uid]);
  await arrive(id);
  await release();
  const [post] = await world.sql('select status from post where id = $1', [id]);
  expect([post?.['status'], await rows(id)]).toEqual(['draft', 0]);
});

test.each([
  ['too soon', () => ahead(4 * 60)],
  ['past', () => ahead(-HOUR)],
  ['too far ahead', () => ahead(367 * 24 * HOUR)],
  ['no such day', () => '2027-02-30T08:00'],
])('Schedule: a time that is %s is refused, and nothing changes', async (_, time) => {
  const author = await member();
  await world.review(false);
  const id = await draft(author);
  for (const response of [
    await submit(author, id, time()),
    await author.put(`/api/studio/posts/${id}/schedule`, { publish_at: time() }),
  ])
    expect([response.status, response.body.code]).toEqual([422, 'schedule_time']);
  expect(await own(author, id)).toMatchObject({ status: 'draft', schedule: null });
});

test('Schedule, D9 a time without an offset is a time in Shanghai', async () => {
  const author = await member();
  await world.review(false);
  const id = await draft(author);
  const day = ahead(3 * 24 * HOUR).slice(0, 10);
  const { body } = await submit(author, id, `${day}T08:00`);
  expect(body.schedule.publish_at).toBe(`${day}T00:00:00.000Z`);
});

test('Schedule: cancel and the worker at the same time: one outcome, and the response is true', async () => {
  for (let round = 0; round < 10; round++) {
    const author = await member();
    const id = await scheduled(author);
    await arrive(id);
    const cancel = () => author.delete(`/api/studio/posts/${id}/schedule`);
    const [response] = await Promise.all([cancel(), release(), release()]);
    const { status } = await own(author, id);
    expect([response.status, status]).toEqual(
      response.status === 200 ? [200, 'draft'] : [409, 'approved'],
    );
    expect(await kinds(author)).toEqual(status === 'approved' ? ['schedule_published'] : []);
  }
});

test('Schedule: one post that fails again and again does not stop the others', async () => {
  const author = await member();
  const [bad, good] = [await scheduled(author), await scheduled(author)];
  await world.sql(`create function refuse_one() returns trigger language plpgsql as
    $$ begin if new.status = 'approved' then raise 'broken'; end if; return new; end $$`);
  await world.sql(
    `create trigger refuse_one before update on post for each row when (new.id = ${bad}) execute function refuse_one()`,
  );
  await arrive(bad);
  await arrive(good);
  await release();
  expect([await isPublic(bad), await isPublic(good)]).toEqual([false, true]);
  await world.sql('drop function refuse_one cascade');
  world.wait(61);
  await release();
  expect(await isPublic(bad)).toBe(true);
});
