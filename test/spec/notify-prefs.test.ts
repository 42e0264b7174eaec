import { describe, expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const URL = '/api/settings/notify-prefs';
const ALL_ON = {
  ...{ comment: true, reply: true, like: true, follow: true },
  ...{ energy: true, author_posts: true, tag_posts: true },
};

describe('§4 GET /api/settings/notify-prefs', () => {
  test('§4 GET /api/settings/notify-prefs, §2 User.preferences: all four are on by default, and the three of D69', async () => {
    const member = await world.member();
    const response = await member.get(URL);
    expect([response.status, response.body]).toEqual([200, ALL_ON]);
    expect(await world.sql('select 1 from notify_pref where uid = $1', [member.uid])).toEqual([]);
  });
});

describe('§4 PUT /api/settings/notify-prefs', () => {
  test('§4 PUT /api/settings/notify-prefs: one setting changes and the others stay', async () => {
    const [member, other] = [await world.member(), await world.member()];
    const response = await member.put(URL, { like: false });
    expect([response.status, response.body]).toEqual([200, { ...ALL_ON, like: false }]);
    await member.put(URL, { reply: false });
    expect((await member.get(URL)).body).toEqual({ ...ALL_ON, like: false, reply: false });
    await member.put(URL, { like: true, comment: false });
    expect((await member.get(URL)).body).toEqual({ ...ALL_ON, comment: false, reply: false });
    expect((await other.get(URL)).body).toEqual(ALL_ON);
  });

  test.each([
    ['nothing', {}],
    ['a text', { like: 'false' }],
    ['a null', { like: null }],
    ['a kind that has no switch', { mention: false }],
    ['system notifications', { system: false }],
  ])('D44 %s is refused, and nothing changes', async (_, body) => {
    const member = await world.member();
    const response = await member.put(URL, body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
    expect((await member.get(URL)).body).toEqual(ALL_ON);
  });

  test('concurrent changes of every switch, from the default, are all stored', async () => {
    const member = await world.member({ transport: 'bearer' });
    const responses = await Promise.all(
      Object.keys(ALL_ON).map((name) => member.put(URL, { [name]: false })),
    );
    expect(responses.every((response) => response.status === 200)).toBe(true);
    const off = Object.fromEntries(Object.keys(ALL_ON).map((name) => [name, false]));
    expect((await member.get(URL)).body).toEqual(off);
  });
});
