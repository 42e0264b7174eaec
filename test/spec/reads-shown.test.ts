import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const TEXT = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };
const NUMBER = /1\.2万\s*次阅读/;
let [owner, author] = [] as unknown as [Client, Client];
let id = 0;

const show = (who: Client, value: boolean) =>
  who.put('/api/admin/site-settings/posts.reads_shown', { value });
const shownTo = async (who: Client) => [
  (await who.get(`/api/posts/${id}`)).body.read_count,
  NUMBER.test((await who.get(`/posts/${id}`)).text),
  NUMBER.test((await who.get('/')).text),
];

beforeAll(async () => {
  owner = await world.member({ role: 'owner' });
  author = await world.member({ exp: 1 });
  id = (await author.post('/api/studio/posts', TEXT)).body.id;
  await world.sql(
    `insert into post_read_count (post_id, reads) values ($1, 12345)
     on conflict (post_id) do update set reads = excluded.reads`,
    [id],
  );
});

describe('D62 the public number of reads', () => {
  test('D62 is shown only if the owner wants it, rounded, and from the next request on', async () => {
    const visitors = [world.visitor(), author];
    for (const who of visitors) expect(await shownTo(who)).toEqual([null, false, false]);
    await show(owner, true);
    for (const who of visitors) expect(await shownTo(who)).toEqual([12_000, true, true]);
    await show(owner, false);
    for (const who of visitors) expect(await shownTo(who)).toEqual([null, false, false]);
  });

  test('D62 the exact number stays with the author', async () => {
    await show(owner, true);
    const { body } = await world.visitor().get('/api/posts');
    expect(body.items).toMatchObject([{ id, read_count: 12_000 }]);
    expect(JSON.stringify(body)).not.toContain('12345');
    expect((await author.get('/api/studio/posts')).body.items[0]).toMatchObject({ reads: 12_345 });
  });
});
