import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

/** §3, written out by hand and requested over HTTP; src/posts/transitions.test.ts has the whole table of the rules. */
const world = await createWorld();
const admin = await world.member({ role: 'admin', transport: 'bearer' });
const author = await world.member({ exp: 1, transport: 'bearer' });
const TEXT = { title: '灯下漫笔', body: '<p>灯火可亲。</p>' };

type Status = 'draft' | 'pending' | 'approved' | 'rejected' | 'locked';

/** Reached through requests, not through SQL updates. */
async function postIn(status: Status): Promise<number> {
  const decide = (id: number, move: string) =>
    admin.post(`/api/admin/posts/${id}/${move}`, { version: 1, reason: '因为' });
  await world.review(status !== 'approved');
  const { id } = (await author.post('/api/studio/posts', TEXT)).body;
  if (status === 'pending' || status === 'rejected')
    await author.post(`/api/studio/posts/${id}/submit`);
  if (status === 'rejected') await decide(id, 'reject');
  if (status === 'locked') {
    await author.post(`/api/studio/posts/${id}/submit`);
    await decide(id, 'lock');
  }
  expect(await stateOf(id)).toBe(status);
  return id;
}

const stateOf = async (id: number) => (await author.get(`/api/studio/posts/${id}`)).body.status;
const isPublic = async (id: number) =>
  (await world.visitor().get(`/api/posts/${id}`)).status === 200;
const edit = (id: number, who: Client = author) =>
  who.put(`/api/studio/posts/${id}`, { ...TEXT, title: '改过', version: 1 });
const submit = (id: number) => author.post(`/api/studio/posts/${id}/submit`);

test.each([true, false])(
  '§3 rejected: author edits the post (edit is accepted) → draft, with review: %s',
  async (audit) => {
    const id = await postIn('rejected');
    await world.review(audit);
    const response = await edit(id);
    expect([response.status, response.body.status, response.body.title]).toEqual([
      200,
      'draft',
      '改过',
    ]);
    expect(await isPublic(id)).toBe(false);
  },
);

test('§3 (new post): post is created (audit switch `audit.enabled` on) → draft, and waits', async () => {
  await world.review(true);
  const { body } = await author.post('/api/studio/posts', TEXT);
  expect([body.status, await isPublic(body.id)]).toEqual(['draft', false]);
});

test('§3 (new post): post is created or submitted (audit switch off) → approved, and public', async () => {
  await world.review(false);
  const created = await author.post('/api/studio/posts', TEXT);
  expect([created.body.status, await isPublic(created.body.id)]).toEqual(['approved', true]);
  const { id } = (await author.post('/api/studio/posts', { ...TEXT, draft: true })).body;
  expect([await stateOf(id), await isPublic(id)]).toEqual(['draft', false]);
  expect([(await submit(id)).body.status, await isPublic(id)]).toEqual(['approved', true]);
});

describe.each(['pending', 'locked'] as const)('a %s post', (status) => {
  test.each([true, false])(
    '§3.1, §7.3 cannot be edited: 409, and the text stays, with review: %s',
    async (audit) => {
      const id = await postIn(status);
      await world.review(audit);
      for (const draft of [true, false]) {
        const body = { ...TEXT, title: '改过', version: 1, draft };
        const response = await author.put(`/api/studio/posts/${id}`, body);
        expect([response.status, response.body.code]).toEqual([409, 'wrong_state']);
      }
      const { body } = await author.get(`/api/studio/posts/${id}`);
      expect([body.status, body.title, body.version]).toEqual([status, TEXT.title, 1]);
    },
  );
});

test.each([
  ['draft', 200, 'pending'],
  ['rejected', 200, 'pending'],
  ['pending', 409, 'pending'],
  ['approved', 409, 'approved'],
  ['locked', 409, 'locked'],
] as const)('§3.3, D20 submitting a %s post with review on: %i, and it is %s', async (...row) => {
  const [status, code, next] = row;
  const id = await postIn(status);
  await world.review(true);
  expect((await submit(id)).status).toBe(code);
  expect(await stateOf(id)).toBe(next);
});

test('§3.4 an admin locks a public post, which hides it from others; unlocking brings it back', async () => {
  const id = await postIn('approved');
  const decide = (move: string) =>
    admin.post(`/api/admin/posts/${id}/${move}`, { version: 1, reason: '查证' });
  expect((await decide('lock')).body.status).toBe('locked');
  expect([await stateOf(id), await isPublic(id)]).toEqual(['locked', false]);
  expect((await decide('unlock')).body.status).toBe('approved');
  expect([await stateOf(id), await isPublic(id)]).toEqual(['approved', true]);
});

test.each(['draft', 'pending', 'rejected', 'locked'] as const)(
  '§3.2a, §3.2b the author and admins see a %s post, and no public list has it',
  async (status) => {
    const id = await postIn(status);
    const other = await world.member({ exp: 1, transport: 'bearer' });
    const seen = async (who: Client) => (await who.get(`/api/posts/${id}`)).status;
    expect([await seen(author), await seen(admin)]).toEqual([200, 200]);
    expect([await seen(world.visitor()), await seen(other)]).toEqual([404, 404]);
    for (const who of [world.visitor(), other, author, admin]) {
      const { items } = (await who.get('/api/posts?limit=100')).body;
      expect(items.map((one: { id: number }) => one.id)).not.toContain(id);
    }
  },
);
