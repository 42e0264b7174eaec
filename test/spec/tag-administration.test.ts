import { describe, expect, test } from 'vitest';
import { TAG_FOLLOWS } from '../../src/integrity/store/tags.ts';
import { tick } from '../../src/jobs.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 10_000 });
const moderator = await world.member({ role: 'admin' });

async function write(...tags: string[]): Promise<number> {
  const response = await author.post('/api/studio/posts', {
    title: '灯下漫笔',
    body: '<p>你好，世界。</p>',
    tags,
  });
  if (response.status !== 201) throw new Error(response.text);
  await settle();
  return response.body.id;
}

/** Until every changed post and every changed tag is processed. */
async function settle(): Promise<void> {
  for (;;) {
    await tick(world.ctx);
    const [left] = await world.sql(
      'select (select count(*) from post_change) + (select count(*) from tag_recheck) as n',
    );
    if (Number(left?.['n']) === 0) return;
  }
}

const idOf = async (slug: string) =>
  (await moderator.get(`/api/admin/tags?q=${slug}`)).body.items.find(
    (tag: { slug: string }) => tag.slug === slug,
  ).id;
async function change(slug: string, operation: string, body?: object) {
  const response = await moderator.post(`/api/admin/tags/${await idOf(slug)}/${operation}`, body);
  if (response.status !== 200) throw new Error(response.text);
  await settle();
  return response.body;
}
const namesOf = async (id: number) =>
  (await world.visitor().get(`/api/posts/${id}`)).body.tags.map(
    ({ name }: { name: string }) => name,
  );
const postsOf = async (slug: string) => {
  const { status, body } = await world.visitor().get(`/api/tags/${slug}/posts`);
  return status === 200 ? body.items.map(({ id }: { id: number }) => id) : status;
};
const countOf = async (slug: string) =>
  Number((await world.sql('select posts from tag where slug = $1', [slug]))[0]?.['posts']);
const wrongCounts = () =>
  world.sql(
    'select slug from tag where posts <> (select count(*) from post_tag where tag_id = tag.id)',
  );
const logged = async () =>
  (await moderator.get('/api/admin/staff-log?subject_kind=tag')).body.items as {
    action: string;
    before: object;
    after: object;
  }[];

describe('tags for the staff', () => {
  test('D60 a merged tag leads to the other one, its posts move, and undoing it returns exactly them', async () => {
    const [a, b, both] = [
      await write('js'),
      await write('javascript'),
      await write('js', 'javascript'),
    ];
    await change('js', 'merge', { into: 'JavaScript', reason: '同一个意思' });
    expect(await namesOf(a)).toEqual(['javascript']);
    expect(await namesOf(both)).toEqual(['javascript']);
    expect(await postsOf('javascript')).toEqual([both, b, a]);
    expect([await countOf('js'), await countOf('javascript')]).toEqual([0, 3]);
    const moved = await world.visitor().get('/tags/js', { headers: { accept: 'text/html' } });
    expect([moved.status, moved.headers['location']]).toEqual([308, '/tags/javascript']);
    const later = await write('JS');
    expect(await namesOf(later)).toEqual(['javascript']);
    expect((await logged())[0]).toMatchObject({
      action: 'tag.merge',
      before: { name: 'js', merged_into: null },
      after: { name: 'js', merged_into: 'javascript' },
    });

    await change('js', 'unmerge');
    expect(await postsOf('js')).toEqual([later, both, a]);
    expect(await postsOf('javascript')).toEqual([both, b]);
    expect(await namesOf(both)).toEqual(['js', 'javascript']);
    expect((await logged())[0]?.action).toBe('tag.unmerge');
    expect(await wrongCounts()).toEqual([]);
  });

  test('D60 merges of merges lead to the end, and undoing one in the middle returns what was merged into it', async () => {
    const [a, b, c] = [await write('链甲'), await write('链乙'), await write('链丙')];
    await change('链甲', 'merge', { into: '链乙' });
    await change('链乙', 'merge', { into: '链丙' });
    expect(await postsOf('链丙')).toEqual([c, b, a]);
    expect(await postsOf('链甲')).toEqual([c, b, a]);
    await change('链乙', 'unmerge');
    expect(await postsOf('链丙')).toEqual([c]);
    expect(await postsOf('链甲')).toEqual([b, a]);
    const circle = await moderator.post(`/api/admin/tags/${await idOf('链乙')}/merge`, {
      into: '链甲',
    });
    expect([circle.status, circle.body.code]).toEqual([409, 'wrong_state']);
    expect(await wrongCounts()).toEqual([]);
  });

  test('D60 followers of a merged tag follow the other one', async () => {
    const reader = await world.member();
    await write('旧名');
    const id = await write('新名');
    await reader.put('/api/tags/旧名/follow');
    await change('旧名', 'merge', { into: '新名' });
    expect((await reader.get('/api/tags/新名')).body).toMatchObject({
      following: true,
      follower_count: 1,
    });
    const list = (await reader.get('/api/posts?order=following')).body.items;
    expect(list.map((post: { id: number }) => post.id)).toContain(id);
    await reader.delete('/api/tags/新名/follow');
    expect((await reader.get('/api/tags/新名')).body.follower_count).toBe(0);
  });

  test('D60 who followed both tags counts once after a merge, and verify finds and repairs who counts twice', async () => {
    const [both, one, gone] = [await world.member(), await world.member(), await world.member()];
    await write('双一');
    await write('双二');
    for (const reader of [both, gone])
      for (const slug of ['双一', '双二']) await reader.put(`/api/tags/${slug}/follow`);
    await one.put('/api/tags/双一/follow');
    await gone.post('/api/settings/delete-account', { password: PASSWORD });
    await change('双一', 'merge', { into: '双二' });
    const count = async () => (await both.get('/api/tags/双二')).body;
    expect(await count()).toMatchObject({ following: true, follower_count: 2 });
    expect(await wrongCounts()).toEqual([]);

    const [old, root] = [await idOf('双一'), await idOf('双二')];
    await world.sql('insert into tag_follow (uid, tag_id, created_at) values ($1, $2, now())', [
      both.uid,
      old,
    ]);
    await world.sql('update tag set followers = followers + 1 where id = $1', [old]);
    const [check] = TAG_FOLLOWS.checks;
    expect((await check?.find(world.ctx.db, 10))?.differences).toHaveLength(1);
    await world.ctx.tx(async (trx) => {
      await TAG_FOLLOWS.repair?.lock(trx, [root]);
      await TAG_FOLLOWS.repair?.rewrite(trx, [root]);
    });
    expect((await check?.find(world.ctx.db, 10))?.differences).toEqual([]);
    expect(await count()).toMatchObject({ following: true, follower_count: 2 });
    expect(await wrongCounts()).toEqual([]);

    await change('双一', 'unmerge');
    expect((await both.get('/api/tags/双二')).body).toMatchObject({ following: true });
    expect((await both.get('/api/tags/双一')).body).toMatchObject({ following: false });
    await both.delete('/api/tags/双二/follow');
    expect(await count()).toMatchObject({ following: false, follower_count: 0 });
  });

  test('D60 a renamed tag is still found under its earlier name, and can be renamed back', async () => {
    const id = await write('Postgre');
    const tag = await idOf('postgre');
    const rename = (name: string) =>
      moderator.put(`/api/admin/tags/${tag}`, { name, description: '数据库' });
    expect((await rename('PostgreSQL')).body).toMatchObject({
      slug: 'postgresql',
      name: 'PostgreSQL',
    });
    await settle();
    expect(await namesOf(id)).toEqual(['PostgreSQL']);
    expect(await postsOf('postgre')).toEqual([id]);
    const again = await write('postgre');
    expect(await namesOf(again)).toEqual(['PostgreSQL']);
    expect((await rename('Postgre')).status).toBe(200);
    await settle();
    expect(await namesOf(again)).toEqual(['Postgre']);
    expect(await postsOf('postgresql')).toEqual([again, id]);
    await write('占用');
    const taken = await rename('占用');
    expect([taken.status, taken.body.code]).toEqual([409, 'tag_taken']);
    expect((await logged())[0]).toMatchObject({
      action: 'tag.update',
      before: { name: 'PostgreSQL' },
      after: { name: 'Postgre' },
    });
  });

  test('D60 a blocked tag is shown nowhere, and everywhere again when it is unblocked', async () => {
    const reader = await world.member();
    const id = await write('广告', '正常');
    await reader.put('/api/tags/广告/follow');
    const page = () => world.visitor().get(`/posts/${id}`, { headers: { accept: 'text/html' } });
    expect((await page()).text).toContain('广告');
    await change('广告', 'block', { reason: '广告' });
    expect(await namesOf(id)).toEqual(['正常']);
    expect((await page()).text).not.toContain('广告');
    expect(await postsOf('广告')).toBe(404);
    expect((await moderator.get('/api/tags/广告')).body.blocked).toBe(true);
    const slugs = async (path: string) =>
      (await author.get(path)).body.items.map(({ slug }: { slug: string }) => slug);
    expect(await slugs('/api/tags')).not.toContain('广告');
    expect(await slugs('/api/tags/suggest?q=广')).toEqual([]);
    expect((await reader.get('/api/posts?order=following')).body.items).toEqual([]);
    await change('广告', 'unblock');
    expect(await namesOf(id)).toEqual(['广告', '正常']);
    expect(await postsOf('广告')).toEqual([id]);
    expect(await wrongCounts()).toEqual([]);
  });

  test('D60 only the staff change tags', async () => {
    await write('只读');
    const id = await idOf('只读');
    const denied = await Promise.all([
      author.get('/api/admin/tags'),
      author.put(`/api/admin/tags/${id}`, { name: '别的' }),
      author.post(`/api/admin/tags/${id}/block`),
      author.post(`/api/admin/tags/${id}/merge`, { into: '别的' }),
    ]);
    expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});
