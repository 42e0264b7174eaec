import { describe, expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 300 });

async function draft(title = '灯下') {
  const { body } = await author.post('/api/studio/posts', {
    title,
    body: '<p>字</p>',
    draft: true,
  });
  return body as { id: number; version: number };
}

describe('§4 page /studio/write', () => {
  test('an anonymous visitor logs in first and comes back', async () => {
    const { status, headers } = await world
      .visitor()
      .get('/studio/write?id=5', { headers: { accept: 'text/html' } });
    expect(status).toBe(303);
    expect(headers['location']).toBe(`/login?next=${encodeURIComponent('/studio/write?id=5')}`);
  });

  test("another author's post is not found, like a missing one", async () => {
    const { id } = await draft();
    const other = await world.member({ exp: 300 });
    expect((await other.get(`/studio/write?id=${id}`)).status).toBe(404);
    expect((await other.get(`/studio/preview?id=${id}`)).status).toBe(404);
    expect((await other.get('/studio/write?id=999999')).status).toBe(404);
  });

  test("D18 a summary derived from the body is not shown as the author's own", async () => {
    const { id, version } = await draft();
    const summaryIn = async () =>
      /<textarea id="write-summary"[^>]*>([^<]*)</.exec(
        (await author.get(`/studio/write?id=${id}`)).text,
      )?.[1];
    expect(await summaryIn()).toBe('');
    const change = { title: '灯下', body: '<p>字</p>', summary: '自己写的', draft: true, version };
    await author.put(`/api/studio/posts/${id}`, change);
    expect(await summaryIn()).toBe('自己写的');
  });

  test('a generated title is shown as empty, in either language', async () => {
    for (const title of ['无标题', 'Untitled']) {
      const { id } = await draft(title);
      const { text } = await author.get(`/studio/write?id=${id}`);
      expect(text).toMatch(/<textarea id="write-title"[^>]*><\/textarea>/);
    }
  });

  test('D20 the primary button follows the review setting and the state of the post', async () => {
    const { id } = await draft();
    const intentOf = async () => {
      const { text } = await author.get(`/studio/write?id=${id}`);
      return /&quot;intent&quot;:&quot;(\w+)/.exec(text)?.[1];
    };
    expect(await intentOf()).toBe('publish');
    await world.review(true);
    expect(await intentOf()).toBe('submit');
    await world.review(false);
    await author.post(`/api/studio/posts/${id}/submit`);
    expect(await intentOf()).toBe('update');
  });

  test('§7.3 a post in review is shown without an editor', async () => {
    const { id } = await draft();
    await world.review(true);
    await author.post(`/api/studio/posts/${id}/submit`);
    await world.review(false);
    const { status, text } = await author.get(`/studio/write?id=${id}`);
    expect(status).toBe(200);
    expect(text).toContain('正在审核，暂时不能编辑');
    expect(text).not.toContain('id="write-source"');
  });

  test('D23 below Lv1 the page shows why the author cannot publish, and how to reach Lv1', async () => {
    const newcomer = await world.member();
    const { text } = await newcomer.get('/studio/write');
    expect(text).toContain('升到 Lv1 才能发布');
    expect(text).toContain('href="/settings?tab=profile"');
  });

  test('the preview shows the newest saved text, highlighted like for readers', async () => {
    const { id, version } = await draft();
    const body = '<pre><code class="language-typescript">const a = 1;</code></pre>';
    await author.put(`/api/studio/posts/${id}`, { title: '灯下', body, draft: true, version });
    const { text } = await author.get(`/studio/preview?id=${id}`);
    expect(text).toContain('hljs-keyword');
  });
});
