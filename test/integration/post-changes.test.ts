import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/context.ts';
import {
  type PostChangeHandler,
  processPostChanges,
} from '../../src/posts/actions/process-changes.ts';
import { updateTagsOf } from '../../src/posts/actions/update-tags.ts';
import { createWorld } from '../support/world.ts';

/** ADR 0033: what is derived from public posts follows every change of them, whatever happens meanwhile. */
const world = await createWorld({ DATABASE_POOL: '10' });
const author = await world.member({ exp: 10_000 });

async function write(tags: string[], more: object = {}): Promise<number> {
  const text = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };
  const response = await author.post('/api/studio/posts', { ...text, tags, ...more });
  if (response.status !== 201) throw new Error(response.text);
  return response.body.id;
}

async function edit(id: number, more: object) {
  const { version, title, body } = (await author.get(`/api/studio/posts/${id}`)).body;
  await author.put(`/api/studio/posts/${id}`, { title, body, version, ...more });
}

const waiting = async () =>
  (await world.sql('select post_id from post_change order by id')).map((row) =>
    Number(row['post_id']),
  );
/** Differences between the lists, the counters and the posts themselves. */
const wrong = () =>
  world.sql(
    `select 'count' as what, slug as name from tag
      where posts <> (select count(*) from post_tag where tag_id = tag.id)
     union all
     select 'rows', id::text from post
      where (select array_agg(tag_id order by tag_id) from post_tag where post_id = post.id) is distinct from
            (select array_agg(t order by t) from unnest(tag_ids) t
              where status = 'approved' and deleted_at is null)`,
  );
const process = (handlers: PostChangeHandler[] = [updateTagsOf], ctx: Context = world.ctx) =>
  processPostChanges(ctx, handlers);

async function drain(): Promise<void> {
  while ((await waiting()).length > 0) await process();
}

describe('the queue of changed posts', () => {
  test('a draft and its saves leave no row; publishing, editing, hiding and deleting do', async () => {
    await drain();
    const id = await write(['甲'], { draft: true });
    await edit(id, { title: '二', tags: ['乙'], draft: true });
    expect(await waiting()).toEqual([]);
    await author.post(`/api/studio/posts/${id}/submit`);
    expect(await waiting()).toEqual([id]);
    await drain();
    // Beside the public text.
    await edit(id, { title: '三', draft: true });
    expect(await waiting()).toEqual([]);
    await edit(id, { tags: ['丙'] });
    await author.post(`/api/posts/${id}/like`);
    expect(await waiting()).toEqual([id]);
    await author.delete(`/api/studio/posts/${id}`);
    expect(await waiting()).toEqual([id, id]);
    await drain();
    expect(await wrong()).toEqual([]);
  });

  test('a refused save leaves no row', async () => {
    await drain();
    const refused = await author.post('/api/studio/posts', {
      title: '空',
      body: '<p></p>',
      tags: ['甲'],
    });
    expect([refused.status, await waiting()]).toEqual([422, []]);
  });

  test('several workers at once process every change, and none twice for one post at the same time', async () => {
    await drain();
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, n) => write([`共同`, `标签${n % 7}`])),
    );
    const running = new Set<number>();
    const handled: number[] = [];
    const watch: PostChangeHandler = async (ctx, trx, postIds) => {
      expect(postIds.filter((id) => running.has(id))).toEqual([]);
      for (const id of postIds) running.add(id);
      handled.push(...postIds);
      await updateTagsOf(ctx, trx, postIds);
      for (const id of postIds) running.delete(id);
    };
    // Posts change while the workers run.
    const edits = Promise.all(ids.slice(0, 10).map((id) => edit(id, { tags: ['共同', '改过'] })));
    await Promise.all([process([watch]), process([watch]), process([watch]), process([watch])]);
    await edits;
    while ((await waiting()).length > 0) await Promise.all([process([watch]), process([watch])]);
    expect(new Set(handled)).toEqual(new Set(ids));
    expect(await wrong()).toEqual([]);
  });

  test('a worker that dies in the middle leaves its changes to the next, and half of nothing', async () => {
    await drain();
    const id = await write(['断电']);
    const dies: PostChangeHandler = async () => {
      throw new Error('the worker died');
    };
    await expect(process([updateTagsOf, dies])).rejects.toThrow('the worker died');
    expect(await waiting()).toEqual([id]);
    const rows = () => world.sql('select from post_tag where post_id = $1', [id]);
    expect(await rows()).toEqual([]);
    await process();
    expect([await waiting(), (await rows()).length]).toEqual([[], 1]);
    expect(await wrong()).toEqual([]);
  });

  test('a change that commits while its post is processed is processed afterwards', async () => {
    await drain();
    const id = await write(['先']);
    const editMeanwhile: PostChangeHandler = async () => edit(id, { tags: ['后'] });
    await process([updateTagsOf, editMeanwhile]);
    expect(await waiting()).toEqual([id]);
    await process();
    expect(await wrong()).toEqual([]);
    const [row] = await world.sql(
      'select slug from post_tag join tag on tag.id = tag_id where post_id = $1',
      [id],
    );
    expect(row?.['slug']).toBe('后');
  });

  test('D15 a deleted account takes its posts out of the lists, a restored one brings them back', async () => {
    await drain();
    const other = await world.member({ exp: 10_000 });
    const { id } = (
      await other.post('/api/studio/posts', { title: '走', body: '<p>走</p>', tags: ['去留'] })
    ).body;
    await drain();
    const count = async () =>
      (await world.sql("select posts from tag where slug = '去留'")).map((row) =>
        Number(row['posts']),
      );
    expect(await count()).toEqual([1]);
    await world.sql('update users set deleted_at = now() where uid = $1', [other.uid]);
    expect(await waiting()).toEqual([id]);
    await drain();
    expect(await count()).toEqual([0]);
    await world.sql('update users set deleted_at = null where uid = $1', [other.uid]);
    await drain();
    expect(await count()).toEqual([1]);
  });
});
