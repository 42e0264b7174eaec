import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { DECISIONS } from '../../src/posts/actions/review-post.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

/** D51: staff may open a draft by its URL; they cannot list drafts, nor act on one that was never submitted. */
const world = await createWorld();
await world.app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
const author = await world.member({ exp: 1 });
const admin = await world.member({ role: 'admin', exp: 1 });
const CANARY = 'canarydraft';

async function newDraft(): Promise<number> {
  const text = { title: `${CANARY} title`, body: `<p>${CANARY} body</p>`, draft: true };
  return (await author.post('/api/studio/posts', text)).body.id;
}

/** Once public, locked by staff, and edited by its author: a draft that was submitted before. */
async function rejectedAndEdited(): Promise<number> {
  const { id } = (await author.post('/api/studio/posts', { title: 'open', body: '<p>open</p>' }))
    .body;
  await admin.post(`/api/admin/posts/${id}/reject`, { version: 1, reason: '改' });
  const edit = { title: `${CANARY} edit`, body: `<p>${CANARY}</p>`, version: 1 };
  expect((await author.put(`/api/studio/posts/${id}`, edit)).body.status).toBe('draft');
  return id;
}

const openings = (id: number) =>
  world.sql(
    `select actor_uid::int, action, before, after from staff_action
      where subject_kind = 'post' and subject_id = $1 and action = 'post.open_draft'`,
    [id],
  );

/** Over a socket, like the client's browser. */
async function visit(client: Client, path: string) {
  const headers = { cookie: cookieHeader(client.cookies), accept: 'text/html' };
  const response = await fetch(`${origin}${path}`, { headers });
  return { status: response.status, text: await response.text() };
}

describe('D51 no list shows staff a draft', () => {
  test('GET /api/admin/posts takes no status=draft', async () => {
    await newDraft();
    const { status, body } = await admin.get('/api/admin/posts?status=draft');
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });

  test('no tab, list or log shows one, neither by status nor by author', async () => {
    const id = await newDraft();
    await rejectedAndEdited();
    await admin.get(`/api/admin/posts/${id}`);
    const lists = [
      ...['queue', 'pending', 'approved', 'rejected', 'locked'].flatMap((status) => [
        `/api/admin/posts?status=${status}&limit=100`,
        `/api/admin/posts?status=${status}&author=${author.uid}`,
        `/admin/posts?status=${status}`,
      ]),
      ...['/admin/posts?status=draft', `/admin/posts?status=draft&author=${author.uid}`],
      ...[`/api/posts?author=${author.uid}`, `/space/${author.uid}`, '/posts'],
      ...['/api/admin/staff-log', '/admin/audit-log', '/api/admin/comments', '/api/messages'],
    ];
    for (const path of lists) {
      const { status, text } = await visit(admin, path);
      expect([path, status]).toEqual([path, 200]);
      expect([path, text.includes(CANARY)]).toEqual([path, false]);
    }
    expect((await visit(admin, '/admin/posts')).text).not.toContain('status=draft');
  });

  test('notifications of staff do not name one that was public when they commented', async () => {
    const { id } = (await author.post('/api/studio/posts', { title: 'open', body: '<p>o</p>' }))
      .body;
    const { id: root } = (await admin.post(`/api/posts/${id}/comments`, { body: '好' })).body;
    await author.post(`/api/comments/${root}/reply`, { body: '谢' });
    await admin.post(`/api/admin/posts/${id}/reject`, { version: 1, reason: '改' });
    const edit = { title: `${CANARY} later`, body: '<p>x</p>', version: 1 };
    await author.put(`/api/studio/posts/${id}`, edit);
    const { body, text } = await admin.get('/api/messages');
    expect(body.items[0]).toMatchObject({ kind: 'reply', available: false, post: null });
    expect(text).not.toContain(CANARY);
  });
});

describe('D51 each opening of a draft by staff is logged', () => {
  test.each(['/api/posts/:id', '/posts/:id', '/api/admin/posts/:id', '/admin/posts?post=:id'])(
    'GET %s shows it and writes one row each time',
    async (url) => {
      const id = await newDraft();
      for (const times of [1, 2]) {
        const { status, text } = await visit(admin, url.replace(':id', String(id)));
        expect([status, text.includes(`${CANARY} body`)]).toEqual([200, true]);
        expect(await openings(id)).toEqual(
          Array(times).fill({
            ...{ actor_uid: admin.uid, action: 'post.open_draft', before: {}, after: {} },
          }),
        );
      }
    },
  );

  test('also for a draft that was submitted before, and for no one but staff', async () => {
    const [draft, again] = [await newDraft(), await rejectedAndEdited()];
    for (const id of [draft, again])
      for (const client of [author, await world.member(), world.visitor()])
        await visit(client, `/posts/${id}`);
    expect([await openings(draft), await openings(again)]).toEqual([[], []]);
    await visit(admin, `/posts/${again}`);
    expect(await openings(again)).toHaveLength(1);
  });

  test('staff opening their own draft, a public post or a pending one write none', async () => {
    const text = { title: 'own', body: '<p>o</p>', draft: true };
    const { id } = (await admin.post('/api/studio/posts', text)).body;
    await visit(admin, `/posts/${id}`);
    const open = (await author.post('/api/studio/posts', { title: 'o', body: '<p>o</p>' })).body.id;
    await visit(admin, `/posts/${open}`);
    expect([await openings(id), await openings(open)]).toEqual([[], []]);
  });

  test('the staff log names it', async () => {
    const id = await newDraft();
    await visit(admin, `/posts/${id}`);
    const { body } = await admin.get(`/api/admin/staff-log?subject_kind=post&subject_id=${id}`);
    expect(body.items.map((one: { action: string }) => one.action)).toEqual(['post.open_draft']);
    expect((await visit(admin, '/admin/audit-log')).text).toContain('打开草稿');
  });

  test('a draft whose opening cannot be logged is not shown', async () => {
    const id = await newDraft();
    await world.sql('revoke insert on staff_action from lamplight_app');
    try {
      for (const path of [`/posts/${id}`, `/api/posts/${id}`, `/api/admin/posts/${id}`]) {
        const { status, text } = await visit(admin, path);
        expect([path, status >= 500, text.includes(CANARY)]).toEqual([path, true, false]);
      }
    } finally {
      await world.sql('grant insert on staff_action to lamplight_app');
    }
  });
});

describe('D51 staff cannot act on a draft that was never submitted', () => {
  test.each(DECISIONS)('%s is 409 and changes nothing', async (move) => {
    const id = await newDraft();
    const before = await world.sql('select * from post where id = $1', [id]);
    const sent = { version: 1, reason: '因为' };
    const { status, body } = await admin.post(`/api/admin/posts/${id}/${move}`, sent);
    expect([status, body.code, body.post_status]).toEqual([409, 'wrong_state', 'draft']);
    expect(await world.sql('select * from post where id = $1', [id])).toEqual(before);
    expect(await world.sql('select from staff_action where subject_id = $1', [id])).toEqual([]);
  });

  test.each([
    ['lock', 200],
    ['remove', 204],
  ] as const)(
    'staff can act on one that was submitted and could be published again: %s is %i',
    async (move, expected) => {
      const id = await rejectedAndEdited();
      const sent = { version: 2, reason: '因为' };
      expect((await admin.post(`/api/admin/posts/${id}/${move}`, sent)).status).toBe(expected);
    },
  );

  test('the staff page offers no decision', async () => {
    const id = await newDraft();
    const { text } = await visit(admin, `/admin/posts?post=${id}`);
    expect(text).toContain('从未提交过');
    expect(text).not.toMatch(new RegExp(`action="/admin/posts/${id}/`));
  });
});

describe('D51 the author is informed', () => {
  test.each([
    ['zh-CN', '管理员也可以打开，每次打开都有记录'],
    ['en', 'Staff can open it too, and every time they do is logged'],
  ])("on the draft's page, in the editor and in an empty studio, in %s", async (lang, words) => {
    const id = await newDraft();
    author.cookies.set('lang', lang);
    for (const path of [`/posts/${id}`, `/studio/write?id=${id}`, '/studio/write'])
      expect([path, (await visit(author, path)).text.includes(words)]).toEqual([path, true]);
    author.cookies.delete('lang');
    const newcomer = await world.member({ exp: 1 });
    newcomer.cookies.set('lang', lang);
    expect((await visit(newcomer, '/studio')).text).toContain(words);
  });
});
