import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { findDifferences } from '../support/integrity.ts';
import { createWorld } from '../support/world.ts';

/** With TEST_CITUS_URL on a distributed site, whose machines show a commit one after the other. */
const world = await createWorld({
  DATABASE_POOL: '10',
  LIMIT_MEMBER: 'off',
  LIMIT_SENSITIVE: 'off',
});
vi.setConfig({ testTimeout: 120_000 });

const TEXT = { title: '夜航', body: '<p>灯火可亲。</p>' };
const VERIFICATIONS = 6;

const find = async () => findDifferences(await verifyIntegrity(world.ctx, { repair: false }));

test('lamplight verify next to writers finds no difference, and finds a real one', async () => {
  let writes = 0;
  let isOver = false;
  const keep = async (write: () => Promise<{ status: number }>) => {
    for (; !isOver; writes++) expect((await write()).status).toBeLessThan(300);
  };
  const author = await world.member({ exp: 200 });
  const post = (await author.post('/api/studio/posts', TEXT)).body.id;
  const draft = (await author.post('/api/studio/posts', { ...TEXT, draft: true })).body;
  const writers = [
    // Versions of a post, and the size of the author's texts.
    keep(async () => {
      const body = `<p>${writes}</p>`;
      const input = { ...TEXT, body, draft: true, version: draft.version };
      const saved = await author.put(`/api/studio/posts/${draft.id}`, input);
      draft.version = saved.body.version;
      return saved;
    }),
    // A new member checks in, and gains exp by a gift.
    ...[1, 2, 3].map(() =>
      keep(async () => {
        const reader = await world.member({ exp: 1 });
        await reader.get('/api/level/info');
        return reader.post('/api/energize', { post_id: post, form: 'light' });
      }),
    ),
  ];
  try {
    for (let count = 0; count < VERIFICATIONS; count++) {
      const before = writes;
      expect(await find()).toEqual([]);
      while (writes === before) await sleep(10);
    }
    const planted = await world.member({ exp: 5 });
    await world.sql('update users set exp = exp + 1 where uid = $1', [planted.uid]);
    await world.sql('update post_revision set version = 99 where post_id = $1', [post]);
    const found = await find();
    expect(found.map(({ name }) => name)).toEqual(['post revisions', 'exp']);
    expect(found.map(({ total }) => total)).toEqual([1, 1]);
  } finally {
    isOver = true;
    await Promise.allSettled(writers);
  }
  await Promise.all(writers);
});
