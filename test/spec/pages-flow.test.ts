import { expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const TEXT = { title: '灯下漫笔', body: '<p>灯火可亲。</p>', draft: true };
const create = async (who: Awaited<ReturnType<typeof world.member>>) =>
  (await who.post('/api/studio/posts', TEXT)).body.id as number;

test('Submit without scripts: the page shows the card and the checklist, and its form publishes', async () => {
  await world.review(false);
  const author = await world.member({ exp: 1 });
  const id = await create(author);
  const { text } = await author.get(`/studio/submit?id=${id}`);
  expect(text).toContain('post-card-note');
  expect(text).toContain('标题：灯下漫笔');
  expect(text).toContain('没有话题');
  expect(text).toContain('点“发布”后所有人可见。');
  const response = await author.submit(`/studio/posts/${id}/submit`, { next: `/posts/${id}` });
  expect([response.status, response.headers['location']]).toEqual([303, `/posts/${id}`]);
  expect((await world.visitor().get(`/posts/${id}`)).status).toBe(200);
  // Public by now: the page that asks leads to the post.
  expect((await author.get(`/studio/submit?id=${id}`)).status).toBe(303);
});

test('Schedule without scripts: the form takes a time in Shanghai, and the studio cancels it', async () => {
  await world.review(false);
  const author = await world.member({ exp: 1 });
  const id = await create(author);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const at = `/studio/posts/${id}/schedule`;
  await author.submit(`${at}/update`, { publish_at: `${day}T08:00`, next: '/studio/content' });
  expect((await author.get('/studio/content')).text).toContain('发布（北京时间）');
  await author.submit(`${at}/delete`, { next: '/studio/content' });
  expect((await author.get('/studio/content')).text).not.toContain('发布（北京时间）');
});

test('D23 the page that asks shows a Lv0 member what is missing', async () => {
  const newcomer = await world.member();
  const id = await create(newcomer);
  const { text } = await newcomer.get(`/studio/submit?id=${id}`);
  expect(text).toContain('升到 Lv1 才能发布');
  expect(text).toMatch(/<button[^>]*disabled[^>]*>发布/);
});

test('D58 a pending post offers to withdraw it and to continue writing', async () => {
  await world.review(true);
  const author = await world.member({ exp: 1 });
  const id = await create(author);
  await author.post(`/api/studio/posts/${id}/submit`);
  for (const path of [`/studio/write?id=${id}`, `/posts/${id}`, '/studio/content'])
    expect((await author.get(path)).text).toContain(`action="/studio/posts/${id}/withdraw"`);
  await author.submit(`/studio/posts/${id}/withdraw`, { next: `/studio/write?id=${id}` });
  expect((await author.get(`/studio/write?id=${id}`)).text).toContain('id="write-source"');
  await world.review(false);
});

test('Schedule: a post approved ahead of its time shows author and staff when it becomes public, and waits for nobody', async () => {
  await world.review(true);
  const [author, admin] = [await world.member({ exp: 1 }), await world.member({ role: 'admin' })];
  const id = await create(author);
  const publish_at = new Date(Date.now() + 86_400_000).toISOString();
  await author.post(`/api/studio/posts/${id}/submit`, { publish_at });
  const queue = async () => (await admin.get(`/admin/posts?post=${id}`)).text;
  expect(await queue()).toContain('通过审核后，将于');
  await admin.post(`/api/admin/posts/${id}/approve`, { version: 1 });
  const after = await queue();
  expect(after).toContain('已通过审核，将于');
  expect(after).not.toContain(`action="/admin/posts/${id}/approve"`);
  for (const path of [`/studio/write?id=${id}`, `/posts/${id}`, '/studio/content']) {
    const { text } = await author.get(path);
    expect(text).toContain('已通过审核，将于');
    expect(text).toContain('待公开');
    expect(text).not.toContain('正在等待审核');
  }
  await world.review(false);
});

test('D59 the bin lists a deleted post with its days, and restores it by a form', async () => {
  const author = await world.member({ exp: 1 });
  expect((await author.get('/studio/bin')).text).toContain('回收站是空的');
  const id = await create(author);
  expect((await author.get('/studio/content')).text).toContain('天内可以从回收站恢复');
  await author.submit(`/studio/posts/${id}/delete`);
  const { text } = await author.get('/studio/bin');
  expect(text).toContain('还剩 30 天');
  await author.submit(`/studio/bin/${id}/restore`, { next: '/studio/write?id={id}' });
  expect((await author.get('/studio/drafts')).text).toContain('灯下漫笔');
});

test('the author edits an own post with one click; nobody else sees the button', async () => {
  await world.review(false);
  const author = await world.member({ exp: 1 });
  const id = (await author.post('/api/studio/posts', { ...TEXT, draft: false })).body.id;
  const link = `href="/studio/write?id=${id}"`;
  expect((await author.get(`/posts/${id}`)).text).toContain(link);
  for (const who of [world.visitor(), await world.member()])
    expect((await who.get(`/posts/${id}`)).text).not.toContain(link);
});
