import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const admin = await world.member({ role: 'admin', transport: 'bearer' });
const TEXT = { title: '灯下漫笔', body: '<p>灯火可亲。</p>' };

const member = () => world.member({ exp: 1, transport: 'bearer' });
const decide = (id: number, move: string, version = 1) =>
  admin.post(`/api/admin/posts/${id}/${move}`, { version, reason: '因为' });
const withdraw = (who: Client, id: number) => who.post(`/api/studio/posts/${id}/withdraw`);
const energyOf = async (who: Client) =>
  (
    await world.sql('select count(*)::int as count from energy_transfer where from_account = $1', [
      who.uid,
    ])
  )[0]?.['count'];
const queue = async (): Promise<number[]> =>
  (await admin.get('/api/admin/posts?limit=100')).body.items.map((one: { id: number }) => one.id);

async function pending(author: Client): Promise<number> {
  await world.review(true);
  const { id } = (await author.post('/api/studio/posts', TEXT)).body;
  await author.post(`/api/studio/posts/${id}/submit`);
  return id;
}

test('D58 the author takes a pending post back to draft: it leaves the queue, costs nothing and can be edited', async () => {
  const author = await member();
  const id = await pending(author);
  expect(await queue()).toContain(id);
  const response = await withdraw(author, id);
  expect([response.status, response.body.status]).toEqual([200, 'draft']);
  expect(await queue()).not.toContain(id);
  expect(await energyOf(author)).toBe(0);
  const edit = { ...TEXT, title: '改过', version: 1 };
  expect((await author.put(`/api/studio/posts/${id}`, edit)).body).toMatchObject({
    status: 'draft',
    title: '改过',
  });
  expect((await author.post(`/api/studio/posts/${id}/submit`)).body.status).toBe('pending');
});

test('D58 staff who read a withdrawn post get 409, and its author hears nothing of it', async () => {
  const author = await member();
  const id = await pending(author);
  await withdraw(author, id);
  for (const move of ['approve', 'reject']) {
    const response = await decide(id, move);
    expect([response.status, response.body.code]).toEqual([409, 'wrong_state']);
  }
  await author.put(`/api/studio/posts/${id}`, { ...TEXT, title: '改过', version: 1 });
  await author.post(`/api/studio/posts/${id}/submit`);
  // Submitted again with another text: the decision was about the first.
  expect((await decide(id, 'approve', 1)).body.code).toBe('stale_version');
  const notifications = await world.sql('select kind from notification where uid = $1', [
    author.uid,
  ]);
  expect(notifications.filter(({ kind }) => String(kind).startsWith('post_'))).toEqual([]);
});

test('D58 withdrawing the edit of a public post keeps it as the newest text, and readers see the old one', async () => {
  const author = await member();
  await world.review(false);
  const { id } = (await author.post('/api/studio/posts', TEXT)).body;
  await world.review(true);
  await author.put(`/api/studio/posts/${id}`, { ...TEXT, title: '改过', version: 1 });
  expect(await queue()).toContain(id);
  const { body } = await withdraw(author, id);
  expect(body).toMatchObject({ status: 'approved', title: '改过', pending_version: null });
  expect(await queue()).not.toContain(id);
  expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe(TEXT.title);
  expect((await decide(id, 'approve', 2)).status).toBe(409);
  expect((await withdraw(author, id)).body.code).toBe('wrong_state');
});

test('D58, A02 only the author withdraws; for everybody else the post does not exist', async () => {
  const author = await member();
  const id = await pending(author);
  for (const other of [await member(), admin]) expect((await withdraw(other, id)).status).toBe(404);
  expect((await withdraw(world.visitor(), id)).status).toBe(401);
  expect((await author.get(`/api/studio/posts/${id}`)).body.status).toBe('pending');
});

test('D58 approve and withdraw at the same time: exactly one wins, and both responses are true', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const author = await member();
    const id = await pending(author);
    const calls = [() => decide(id, 'approve'), () => withdraw(author, id)];
    if (round % 2) calls.reverse();
    const responses = await Promise.all(calls.map((call) => call()));
    if (round % 2) responses.reverse();
    const [approved, withdrawn] = responses.map(({ status }) => status === 200);
    expect(approved).toBe(!withdrawn);
    const { status } = (await author.get(`/api/studio/posts/${id}`)).body;
    expect(status).toBe(approved ? 'approved' : 'draft');
    outcomes.add(status);
  }
  expect(outcomes.size).toBeGreaterThan(0);
});
