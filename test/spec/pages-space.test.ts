import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const writer = await world.member({ exp: 1600 });
const reader = await world.member({ exp: 600 });
const admin = await world.member({ exp: 600, role: 'admin' });
const anonymous = world.visitor();
await writer.put('/api/settings/profile', { username: '林小灯', signature: '写人间烟火。' });

async function post(author: Client, title: string, draft = false): Promise<number> {
  const response = await author.post('/api/studio/posts', { title, body: '<p>灯。</p>', draft });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function folder(member: Client, input: Record<string, unknown> = {}): Promise<number> {
  return (await member.post('/api/folders', { name: '睡前读物', ...input })).body.id;
}

const published = await post(writer, '公开的一篇');
const draft = await post(writer, '还在写的一篇', true);

describe('§4 page /space/:uid is one page with five tabs', () => {
  const TABS = ['tab=following', 'tab=followers', 'tab=favorites'];

  test('§4 page /space/:uid, §4 Space.views has four tabs for a visitor, five for its owner', async () => {
    const seen = await anonymous.get(`/space/${writer.uid}`);
    expect(seen.status).toBe(200);
    expect(seen.text).toContain('林小灯');
    for (const tab of TABS) expect(seen.text).toContain(`/space/${writer.uid}?${tab}`);
    expect(seen.text).not.toContain('tab=settings');
    const own = await writer.get(`/space/${writer.uid}`);
    expect(own.text).toContain('tab=settings');
  });

  test('§4 Space.lists: separate followers and following pages do not exist', async () => {
    for (const page of ['followers', 'following', 'posts', 'favorites'])
      expect((await writer.get(`/space/${writer.uid}/${page}`)).status).toBe(404);
  });

  test("invalid query parameters are ignored, and others' settings are not found", async () => {
    for (const query of ['tab=nothing', 'tab=settings', 'ledger=energy', 'status=nonsense']) {
      const response = await reader.get(`/space/${writer.uid}?${query}`);
      expect([query, response.status]).toEqual([query, 200]);
      expect(response.text).toContain('公开的一篇');
      expect(response.text).not.toContain('/space/privacy/update');
      expect(response.text).not.toContain('space-ledger');
    }
  });

  test('D4 an invalid uid is a 404 page', async () => {
    for (const uid of ['0', 'me', '1e3', '99999999999999999999', '424242'])
      expect([uid, (await anonymous.get(`/space/${uid}`)).status]).toEqual([uid, 404]);
  });

  test("D15 a deleted account's space is not found", async () => {
    const gone = await world.member({ exp: 1 });
    await gone.post('/api/settings/delete-account', { password: PASSWORD });
    expect((await anonymous.get(`/space/${gone.uid}`)).status).toBe(404);
    expect((await admin.get(`/space/${gone.uid}?tab=followers`)).status).toBe(404);
  });

  test('§3 the page marks a banned member, and the API does not reveal it', async () => {
    const banned = await world.member({ exp: 1, status: 'banned' });
    const page = await anonymous.get(`/space/${banned.uid}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('该账号已被封禁');
    expect((await anonymous.get(`/api/users/${banned.uid}`)).body).not.toHaveProperty('status');
    expect((await anonymous.get(`/space/${writer.uid}`)).text).not.toContain('已被封禁');
  });
});

describe('§3.2 the posts of a space', () => {
  test('visitors see approved posts, the owner every state, with filters', async () => {
    for (const visitor of [anonymous, reader, admin]) {
      const { text } = await visitor.get(`/space/${writer.uid}`);
      expect(text).toContain('公开的一篇');
      expect(text).not.toContain('还在写的一篇');
    }
    const all = await writer.get(`/space/${writer.uid}`);
    expect(all.text).toContain('公开的一篇');
    expect(all.text).toContain('还在写的一篇');
    expect(all.text).toContain(`/studio/write?id=${draft}`);
    const drafts = await writer.get(`/space/${writer.uid}?status=draft`);
    expect(drafts.text).toContain('还在写的一篇');
    expect(drafts.text).not.toContain('公开的一篇');
  });

  test('D2 the next page is a link, and continues where the first ended', async () => {
    const busy = await world.member({ exp: 1 });
    for (let index = 0; index < 21; index++) await post(busy, `第${index}号文章`);
    const first = await anonymous.get(`/space/${busy.uid}`);
    const next = /href="(\/space\/\d+\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? '';
    expect(first.text).not.toContain('第0号文章');
    expect((await anonymous.get(next)).text).toContain('第0号文章');
  });
});

describe('§2 the personal panel', () => {
  test('§2 EnergyLog, D43 shows the owner their balance and seven days, with a link to the full log', async () => {
    const fan = await world.member({ exp: 1 });
    await fan.get(`/space/${fan.uid}`);
    const { text } = await fan.get(`/space/${fan.uid}`);
    expect(text).toContain('每日签到');
    await world.sql(
      "update energy_entry set created_at = created_at - interval '7 days' where account_id = $1",
      [fan.uid],
    );
    const later = await fan.get(`/space/${fan.uid}`);
    expect(later.text).not.toContain('每日签到');
    const ledger = await fan.get(`/space/${fan.uid}?ledger=energy`);
    expect(ledger.text).toContain('每日签到');
    expect(ledger.text).toContain('余额 1');
    expect((await fan.get(`/space/${fan.uid}?ledger=exp`)).text).toContain('累计 6');
  });

  test('is hidden from others', async () => {
    for (const visitor of [anonymous, reader, admin])
      expect((await visitor.get(`/space/${writer.uid}`)).text).not.toContain('我的能量');
  });

  test('D25 an entry names its post only while the post is public', async () => {
    const secret = await post(writer, '后来锁起来的一篇');
    const giver = await world.member({ exp: 1 });
    await giver.get('/api/energy/info');
    await giver.post('/api/energy/energize', { post_id: secret, form: 'light' });
    const page = `/space/${giver.uid}?ledger=energy`;
    expect((await giver.get(page)).text).toContain('后来锁起来的一篇');
    await world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      secret,
    ]);
    const { text } = await giver.get(page);
    expect(text).not.toContain('后来锁起来的一篇');
    expect(text).toContain('为文章充能');
  });

  test('D35 at Lv0 the check-in is shown, disabled, with the reason', async () => {
    const newcomer = await world.member();
    const { text } = await newcomer.get(`/space/${newcomer.uid}`);
    expect(text).toMatch(/<button[^>]* disabled[^>]*>签到/);
    expect(text).toContain('升到 Lv1 后可以签到');
  });
});

describe('§3 the lists of a space', () => {
  test('show the relation between the viewer and each member', async () => {
    const star = await world.member({ exp: 1 });
    const fan = await world.member({ exp: 1 });
    await fan.post(`/api/users/${star.uid}/follow`);
    expect((await star.get(`/space/${star.uid}?tab=followers`)).text).toContain('回关');
    await star.post(`/api/users/${fan.uid}/follow`);
    for (const tab of ['followers', 'following'])
      expect((await star.get(`/space/${star.uid}?tab=${tab}`)).text).toContain('互相关注');
  });

  test('D32 hidden lists are closed to others, open to the owner and staff', async () => {
    const shy = await world.member({ exp: 1 });
    await shy.post(`/api/users/${writer.uid}/follow`);
    await shy.put('/api/space/privacy', { follows_public: false });
    const path = `/space/${shy.uid}?tab=following`;
    for (const visitor of [anonymous, reader]) {
      const { status, text } = await visitor.get(path);
      expect(status).toBe(200);
      expect(text).toContain('对方已隐藏关注和粉丝列表');
      expect(text).not.toContain('林小灯');
      // The count stays visible.
      expect(text).toContain('<strong>1</strong>');
    }
    for (const open of [shy, admin]) expect((await open.get(path)).text).toContain('林小灯');
  });

  test('§4 PUT /api/space/privacy by a form without scripts', async () => {
    const member = await world.member({ exp: 1 });
    const settings = `/space/${member.uid}?tab=settings`;
    expect((await member.get(settings)).text).toMatch(/role="switch" aria-checked="true"/);
    const done = await member.submit('/space/privacy/update', {
      follows_public: 'false',
      next: settings,
    });
    expect([done.status, done.headers['location']]).toEqual([303, settings]);
    expect((await member.get(settings)).text).toMatch(/role="switch" aria-checked="false"/);
  });
});

describe('D33 folders', () => {
  test('a visitor sees the public ones, drawn and counted from public posts only', async () => {
    const member = await world.member({ exp: 1 });
    const secret = await post(writer, '后来收回的一篇');
    const open = await folder(member, { name: '给大家看' });
    await folder(member, { name: '给自己看', is_public: false });
    for (const post_id of [published, secret])
      await member.post(`/api/folders/${open}/posts`, { post_id });
    await world.sql("update post set status = 'draft' where id = $1", [secret]);
    const seen = await anonymous.get(`/space/${member.uid}?tab=favorites`);
    expect(seen.text).toContain('给大家看');
    expect(seen.text).toContain('<span class="collage-word">公</span>');
    expect(seen.text).not.toContain('<span class="collage-word">后</span>');
    expect(seen.text).toContain('1 篇文章');
    expect(seen.text).not.toContain('2 篇文章');
    expect(seen.text).not.toContain('给自己看');
    expect(seen.text).not.toContain('后来收回的一篇');
    expect((await member.get(`/space/${member.uid}?tab=favorites`)).text).toContain('给自己看');
  });

  test('a post that is no longer public stays for the owner as unavailable, and is hidden from others', async () => {
    const member = await world.member({ exp: 1 });
    const secret = await post(writer, '撤下的一篇');
    const id = await folder(member);
    await member.post(`/api/folders/${id}/posts`, { post_id: secret });
    await world.sql("update post set status = 'draft' where id = $1", [secret]);
    const own = await member.get(`/folders/${id}`);
    expect(own.text).toContain('文章暂不可见');
    expect(own.text).not.toContain('撤下的一篇');
    const others = await anonymous.get(`/folders/${id}`);
    expect(others.text).not.toContain('文章暂不可见');
    expect(others.text).not.toContain('1 篇文章');
  });

  test('A04 a private folder is a 404 page', async () => {
    const member = await world.member({ exp: 1 });
    const id = await folder(member, { is_public: false });
    expect((await member.get(`/folders/${id}`)).status).toBe(200);
    for (const visitor of [anonymous, reader, admin])
      expect((await visitor.get(`/folders/${id}`)).status).toBe(404);
    for (const wrong of ['0', 'new', '424242'])
      expect((await member.get(`/folders/${wrong}`)).status).toBe(404);
  });

  test('are created, changed and deleted by forms; the confirmation states the count', async () => {
    const member = await world.member({ exp: 1 });
    const made = await member.submit('/folders', {
      name: '路上读',
      description: '',
      is_public: 'false',
      next: '/folders/{id}',
    });
    expect(made.status).toBe(303);
    const page = String(made.headers['location']);
    await member.post(`/api${page}/posts`, { post_id: published });
    const before = await member.get(page);
    expect(before.text).toContain('私密');
    expect(before.text).toContain('里面的 1 篇文章会从这个收藏夹移出');
    await member.submit(`${page}/update`, { name: '车上读', is_public: 'true', next: page });
    expect((await anonymous.get(page)).text).toContain('车上读');
    await member.submit(`${page}/delete`, { next: `/space/${member.uid}?tab=favorites` });
    expect((await member.get(page)).status).toBe(404);
  });

  test('the default folder cannot be deleted: its button is disabled with the reason', async () => {
    const member = await world.member({ exp: 1 });
    await member.post(`/api/posts/${published}/favorite`);
    const { items } = (await member.get('/api/folders')).body;
    const { text } = await member.get(`/folders/${items[0].id}`);
    expect(text).toContain('默认收藏夹不能删除');
    expect(text).not.toContain(`/folders/${items[0].id}/delete`);
  });

  test('a post moves to another folder in one step and stays a favorite', async () => {
    const member = await world.member({ exp: 1 });
    const [from, to] = [await folder(member), await folder(member, { name: '别处' })];
    await member.post(`/api/folders/${from}/posts`, { post_id: published });
    const before = (await anonymous.get(`/api/posts/${published}`)).body.favorite_count;
    const moved = await member.submit(`/folders/${from}/posts/${published}/update`, {
      folder_id: String(to),
      next: `/folders/${from}`,
    });
    expect([moved.status, moved.headers['location']]).toEqual([303, `/folders/${from}`]);
    const status = await member.get(`/api/posts/${published}/folder-status`);
    expect(status.body).toEqual({ favorited: true, folder_ids: [to] });
    expect((await anonymous.get(`/api/posts/${published}`)).body.favorite_count).toBe(before);
    const sizes = (await member.get('/api/folders')).body.items.map(
      (one: { id: number; item_count: number }) => [one.id, one.item_count],
    );
    expect(new Map(sizes)).toEqual(
      new Map([
        [sizes[0][0], 0],
        [from, 0],
        [to, 1],
      ]),
    );
  });

  test('moving to a folder that has the post only removes it; a missing folder, or another member’s, is not found', async () => {
    const member = await world.member({ exp: 1 });
    const [from, to] = [await folder(member), await folder(member)];
    const move = (who: Client, source: number, target: number) =>
      who.put(`/api/folders/${source}/posts/${published}`, { folder_id: target });
    expect((await move(member, from, to)).status).toBe(404);
    for (const id of [from, to])
      await member.post(`/api/folders/${id}/posts`, { post_id: published });
    expect((await move(member, from, from)).body.folder_ids).toEqual([from, to]);
    expect((await move(member, from, to)).body.folder_ids).toEqual([to]);
    const foreign = await folder(reader);
    expect((await move(member, to, foreign)).status).toBe(404);
    expect((await move(reader, to, foreign)).status).toBe(404);
    expect((await member.get(`/api/posts/${published}/folder-status`)).body.folder_ids).toEqual([
      to,
    ]);
  });
});

describe('§4 page /posts/:id/folders, without scripts', () => {
  test('one button adds the post or removes it, for members', async () => {
    const member = await world.member({ exp: 1 });
    const id = await folder(member, { name: '雨天' });
    const page = `/posts/${published}/folders`;
    const sent = await anonymous.get(page, { headers: { accept: 'text/html' } });
    expect(sent.headers['location']).toBe(`/login?next=${encodeURIComponent(page)}`);
    expect((await member.get(page)).text).toContain(`action="/folders/${id}/posts"`);
    await member.submit(`/folders/${id}/posts`, { post_id: String(published), next: page });
    const shown = await member.get(page);
    expect(shown.text).toContain(`action="/folders/${id}/posts/${published}/delete"`);
    await member.submit(`/folders/${id}/posts/${published}/delete`, { next: page });
    expect((await member.get(page)).text).toContain(`action="/folders/${id}/posts"`);
  });

  test("D30 an invisible post is not found; the author's own shows why it cannot be saved", async () => {
    expect((await reader.get(`/posts/${draft}/folders`)).status).toBe(404);
    expect((await writer.get(`/posts/${draft}/folders`)).text).toContain('不能收藏');
  });
});
