import { describe, expect, test } from 'vitest';
import { calendarDay } from '../../src/platform/clock.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const anonymous = world.visitor();
const today = calendarDay(world.ctx.now());

async function write(author: Client, title = '灯'): Promise<number> {
  const response = await author.post('/api/studio/posts', { title, body: '<p>灯。</p>' });
  expect(response.status).toBe(201);
  return response.body.id;
}

/** A public post that was published long before the ninety days. */
async function writeOld(author: Client, title?: string): Promise<number> {
  const id = await write(author, title);
  await world.sql("update post set published_at = now() - interval '200 days' where id = $1", [id]);
  return id;
}

async function receive(post: number, daysAgo: number, energy: number): Promise<void> {
  await world.sql(
    `insert into post_day (post_id, day, author_uid, energy, likes)
     select id, $2::date - $3::int, author_uid, $4, 1 from post where id = $1`,
    [post, today, daysAgo, energy],
  );
}

async function bannerOf(author: Client, viewer: Client = anonymous): Promise<string> {
  const { status, text } = await viewer.get(`/space/${author.uid}`);
  expect(status).toBe(200);
  return /role="img" aria-label="([^"]*)"/.exec(text)?.[1] ?? '';
}

async function hide(id: number): Promise<void> {
  await world.sql("update post set status = 'draft' where id = $1", [id]);
}

describe('the banner of ninety days', () => {
  test('D69 counts each day with energy or a new post once, the first and the last day included', async () => {
    const author = await world.member({ exp: 1 });
    const [first, second] = [await writeOld(author), await writeOld(author)];
    expect(await bannerOf(author)).toBe('近 90 天还没有亮过');
    for (const [post, ago, energy] of [
      [first, 0, 2],
      [first, 5, 1],
      [second, 5, 40],
      [first, 89, 3],
      // Too old, and without energy.
      [first, 90, 9],
      [second, 30, 0],
    ] as const)
      await receive(post, ago, energy);
    const [row] = await world.sql(
      `select count(distinct day) as days from post_day
        where author_uid = $1 and energy > 0 and day > $2::date - 90`,
      [author.uid, today],
    );
    expect(await bannerOf(author)).toBe(`近 90 天，亮过 ${row?.['days']} 天`);
    await world.sql("update post set published_at = $2::date - interval '10 days' where id = $1", [
      second,
      today,
    ]);
    expect(await bannerOf(author)).toBe('近 90 天，亮过 4 天，其中 1 天发布了文章');
  });

  test('has one bulb for each day, as large as the day was bright', async () => {
    const author = await world.member({ exp: 1 });
    const post = await writeOld(author);
    await receive(post, 3, 300);
    const { text } = await anonymous.get(`/space/${author.uid}`);
    const drawn = /<svg viewBox="0 0 1072 208".*?<\/svg>/s.exec(text)?.[0] ?? '';
    expect(drawn.match(/v8/g)).toHaveLength(90);
    expect(drawn.match(/<circle/g)).toHaveLength(1);
    expect(drawn).toMatch(/stroke-width="10" d="M[\d.]+ [\d.]+h0"/);
    expect(drawn).not.toContain('style=');
    expect(drawn.length).toBeLessThan(6000);
  });

  test('D25 a post that is not public lights no day and adds to no number, not even for its author', async () => {
    const author = await world.member({ exp: 1 });
    const [shown, secret] = [await writeOld(author), await write(author)];
    await receive(shown, 2, 1);
    await receive(secret, 7, 81);
    await world.sql('update post_count set energy = 81 where post_id = $1', [secret]);
    expect(await bannerOf(author)).toBe('近 90 天，亮过 3 天，其中 1 天发布了文章');
    await hide(secret);
    for (const viewer of [anonymous, author]) {
      expect(await bannerOf(author, viewer)).toBe('近 90 天，亮过 1 天');
      const { text } = await viewer.get(`/space/${author.uid}`);
      expect(text).toContain('<strong>1</strong> 文章');
      expect(text).toContain('<strong class="space-energy">0</strong> 收到的能量');
    }
  });
});

describe('who lights an author most', () => {
  async function give(giver: Client, post: number, times: number): Promise<void> {
    await world.sql('update energy_account set balance = 50 where uid = $1', [giver.uid]);
    for (let index = 0; index < times; index++) {
      const gift = await giver.post('/api/energy/energize', { post_id: post, form: 'heavy' });
      expect(gift.status).toBe(200);
    }
  }

  async function giversOf(author: Client, viewer: Client = anonymous): Promise<string[]> {
    const { text } = await viewer.get(`/space/${author.uid}`);
    const block = /<ul class="rail-list">.*?<\/ul>/s.exec(text)?.[0] ?? '';
    return [...block.matchAll(/href="\/space\/(\d+)".*?充能 (\d+) 点/gs)].map(
      ([, uid, energy]) => `${uid}: ${energy}`,
    );
  }

  test('D69 the three who gave most come first, without hidden posts, old gifts, banned and deleted members', async () => {
    const author = await world.member({ exp: 1 });
    const [post, secret] = [await write(author), await write(author)];
    const givers: Client[] = [];
    for (let index = 0; index < 5; index++) {
      const giver = await world.member({ exp: 1 });
      await giver.get('/api/energy/info');
      givers.push(giver);
      await give(giver, post, index + 1);
    }
    const [a, b, c, d, e] = givers as [Client, Client, Client, Client, Client];
    expect(await giversOf(author)).toEqual([`${e.uid}: 10`, `${d.uid}: 8`, `${c.uid}: 6`]);
    await give(a, secret, 6);
    expect((await giversOf(author))[0]).toBe(`${a.uid}: 14`);
    await hide(secret);
    expect(await giversOf(author)).toEqual([`${e.uid}: 10`, `${d.uid}: 8`, `${c.uid}: 6`]);
    await world.sql("update users set status = 'banned' where uid = $1", [e.uid]);
    await d.post('/api/settings/delete-account', { password: PASSWORD });
    expect(await giversOf(author)).toEqual([`${c.uid}: 6`, `${b.uid}: 4`, `${a.uid}: 2`]);
    await world.sql(
      `update energy_entry set created_at = now() - interval '91 days'
        where account_id = $1 and transfer_id in (select id from energy_transfer where from_account = $2)`,
      [author.uid, c.uid],
    );
    expect(await giversOf(author)).toEqual([`${b.uid}: 4`, `${a.uid}: 2`]);
  });

  test('§3 each has the follow button of the viewer: follow, follow back, followed, mutual', async () => {
    const [author, giver, viewer] = [
      await world.member({ exp: 1 }),
      await world.member({ exp: 1 }),
      await world.member({ exp: 1 }),
    ];
    const post = await write(author);
    await giver.get('/api/energy/info');
    await give(giver, post, 1);
    const label = async () => {
      const { text } = await viewer.get(`/space/${author.uid}`);
      const block = /<ul class="rail-list">.*?<\/ul>/s.exec(text)?.[0] ?? '';
      return /<\/svg>([^<]+)<span class="visually-hidden">/.exec(block)?.[1];
    };
    expect(await label()).toBe('关注');
    await giver.post(`/api/users/${viewer.uid}/follow`);
    expect(await label()).toBe('回关');
    await viewer.post(`/api/users/${giver.uid}/follow`);
    expect(await label()).toBe('互相关注');
    await giver.post(`/api/users/${viewer.uid}/follow`);
    expect(await label()).toBe('已关注');
    // Members cannot follow themselves.
    const own = await giver.get(`/space/${author.uid}`);
    expect(own.text).toContain(`/space/${giver.uid}`);
    expect(own.text).not.toContain(`action="/users/${giver.uid}/follow"`);
  });
});
