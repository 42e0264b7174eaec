import { describe, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 10_000 });
const TEXT = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };

async function write(text: object = {}) {
  const response = await author.post('/api/studio/posts', { ...TEXT, ...text });
  if (response.status !== 201) throw new Error(response.text);
  return response.body as { id: number; version: number; tags: { slug: string; name: string }[] };
}

async function edit(id: number, text: object) {
  const { version } = (await author.get(`/api/studio/posts/${id}`)).body;
  return (await author.put(`/api/studio/posts/${id}`, { ...TEXT, ...text, version })).body;
}

const shown = async (id: number) =>
  (await world.visitor().get(`/api/posts/${id}`)).body.tags.map(
    ({ name }: { name: string }) => name,
  );

const rowsOf = async (id: number) =>
  (
    await world.sql(
      'select slug from post_tag join tag on tag.id = tag_id where post_id = $1 order by slug',
      [id],
    )
  ).map((row) => row.slug);

/** Counters that differ from their rows. */
const wrongCounts = () =>
  world.sql(
    'select slug from tag where posts <> (select count(*) from post_tag where tag_id = tag.id)',
  );

describe('the tags of a post', () => {
  test('D60 are made by use, in the order of the author, and one tag whatever the case and width', async () => {
    const { id, tags } = await write({ tags: ['  Night  Photo ', 'ＡＩ', '#摄影', 'ai'] });
    expect(tags).toEqual([
      { slug: 'night photo', name: 'Night Photo' },
      { slug: 'ai', name: 'AI' },
      { slug: '摄影', name: '摄影' },
    ]);
    expect((await write({ tags: ['Ai'] })).tags).toEqual([{ slug: 'ai', name: 'AI' }]);
    expect(await shown(id)).toEqual(['Night Photo', 'AI', '摄影']);
    const list = (await world.visitor().get('/api/posts')).body.items;
    expect(list.find((post: { id: number }) => post.id === id).tags).toEqual(tags);
  });

  test.each([
    ['too many', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['too long', ['一'.repeat(21)]],
    ['with a slash', ['a/b']],
    ['with a number sign', ['a#b']],
    ['with a line break', ['a\u0007b']],
    ['only dots', ['..']],
  ])('D60 are refused if they are %s', async (_, tags) => {
    const { status, body } = await author.post('/api/studio/posts', { ...TEXT, tags });
    expect([status, body.code, body.errors?.[0]?.pointer ?? '/tags']).toEqual([
      400,
      'invalid_input',
      expect.stringMatching('^/tags'),
    ]);
  });

  test('D60 stay if an edit does not name them', async () => {
    const { id } = await write({ tags: ['甲', '乙'] });
    await edit(id, { title: '二' });
    expect(await shown(id)).toEqual(['甲', '乙']);
    await edit(id, { tags: ['乙'] });
    expect(await shown(id)).toEqual(['乙']);
    await edit(id, { tags: [] });
    expect(await shown(id)).toEqual([]);
  });

  test('D21, D60 belong to the text: those of an edit appear when it is approved', async () => {
    const moderator = await world.member({ role: 'admin' });
    const { id } = await write({ tags: ['旧'] });
    await world.review(true);
    const { version } = await edit(id, { tags: ['新'] });
    await edit(id, { tags: ['更新'], draft: true });
    expect(await shown(id)).toEqual(['旧']);
    expect((await author.get(`/api/studio/posts/${id}`)).body.tags[0].name).toBe('更新');
    const review = (await moderator.get(`/api/admin/posts/${id}`)).body;
    expect([review.tags[0].name, review.edit.tags[0].name]).toEqual(['旧', '新']);
    await tick(world.ctx);
    expect(await rowsOf(id)).toEqual(['旧']);
    await moderator.post(`/api/admin/posts/${id}/approve`, { version });
    await world.review(false);
    expect(await shown(id)).toEqual(['新']);
    await tick(world.ctx);
    expect(await rowsOf(id)).toEqual(['新']);
  });

  test('D60 are listed and counted while the post is public', async () => {
    const { id } = await write({ tags: ['公开', '计数'] });
    await tick(world.ctx);
    expect(await rowsOf(id)).toEqual(['公开', '计数']);
    await edit(id, { tags: ['计数', '三'] });
    await tick(world.ctx);
    expect(await rowsOf(id)).toEqual(['三', '计数']);
    await author.delete(`/api/studio/posts/${id}`);
    await tick(world.ctx);
    expect(await rowsOf(id)).toEqual([]);
    const draft = await write({ tags: ['草稿'], draft: true });
    await tick(world.ctx);
    expect(await rowsOf(draft.id)).toEqual([]);
    expect(await wrongCounts()).toEqual([]);
  });
});
