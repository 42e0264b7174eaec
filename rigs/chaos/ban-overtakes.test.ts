import pg from 'pg';
import { expect, test } from 'vitest';
import { atEnd } from '../../test/support/cleanup.ts';
import type { Client } from '../../test/support/client.ts';
import { until } from '../../test/support/until.ts';
import { createWorld } from '../../test/support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 1500 });
const { body: post } = await author.post('/api/studio/posts', {
  title: '一篇',
  body: '<p>灯。</p>',
});
const { body: comment } = await author.post(`/api/posts/${post.id}/comments`, { body: '一句' });

/** The transaction of a ban in progress. */
const banning = new pg.Client({ connectionString: world.ctx.config.DATABASE_URL });
await banning.connect();
atEnd(() => banning.end());

type Write = (member: Client, ownPost: number) => ReturnType<Client['post']>;

const WRITES: [string, Write][] = [
  ['a like', (member) => member.post(`/api/posts/${post.id}/like`)],
  ['a dislike', (member) => member.post(`/api/posts/${post.id}/dislike`, { disliked: true })],
  ['a comment', (member) => member.post(`/api/posts/${post.id}/comments`, { body: '晚了' })],
  ['a reply', (member) => member.post(`/api/comments/${comment.id}/reply`, { body: '晚了' })],
  ['a follow', (member) => member.post(`/api/users/${author.uid}/follow`)],
  ['a favorite', (member) => member.post(`/api/posts/${post.id}/favorite`)],
  ['a folder', (member) => member.post('/api/folders', { name: '晚了' })],
  ['a post', (member) => member.post('/api/studio/posts', { title: '晚了', body: '<p>晚。</p>' })],
  [
    'an edit',
    (member, id) =>
      member.put(`/api/studio/posts/${id}`, { title: '晚了', body: '<p>晚。</p>', version: 1 }),
  ],
  ['a deletion', (member, id) => member.delete(`/api/studio/posts/${id}`)],
  ['energy', (member) => member.post('/api/energy/energize', { post_id: post.id, form: 'light' })],
  ['a name', (member) => member.put('/api/settings/profile', { username: `晚了${member.uid}` })],
];

test.each(WRITES)('I13, C21: %s that a ban overtakes is refused', async (_name, write) => {
  const member = await world.member({ exp: 1500 });
  const own = await member.post('/api/studio/posts', { title: '自己的', body: '<p>灯。</p>' });
  await banning.query('begin');
  // As a ban does (`lockForStatus`).
  await banning.query('select from users where uid = $1 for update', [member.uid]);
  await banning.query("update users set status = 'banned' where uid = $1", [member.uid]);

  const writing = write(member, own.body.id);
  // The write has passed the guard, which still saw an active member.
  await until(async () => {
    const waiting = await world.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  });
  await banning.query('commit');

  const response = await writing;
  expect(response).toMatchObject({ status: 403, body: { code: 'banned' } });
});
