import { describe, expect, test } from 'vitest';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 10 });
await author.put('/api/settings/profile', { username: '林小灯', signature: '写到天亮。' });
const reader = await world.member({ exp: 10 });

async function write(client: Client, title: string, more = {}): Promise<number> {
  const text = { title, body: `<p>${title}</p>`, ...more };
  const response = await client.post('/api/studio/posts', text);
  if (response.status !== 201) throw new Error(response.text);
  world.wait(1);
  return response.body.id;
}

/** What people see; the data for scripts is left out. */
async function read(client: Client, path: string): Promise<string> {
  const { status, text } = await client.get(path, { headers: { accept: 'text/html' } });
  expect(status).toBe(200);
  return text.replace(/data-props='[^']*'/g, '');
}

const partOf = (html: string, open: string, close = '</section>') => {
  const begin = html.indexOf(open);
  return begin < 0 ? '' : html.slice(begin, html.indexOf(close, begin));
};
const litPanel = (html: string) => partOf(html, '<section class="lit"');
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** As gifts do: the total of a member, and the counter of the post. */
async function light(post: number, uid: number, total: number): Promise<void> {
  await world.sql('insert into post_energize_total (post_id, uid, total) values ($1, $2, $3)', [
    ...[post, uid, total],
  ]);
  await world.sql('update post_count set energy = energy + $2 where post_id = $1', [post, total]);
}

/** The faces on the wire, in their order: uid and points. */
function faces(html: string): [uid: number, total: number][] {
  const all = litPanel(html).matchAll(
    /<li class="bulb[^>]*?(hidden)?[^>]*><a href="\/space\/(\d+)">.*?<b>\+(\d+)<\/b>/gs,
  );
  return [...all]
    .filter(([item]) => !/^<li[^>]*\bhidden/.test(item))
    .map(([, , uid, total]) => [Number(uid), Number(total)]);
}

async function people(count: number): Promise<Client[]> {
  const all: Client[] = [];
  for (let index = 0; index < count; index += 1) all.push(await world.member({ exp: 10 }));
  return all;
}

describe('who lit a post', () => {
  test('those who gave most come first, then by uid; the total names the energy and the people', async () => {
    const id = await write(author, '谁点亮的');
    const [a, b, c] = (await people(3)) as [Client, Client, Client];
    await light(id, c.uid, 20);
    await light(id, a.uid, 3);
    await light(id, b.uid, 20);
    const html = await read(world.visitor(), `/posts/${id}`);
    expect(faces(html)).toEqual([
      [b.uid, 20],
      [c.uid, 20],
      [a.uid, 3],
    ]);
    expect(textOf(litPanel(html))).toContain('43 点能量，来自 3 人');
    expect(html).toMatch(/class="post-hang glow-4"/);
  });

  test('eight faces and the number of the others; a reader who gave is always among them', async () => {
    const id = await write(author, '很多人点亮');
    const givers = await people(10);
    for (const [index, giver] of givers.entries()) await light(id, giver.uid, 20 - index);
    const html = await read(world.visitor(), `/posts/${id}`);
    expect(faces(html).map(([uid]) => uid)).toEqual(givers.slice(0, 8).map(({ uid }) => uid));
    expect(textOf(litPanel(html))).toMatch(/\+2 其他人/);
    const last = givers[9] as Client;
    const own = await read(last, `/posts/${id}`);
    expect(faces(own)).toEqual([
      ...givers.slice(0, 7).map(({ uid }, index) => [uid, 20 - index]),
      [last.uid, 11],
    ]);
  });

  test('a deleted account is not shown', async () => {
    const id = await write(author, '有人走了');
    const [stays, leaves] = (await people(2)) as [Client, Client];
    await light(id, stays.uid, 1);
    await light(id, leaves.uid, 20);
    expect(faces(await read(world.visitor(), `/posts/${id}`))).toHaveLength(2);
    await world.sql('update users set deleted_at = now() where uid = $1', [leaves.uid]);
    expect(faces(await read(world.visitor(), `/posts/${id}`))).toEqual([[stays.uid, 1]]);
  });

  test('a gift through the form shows on the next page, also to anonymous visitors', async () => {
    const id = await write(author, '刚刚点亮');
    expect(textOf(litPanel(await read(world.visitor(), `/posts/${id}`)))).toContain('还没有人点亮');
    const giver = await world.member({ exp: 10 });
    await giver.post('/api/level/checkin');
    await giver.post('/api/energy/energize', { post_id: id, form: 'light' });
    await flushCountDeltas(world.ctx);
    for (const client of [giver, world.visitor()]) {
      const html = await read(client, `/posts/${id}`);
      expect(faces(html)).toEqual([[giver.uid, 1]]);
      expect(textOf(litPanel(html))).toContain('1 点能量，来自 1 人');
    }
  });
});

describe('§8 the six cases of energizing', () => {
  const isDisabled = (html: string, form: string) =>
    new RegExp(`value="${form}" disabled`).test(litPanel(html));

  test.each([
    { what: 'free', given: 6, balance: 3, light: false, heavy: false, reason: null },
    { what: 'full', given: 20, balance: 3, light: true, heavy: true, reason: '已经充满了' },
    {
      what: 'one left',
      given: 19,
      balance: 3,
      light: false,
      heavy: true,
      reason: '只能再轻充一次',
    },
    { what: 'negative', given: 2, balance: -3, light: true, heavy: true, reason: '能量为 −3' },
  ])('$what', async ({ given, balance, light: noLight, heavy: noHeavy, reason }) => {
    const id = await write(author, '六种情况');
    const giver = await world.member({ exp: 10 });
    await light(id, giver.uid, given);
    await giver.get('/api/energy/info');
    await world.sql('update energy_account set balance = $2 where uid = $1', [giver.uid, balance]);
    const html = await read(giver, `/posts/${id}`);
    const text = textOf(litPanel(html));
    expect(text).toContain(`你给这篇充了 ${given} 点，最多 20`);
    expect(text).toContain(`余额 ${String(balance).replace('-', '−')}`);
    expect([isDisabled(html, 'light'), isDisabled(html, 'heavy')]).toEqual([noLight, noHeavy]);
    if (reason === null) expect(html).not.toContain('id="give-reason"');
    else expect(html).toMatch(new RegExp(`id="give-reason">[^<]*${reason}`));
    expect(litPanel(html)).toContain('href="/about/energy"');
  });

  test('the own post, and an anonymous visitor', async () => {
    const id = await write(author, '自己的');
    const own = litPanel(await read(author, `/posts/${id}`));
    expect(own).toContain('不能给自己的文章充能');
    expect(own).not.toContain('name="form"');
    const visitor = litPanel(await read(world.visitor(), `/posts/${id}`));
    expect(visitor).toContain(`href="/login?next=${encodeURIComponent(`/posts/${id}#lit`)}"`);
    expect(visitor).not.toContain('name="form"');
  });

  test('a banned member sees the buttons disabled, with the reason beside them', async () => {
    const id = await write(author, '封禁');
    const banned = await world.member({ exp: 10, status: 'banned' });
    const html = await read(banned, `/posts/${id}`);
    expect([isDisabled(html, 'light'), isDisabled(html, 'heavy')]).toEqual([true, true]);
    expect(html).toMatch(/id="give-reason">账号已被封禁/);
  });
});

describe('the author', () => {
  test('only the author gets an edit button, unless the post is under review or locked', async () => {
    const id = await write(author, '可以编辑');
    const edit = `href="/studio/write?id=${id}"`;
    const head = async (client: Client) =>
      partOf(await read(client, `/posts/${id}`), '<header class="article-head"', '</header>');
    expect(await head(author)).toContain(edit);
    expect(await head(author)).not.toContain('name="following"');
    for (const other of [reader, world.visitor(), await world.member({ role: 'admin', exp: 1 })])
      expect(await head(other)).not.toContain(edit);
    await world.sql("update post set status = 'pending' where id = $1", [id]);
    expect(await head(author)).not.toContain(edit);
  });

  test('the card has the signature and the counts', async () => {
    const solo = await world.member({ exp: 10 });
    await solo.put('/api/settings/profile', { username: '独行', signature: '一个人走。' });
    const [first] = [await write(solo, '一'), await write(solo, '二')];
    await light(first ?? 0, reader.uid, 7);
    await reader.post(`/api/users/${solo.uid}/follow`, { following: true });
    const card = partOf(await read(reader, `/posts/${first}`), '<section class="author-card"');
    expect(textOf(card)).toContain('一个人走。');
    expect(textOf(card)).toContain('1 人关注 · 2 篇文章 · 收到 7 点能量');
  });

  test('more of the author: the brightest three others, never one that is not public', async () => {
    const writer = await world.member({ exp: 10 });
    const current = await write(writer, '当前这篇');
    const dark = await write(writer, '最暗的');
    const bright: number[] = [];
    for (const title of ['一号灯', '二号灯', '三号灯']) {
      const id = await write(writer, title);
      await light(id, reader.uid, 5);
      bright.unshift(id);
    }
    await write(writer, '秘密草稿', { draft: true });
    const locked = await write(writer, '锁住的');
    const deleted = await write(writer, '删掉的');
    const foreign = await write(author, '别人的');
    for (const id of [locked, deleted, foreign]) await light(id, reader.uid, 20);
    await world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      locked,
    ]);
    await writer.delete(`/api/studio/posts/${deleted}`);
    const more = async (client: Client) =>
      [
        ...partOf(await read(client, `/posts/${current}`), 'id="more-of-author"').matchAll(
          /<li class="short-post[^>]*>.*?href="\/posts\/(\d+)"/gs,
        ),
      ].map(([, id]) => Number(id));
    for (const client of [reader, writer, world.visitor()])
      expect(await more(client)).toEqual(bright);
    // The page of an anonymous visitor is cached: a post that is hidden later leaves it at once.
    await world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      bright[0],
    ]);
    for (const client of [reader, writer, world.visitor()])
      expect(await more(client)).toEqual([bright[1], bright[2], dark]);
  });
});
