import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();

const pageOf = async (client: Client, url = '/messages') => {
  const response = await client.get(url, { headers: { 'accept-language': 'zh-CN' } });
  expect(response.status).toBe(200);
  return response.text;
};

async function named(username: string): Promise<Client> {
  const client = await world.member({ exp: 300 });
  await client.put('/api/settings/profile', { username });
  return client;
}

/** An author with a liked and commented post, and a follower. */
async function author() {
  const member = await world.member({ exp: 300 });
  const { body } = await member.post('/api/studio/posts', { title: '灯下', body: '<p>好</p>' });
  return { member, post: body.id as number };
}

describe('§4 /messages', () => {
  test('redirects an anonymous visitor to the log-in', async () => {
    const response = await world.visitor().get('/messages', { headers: { accept: 'text/html' } });
    expect([response.status, response.headers['location']]).toEqual([
      303,
      '/login?next=%2Fmessages',
    ]);
  });

  test('§6 NotifyComment: a comment links to the comments anchor of the post page with the comment named, a follow to the member, likes are one row', async () => {
    const { member, post } = await author();
    const [lin, zhe] = [await named('小林甲'), await named('阿哲甲')];
    const comment = await lin.post(`/api/posts/${post}/comments`, { body: '“骗人”<b>' });
    await zhe.post(`/api/users/${member.uid}/follow`);
    for (const one of [lin, zhe]) await one.post(`/api/posts/${post}/like`);
    const html = await pageOf(member);
    const { id } = comment.body;
    expect(html).toContain(`href="/posts/${post}?comment=${id}#comments"`);
    expect(html).toContain('小林甲评论了《灯下》');
    expect(html).toContain('“骗人”&lt;b>');
    expect(html).toContain('阿哲甲关注了你');
    expect(html).toContain('阿哲甲和小林甲赞了《灯下》');
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('§4 categories have their own counts and lists', async () => {
    const { member, post } = await author();
    const lin = await named('小林乙');
    await lin.post(`/api/posts/${post}/like`);
    await lin.post(`/api/users/${member.uid}/follow`);
    const html = await pageOf(member, '/messages?category=follow');
    expect(html).toContain('关注了你');
    expect(html).not.toContain('赞了《灯下》');
    expect(html).toMatch(/赞和能量<span class="tab-count">1</);
    expect(html).toMatch(/全部<span class="tab-count">2</);
  });

  test('unread is written out, and the button marks one without scripts', async () => {
    const { member } = await author();
    await (await named('小林丙')).post(`/api/users/${member.uid}/follow`);
    const before = await pageOf(member);
    const id = /data-message="(\d+)"/.exec(before)?.[1];
    expect(before).toContain('未读：');
    const response = await member.submit(`/messages/${id}/read`, { next: '/messages' });
    expect([response.status, response.headers['location']]).toEqual([303, '/messages']);
    const after = await pageOf(member);
    expect(after).toContain('小林丙关注了你');
    expect(after).not.toContain('未读：');
    expect(after).not.toContain('全部已读');
  });

  test('§4 read-all applies to the shown category', async () => {
    const { member, post } = await author();
    const lin = await named('小林丁');
    await lin.post(`/api/posts/${post}/like`);
    await lin.post(`/api/users/${member.uid}/follow`);
    await member.submit('/messages/read-all', { category: 'follow', next: '/messages' });
    const { body } = await member.get('/api/messages/unread');
    expect([body.follow, body.like]).toEqual([0, 1]);
  });

  test('D44 disabled kinds are missing, and the page names them', async () => {
    const { member } = await author();
    await member.put('/api/settings/notify-prefs', { like: false, follow: false });
    await (await named('小林戊')).post(`/api/users/${member.uid}/follow`);
    const html = await pageOf(member);
    expect(html).toContain('已关闭点赞和关注通知');
    expect(html).not.toContain('小林戊');
    expect(await pageOf(member, '/messages?category=like')).toContain('已关闭点赞通知');
    expect(await pageOf(member, '/messages?category=system')).not.toContain('已关闭');
  });

  test('D16 a banned member reads and cannot mark', async () => {
    const { member } = await author();
    const admin = await world.member({ role: 'admin' });
    await admin.put(`/api/admin/users/${member.uid}/status`, { status: 'banned', reason: '刷屏' });
    await member.logIn(member.email, 'correct horse battery');
    const html = await pageOf(member);
    expect(html).toContain('原因：刷屏');
    // D68: without a badge, read-all is pointless; the button of a single message stays.
    expect(html.match(/<button[^>]*disabled[^>]*aria-describedby="why-not"/g)).toHaveLength(1);
  });

  test('D9 groups are days in Shanghai', async () => {
    const { member } = await author();
    for (const name of ['甲子', '乙丑', '丙寅'])
      await (await named(name)).post(`/api/users/${member.uid}/follow`);
    await world.sql(
      `update notification set created_at = created_at - (array['0 days', '1 day', '9 days'])[n]::interval
         from (select id, row_number() over (order by id desc) as n from notification where uid = $1) as numbered
        where notification.uid = $1 and notification.id = numbered.id`,
      [member.uid],
    );
    const days = [...(await pageOf(member)).matchAll(/data-day="(\w+)"/g)].map((one) => one[1]);
    expect(days).toEqual(['today', 'yesterday', 'earlier']);
  });

  test('an empty inbox links to something to read', async () => {
    const html = await pageOf(await world.member());
    expect(html).toContain('href="/posts?order=hot"');
    expect(await pageOf(await world.member(), '/messages?category=mention')).toContain(
      '这一类还没有消息。',
    );
  });
});
