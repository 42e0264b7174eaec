import { describe, expect, test } from 'vitest';
import { normalizeName } from '../../src/profiles/rules.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const LV3 = 500;
const seeker = await world.member({ exp: LV3 });

async function named(name: string, client?: Client): Promise<Client> {
  const person = client ?? (await world.member());
  await world.sql('update users set username = $1, username_key = $2 where uid = $3', [
    name,
    normalizeName(name),
    person.uid,
  ]);
  return person;
}

const search = (q: string, query: Record<string, string> = {}, client = seeker) =>
  client.get('/api/users/search', { query: { q, ...query } });
const uids = (response: { body: { items: { uid: number }[] } }) =>
  response.body.items.map((item) => item.uid);

describe('§4 GET /api/users/search', () => {
  test('§4 GET /api/users/search, §8 @mention user search, §7.8b is refused below Lv3 and open from Lv3 on', async () => {
    for (const exp of [0, 1, LV3 - 1]) {
      const response = await search('a', {}, await world.member({ exp }));
      expect([response.status, response.body.code]).toEqual([403, 'level_too_low']);
      expect(response.body.required_level).toBe(3);
    }
    expect((await search('a')).status).toBe(200);
    expect((await search('a', {}, world.visitor())).status).toBe(401);
  });

  test('finds names by prefix, in any case or width, in name order', async () => {
    const [two, one] = [await named('Lantern_B'), await named('lantern_a')];
    const other = await named('my_lantern');
    for (const q of ['lantern', 'LANTERN', ' ｌａｎｔｅｒｎ ', 'lantern_']) {
      expect(uids(await search(q))).toEqual([one.uid, two.uid]);
    }
    expect(uids(await search('my'))).toEqual([other.uid]);
    // LIKE wildcards are literal in a name.
    for (const q of ['lantern%', 'l_ntern', '%', '\\', 'lantern_c']) {
      expect((await search(q)).body).toEqual({ items: [], next_cursor: null });
    }
  });

  test('finds a user by their whole uid, before names with that prefix, and each user once', async () => {
    const person = await world.member();
    const q = String(person.uid);
    const alike = await named(`${q}号`);
    expect(uids(await search(q))).toEqual([person.uid, alike.uid]);
    await named(`${q}0号`, person);
    expect(uids(await search(q))).toEqual([person.uid, alike.uid]);
    const first = await search(q, { limit: '1' });
    expect(uids(first)).toEqual([person.uid]);
    expect(uids(await search(q, { limit: '1', cursor: first.body.next_cursor }))).toEqual([
      alike.uid,
    ]);
    for (const none of ['0', `0${q}`, '9'.repeat(15), '9'.repeat(30)])
      expect(uids(await search(none))).toEqual([]);
  });

  test('D2 pages by name, and paging returns each user once', async () => {
    const all: number[] = [];
    for (const letter of '甲乙丙丁戊己庚') all.push((await named(`走马${letter}`)).uid);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await search('走马', { limit: '3', ...(cursor ? { cursor } : {}) });
      seen.push(...uids(page));
      cursor = page.body.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(all));
  });

  test('A08 shows card fields only, and finds no one by e-mail, and no deleted or banned users', async () => {
    const person = await named('卡片人');
    expect((await search('卡片')).body.items).toEqual([
      { uid: person.uid, username: '卡片人', name: '卡片人', avatar_url: null, level: 0 },
    ]);
    expect(uids(await search(person.email))).toEqual([]);
    expect(uids(await search(person.email.split('@')[0] ?? ''))).toEqual([]);
    const gone = await named('卡片走');
    const banned = await named('卡片禁', await world.member({ status: 'banned' }));
    await gone.post('/api/settings/delete-account', { password: PASSWORD });
    expect(uids(await search('卡片'))).toEqual([person.uid]);
    for (const { uid } of [gone, banned]) expect(uids(await search(String(uid)))).toEqual([]);
  });

  test('an invalid name and a cursor of another list are refused without an error', async () => {
    const cursor = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');
    for (const q of ['', ' ', '\u0000', 'a\u0000', 'x'.repeat(41)])
      expect((await search(q)).status).toBe(400);
    for (const key of [1, ['a'], '\u0000', null])
      expect((await search('a', { cursor: cursor(key) })).body.code).toBe('invalid_input');
    for (const q of ['\u{10FFFF}', '🏮', '\ud800'])
      expect((await search(q, { cursor: cursor('\ud800') })).status).toBe(200);
  });
});
