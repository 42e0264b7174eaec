import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 500 });
const reader = await world.member({ exp: 500 });
const staff = await world.member({ role: 'admin' });
const banned = await world.member({ role: 'admin', status: 'banned' });
const HTML = { headers: { accept: 'text/html' } };

async function newPost(): Promise<number> {
  const post = { title: '夜航', body: '<p>灯火可亲。</p>' };
  return (await author.post('/api/studio/posts', post)).body.id;
}
const pageOf = async (client: Client, path: string) => (await client.get(path, HTML)).text;
const undoIn = (text: string) => /action="(\/admin\/decisions\/[^"]+\/undo)"/.exec(text)?.[1];

const csrfIn = (text: string) => /name="csrf_token" value="([^"]+)"/.exec(text)?.[1] ?? '';

test('D47 the page of a post has the decisions for the staff, and for nobody else', async () => {
  const path = `/posts/${await newPost()}`;
  expect(await pageOf(staff, path)).toContain(`action="/admin${path}/lock"`);
  for (const client of [reader, author, banned, world.visitor()])
    expect(await pageOf(client, path)).not.toContain('action="/admin');
});

test('D47 the space of a member has the ban for the staff, and for nobody else', async () => {
  const path = `/space/${author.uid}`;
  expect(await pageOf(staff, path)).toContain(`action="/admin/users/${author.uid}/status/update"`);
  for (const client of [reader, author, banned, world.visitor()])
    expect(await pageOf(client, path)).not.toContain('/status/update');
});

test('D66 the message after a decision in place has the undo of that decision', async () => {
  const id = await newPost();
  const path = `/posts/${id}`;
  const csrf_token = csrfIn(await pageOf(staff, path));
  const lock = { csrf_token, version: '1', reason: '核实', next: path };
  expect((await staff.submit(`/admin${path}/lock`, lock)).headers['location']).toBe(path);
  const undo = undoIn(await pageOf(staff, path));
  expect(undo).toBeDefined();
  // Shown once, like every message.
  expect(undoIn(await pageOf(staff, path))).toBeUndefined();
  expect((await world.visitor().get(`/api${path}`)).status).toBe(404);
  expect((await staff.submit(undo ?? '', { csrf_token, next: path })).status).toBe(303);
  expect((await world.visitor().get(`/api${path}`)).status).toBe(200);
});

test('D66 the log names what a decision was about, and undoes it once', async () => {
  const id = await newPost();
  await staff.post(`/api/admin/posts/${id}/remove`, { version: 1, reason: '违规' });
  const comment = (await reader.post(`/api/posts/${await newPost()}/comments`, { body: '广告' }))
    .body.id;
  await staff.post(`/api/admin/comments/${comment}/remove`, { reason: '广告' });
  const log = await pageOf(staff, '/admin/audit-log');
  const row = log.split('<tr>').find((one) => one.includes('移除文章')) ?? '';
  // Removed, so there is no page to open.
  expect(row).toContain('夜航');
  expect(row).not.toContain(`href="/admin/posts?post=${id}"`);
  const other = await world.member({ role: 'admin' });
  expect(undoIn(await pageOf(other, '/admin/audit-log'))).toBeUndefined();
  const csrf_token = csrfIn(log);
  await staff.submit(undoIn(row) ?? '', { csrf_token, next: '/admin/audit-log' });
  const later = await pageOf(staff, '/admin/audit-log');
  expect(later).toContain('撤销：移除文章');
  expect(later).toContain('已撤销');
  expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(200);
});
