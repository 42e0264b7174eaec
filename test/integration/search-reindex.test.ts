import { expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import { operatorOf, settingsOf } from '../support/lamplight.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const lamplight = operatorOf(settingsOf(world.ctx.config));
const author = await world.member({ exp: 10_000 });
const visitor = world.visitor();

/** Progress is shown every two seconds. */
const DONE = {
  code: 0,
  stdout: expect.stringMatching(/^((tag|person|post): \d+ of \d+\n)*Everything is indexed\.\n$/),
  stderr: '',
};

async function find(q: string, type = 'posts'): Promise<Record<string, unknown>[]> {
  const { body } = await visitor.get(`/api/search?${new URLSearchParams({ q, type })}`);
  return body.items;
}

const listIndexed = () =>
  world.sql(
    `select 'post' as kind, post_id as id, version, text, tsv::text from post_search
     union all select kind, ref_id, weight, '', tsv::text from search_name
     union all select kind, ref_id, weight, key, '' from search_key order by 1, 2, 3, 4, 5`,
  );

async function write(title: string, more: object = {}): Promise<number> {
  const body = '<p>昨晚带着天文望远镜去了山顶。</p>';
  const created = await author.post('/api/studio/posts', { title, body, ...more });
  expect(created.status).toBe(201);
  return created.body.id;
}

test('D61 search reindex makes the lost index again, of public posts only, and a second run changes nothing', async () => {
  await author.put('/api/settings/profile', { username: '观星人', signature: '' });
  const id = await write('夜里看星星', { tags: ['天文学'] });
  const removed = await write('删掉的星星');
  while ((await world.sql('select from post_change limit 1')).length > 0) await tick(world.ctx);
  await author.delete(`/api/studio/posts/${removed}`);
  await tick(world.ctx);
  await tick(world.ctx);
  const before = await listIndexed();
  expect(before.length).toBeGreaterThan(2);

  await world.sql('delete from post_search');
  await world.sql('delete from search_name');
  await world.sql('delete from search_key');
  expect(await find('望远镜')).toEqual([]);

  expect(await lamplight('search reindex')).toEqual(DONE);
  expect(await listIndexed()).toEqual(before);
  expect(await find('望远镜')).toMatchObject([{ id }]);
  expect(await find('观星', 'people')).toMatchObject([{ uid: author.uid }]);
  expect(await find('天文', 'tags')).toMatchObject([{ name: '天文学' }]);

  expect(await lamplight('search reindex')).toEqual(DONE);
  expect(await listIndexed()).toEqual(before);
});

test('D61 search reindex continues an unfinished run, and --restart begins again', async () => {
  const id = await write('另一座山顶');
  await lamplight('search reindex');
  const interrupt = async () => {
    await world.sql('delete from post_search');
    await world.sql("insert into search_backfill (kind, after_id) values ('post', $1)", [id - 1]);
  };
  const indexed = async () =>
    (await world.sql('select post_id::int from post_search order by 1')).map(
      (row) => row['post_id'],
    );
  const all = await indexed();
  expect(all.length).toBeGreaterThan(1);

  await interrupt();
  expect((await lamplight('search reindex')).code).toBe(0);
  expect(await indexed()).toEqual([id]);

  await interrupt();
  expect((await lamplight('search reindex --restart')).code).toBe(0);
  expect(await indexed()).toEqual(all);
});
