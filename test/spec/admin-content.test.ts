import { describe, expect, test } from 'vitest';
import { SCAN_MAX } from '../../src/comments/rules.ts';
import { DECISIONS } from '../../src/posts/actions/review-post.ts';
import { LISTED_STATUSES, type PostStatus, STATUSES } from '../../src/posts/rules.ts';
import { judgeTransition } from '../../src/posts/transitions.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const MISSING = 999_999_999;
/** The expression of the index comment_search. */
const BUCKET = 2 ** 17;
const TEXT = { title: '灯下漫笔', summary: '一', body: '<p>你好，世界。</p>' };
const EDIT = {
  title: '灯下再笔',
  summary: '二',
  body: '<pre><code class="language-ts">let lamp = 1</code></pre>',
};

type Decision = (typeof DECISIONS)[number];

const author = () => world.member({ exp: 1, transport: 'bearer' });
const moderator = () => world.member({ role: 'admin', transport: 'bearer' });
const decide = (staff: Client, id: number, move: Decision, body: object = {}) =>
  staff.post(`/api/admin/posts/${id}/${move}`, { version: 1, reason: '因为', ...body });
const ids = (response: { body: { items: { id: number }[] } }) =>
  response.body.items.map((one) => one.id);

const review = (enabled: boolean, on = world) => on.review(enabled);

async function write(client: Client, text: object = TEXT): Promise<number> {
  const { body } = await client.post('/api/studio/posts', { ...TEXT, ...text });
  return body.id;
}

async function save(client: Client, id: number, text: Record<string, unknown>) {
  const response = await client.put(`/api/studio/posts/${id}`, { ...EDIT, ...text });
  if (response.status !== 200) throw new Error(response.text);
}

/** Puts a post into a state directly; with `edit`, version 2 waits for review. */
async function postIn(client: Client, status: PostStatus, hasEdit = false): Promise<number> {
  const id = await write(client, { draft: true });
  await world.sql(
    `update post set status = 'approved', published_at = '2026-01-01', submitted_at = '2026-01-01' where id = $1`,
    [id],
  );
  if (hasEdit) {
    await save(client, id, { version: 1, draft: true });
    await world.sql('update post set pending_version = 2 where id = $1', [id]);
  }
  await world.sql(
    `update post set status = $2, locked_from = case when $2 = 'locked' then 'approved' end,
       published_at = case when $2 in ('approved', 'locked') then published_at end where id = $1`,
    [id, status],
  );
  return id;
}

/** Everything but the time of the change, which every decision moves. */
async function rowOf(id: number): Promise<Record<string, unknown>> {
  const [row] = await world.sql('select * from post where id = $1', [id]);
  const { updated_at: _, ...rest } = row ?? {};
  return rest;
}

const notificationsOf = async (client: Client) =>
  (
    await world.sql(
      `select kind, related_id, payload, actor_uid from notification where uid = $1 and kind <> 'level_up' order by id`,
      [client.uid],
    )
  ).map((row) => ({
    kind: row['kind'],
    related_id: Number(row['related_id']),
    payload: row['payload'],
    actor_uid: row['actor_uid'],
  }));

const logOf = (kind: string, id: number) =>
  world.sql(
    `select actor_uid, action, reason, before, after from staff_action
      where subject_kind = $1 and subject_id = $2 order by id`,
    [kind, id],
  );

describe('§3.4, D22 every state, pending edit, decision and review setting ends as in the table', () => {
  const situations = [
    ...STATUSES.map((status) => [status, false] as const),
    ['approved', true] as const,
    ['locked', true] as const,
  ];
  for (const audit of [false, true]) {
    for (const move of DECISIONS) {
      test.each(situations)(
        `${move}, review ${audit ? 'on' : 'off'}, %s, an edit waiting: %s`,
        async (status, hasEdit) => {
          const [client, staff] = [await author(), await moderator()];
          await review(false);
          const id = await postIn(client, status, hasEdit);
          await review(audit);
          const before = await rowOf(id);
          const expected = judgeTransition(
            move,
            { status, audit, has_edit: hasEdit, submitted: true, timing: 'none', actor: 'staff' },
            'approved',
          );
          const response = await decide(staff, id, move, { version: hasEdit ? 2 : 1 });
          await review(false);
          const after = await rowOf(id);
          if ('refuse' in expected) {
            expect([response.status, response.body.code]).toEqual([409, expected.refuse]);
            expect(response.body.post_status).toBe(status);
            expect(after).toEqual(before);
            expect([await notificationsOf(client), await logOf('post', id)]).toEqual([[], []]);
            return;
          }
          const has = (effect: (typeof expected.effects)[number]) =>
            expected.effects.includes(effect);
          expect(response.status).toBe(move === 'remove' ? 204 : 200);
          expect(after).toEqual({
            ...before,
            status: expected.to,
            review_reason: has('give_reason') ? '因为' : '',
            ...(has('show_text')
              ? {
                  ...EDIT,
                  live_version: 2,
                  written_at: expect.any(Date),
                  card_version: 2,
                  note: null,
                  rendered: expect.stringContaining('hljs'),
                }
              : {}),
            ...(has('drop_edit') ? { pending_version: null } : {}),
            ...(has('publish') ? { published_at: expect.any(Date) } : {}),
            ...(has('store_state') ? { locked_from: status } : {}),
            ...(has('restore_state') ? { locked_from: null } : {}),
            ...(has('hide') ? { deleted_at: expect.any(Date) } : {}),
          });
          expect(await notificationsOf(client)).toHaveLength(1);
          expect(await logOf('post', id)).toHaveLength(1);
        },
      );
    }
  }
});

describe('§3.4, D22 deciding on posts', () => {
  test('§3.4 POST /api/admin/posts/:id/approve publishes the pending text and notifies its author', async () => {
    await review(true);
    const [client, staff] = [await author(), await moderator()];
    const id = await write(client);
    await client.post(`/api/studio/posts/${id}/submit`);
    expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(404);
    const response = await staff.post(`/api/admin/posts/${id}/approve`, { version: 1 });
    expect([response.status, response.body.status, response.body.waiting_kind]).toEqual([
      200,
      'approved',
      null,
    ]);
    expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe(TEXT.title);
    expect(await notificationsOf(client)).toEqual([
      { kind: 'post_approved', related_id: id, payload: {}, actor_uid: null },
    ]);
    await review(false);
  });

  test('D22, D47 each decision notifies the author of the reason and logs actor, reason, before and after', async () => {
    await review(true);
    const [client, staff] = [await author(), await moderator()];
    const id = await postIn(client, 'approved');
    await save(client, id, { version: 1 });
    const moves: [Decision, string][] = [
      ['reject', '抄袭'],
      ['lock', '查证'],
      ['unlock', ''],
      ['reject', '属实'],
      ['remove', '广告'],
    ];
    for (const [move, reason] of moves) {
      const read = (await staff.get(`/api/admin/posts/${id}`)).body;
      const response = await staff.post(`/api/admin/posts/${id}/${move}`, {
        version: read.edit?.version ?? read.live_version,
        ...(reason ? { reason: ` ${reason} ` } : {}),
      });
      expect([move, response.status]).toEqual([move, move === 'remove' ? 204 : 200]);
    }
    expect(
      (await notificationsOf(client)).map((one) => [one.kind, one.payload, one.related_id]),
    ).toEqual([
      ['edit_rejected', { reason: '抄袭' }, id],
      ['post_locked', { reason: '查证' }, id],
      ['post_unlocked', {}, id],
      ['post_rejected', { reason: '属实' }, id],
      ['post_removed', { reason: '广告' }, id],
    ]);
    const log = await logOf('post', id);
    const at = (status: string) => ({ status, version: 2, live_version: 1 });
    // 0052: how long the edit waited.
    const waiting = { ...at('approved'), submitted_at: expect.any(String) };
    expect(log.map((one) => [one['action'], one['reason'], one['before'], one['after']])).toEqual([
      ['post.reject', '抄袭', waiting, at('approved')],
      ['post.lock', '查证', at('approved'), at('locked')],
      ['post.unlock', '', at('locked'), at('approved')],
      ['post.reject', '属实', at('approved'), at('rejected')],
      ['post.remove', '广告', at('rejected'), at('rejected')],
    ]);
    expect(new Set(log.map((one) => Number(one['actor_uid'])))).toEqual(new Set([staff.uid]));
    await review(false);
  });

  test('D22 rejecting, locking and removing need a reason; approving and unlocking do not', async () => {
    const [client, staff] = [await author(), await moderator()];
    for (const move of ['reject', 'lock', 'remove'] as const) {
      const id = await postIn(client, 'approved');
      for (const reason of [undefined, ' ', '']) {
        const response = await decide(staff, id, move, { reason });
        expect([move, response.status, response.body.errors[0].pointer]).toEqual([
          move,
          400,
          '/reason',
        ]);
      }
      expect((await rowOf(id))['status']).toBe('approved');
    }
    for (const [move, status] of [
      ['approve', 'pending'],
      ['unlock', 'locked'],
    ] as const) {
      const id = await postIn(client, status);
      expect((await decide(staff, id, move, { reason: undefined })).status).toBe(200);
    }
  });

  test('D22 refuses a version the moderator has not read and returns the current one', async () => {
    const [client, staff] = [await author(), await moderator()];
    const id = await postIn(client, 'approved');
    await save(client, id, { version: 1 });
    for (const move of ['reject', 'lock', 'remove'] as const) {
      const response = await decide(staff, id, move, { version: 1 });
      expect([response.status, response.body.code, response.body.current_version]).toEqual([
        409,
        'stale_version',
        2,
      ]);
    }
    expect((await decide(staff, id, 'lock', { version: undefined })).status).toBe(400);
    expect((await decide(staff, id, 'lock', { version: 2 })).status).toBe(200);
  });

  test('D22 a republished post keeps its first publication time', async () => {
    await review(true);
    const [client, staff] = [await author(), await moderator()];
    const id = await postIn(client, 'approved');
    const { published_at } = await rowOf(id);
    await decide(staff, id, 'reject');
    await client.post(`/api/studio/posts/${id}/submit`);
    const back = await decide(staff, id, 'approve');
    expect(new Date(back.body.published_at)).toEqual(published_at);
    expect(back.body.review_reason).toBe('');
    await review(false);
  });

  test('D22 switching review publishes nothing by itself', async () => {
    const client = await author();
    await review(true);
    const id = await write(client);
    await client.post(`/api/studio/posts/${id}/submit`);
    await review(false);
    expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(404);
  });

  test('D24 a removal costs no energy and hides the post from everyone', async () => {
    const [client, staff] = [await author(), await moderator()];
    const id = await postIn(client, 'approved');
    const balances = () =>
      world.sql('select uid, balance from energy_account where uid = any($1) order by uid', [
        [client.uid, staff.uid],
      ]);
    const before = await balances();
    expect((await decide(staff, id, 'remove')).status).toBe(204);
    expect(await balances()).toEqual(before);
    expect(await world.sql('select 1 from energy_transfer where post_id = $1', [id])).toEqual([]);
    for (const who of [client, staff, world.visitor()]) {
      expect((await who.get(`/api/posts/${id}`)).status).toBe(404);
    }
    expect((await decide(staff, id, 'remove')).status).toBe(404);
  });

  test('D22 staff may decide on their own posts and get no notification', async () => {
    await review(true);
    const staff = await world.member({ role: 'admin', exp: 1, transport: 'bearer' });
    const id = await write(staff);
    await staff.post(`/api/studio/posts/${id}/submit`);
    expect((await decide(staff, id, 'approve')).status).toBe(200);
    expect(await notificationsOf(staff)).toEqual([]);
    await review(false);
  });

  test("D25 refuses a decision on a deleted post, a deleted author's post and a missing post", async () => {
    const [client, staff] = [await author(), await moderator()];
    const [deleted, orphan] = [await postIn(client, 'pending'), await postIn(client, 'pending')];
    await world.sql('update post set deleted_at = now() where id = $1', [deleted]);
    await world.sql('update users set deleted_at = now() where uid = $1', [client.uid]);
    for (const id of [deleted, orphan, MISSING]) {
      expect((await staff.get(`/api/admin/posts/${id}`)).status).toBe(404);
      for (const move of DECISIONS) expect((await decide(staff, id, move)).status).toBe(404);
    }
  });

  test("D22 one of several concurrent decisions wins, and the post has that decision's state", async () => {
    for (let round = 0; round < 5; round++) {
      const client = await author();
      const id = await postIn(client, 'pending');
      const staff = [await moderator(), await moderator(), await moderator(), await moderator()];
      const moves = ['approve', 'reject', 'approve', 'reject'] as const;
      const responses = await Promise.all(
        staff.map((one, at) => decide(one, id, moves[at] ?? 'approve')),
      );
      const log = await logOf('post', id);
      const won = responses.filter((one) => one.status === 200);
      // A moderator who read the same text may reject a post just approved, but not the reverse.
      const order = log.map((one) => one['action']);
      expect([['post.approve'], ['post.reject'], ['post.approve', 'post.reject']]).toContainEqual(
        order,
      );
      expect(won).toHaveLength(order.length);
      expect(responses.filter((one) => one.status === 409)).toHaveLength(4 - order.length);
      const last = order.at(-1) === 'post.approve' ? 'approved' : 'rejected';
      expect((await rowOf(id))['status']).toBe(last);
      expect(await notificationsOf(client)).toHaveLength(order.length);
    }
  });

  test('D22 ten concurrent approvals approve once', async () => {
    const [client, staff] = [await author(), await moderator()];
    const id = await postIn(client, 'pending');
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => decide(staff, id, 'approve')),
    );
    expect(responses.map((one) => one.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await logOf('post', id)).toHaveLength(1);
    expect(await notificationsOf(client)).toHaveLength(1);
  });
});

describe('D21, D22 no text becomes public without approval', () => {
  test('D21 an approved edit replaces the whole public text: words, cover and highlighted code', async () => {
    await review(true);
    const [client, staff] = [await author(), await moderator()];
    const id = await postIn(client, 'approved');
    await save(client, id, { version: 1 });
    expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe(TEXT.title);
    expect((await decide(staff, id, 'approve', { version: 2 })).body).toMatchObject({
      ...EDIT,
      live_version: 2,
      pending_version: null,
      edit: null,
    });
    expect((await world.visitor().get(`/api/posts/${id}`)).body).toMatchObject(EDIT);
    expect((await rowOf(id))['rendered']).toContain('hljs');
    expect((await notificationsOf(client)).map((one) => one.kind)).toEqual(['edit_approved']);
    await review(false);
  });

  test('D21 a saved draft is not approved with the edit submitted before it', async () => {
    await review(true);
    const [client, staff] = [await author(), await moderator()];
    const id = await postIn(client, 'approved');
    await save(client, id, { version: 1 });
    await save(client, id, { version: 2, title: '未完', draft: true });
    const read = await staff.get(`/api/admin/posts/${id}`);
    expect(read.text).not.toContain('未完');
    expect((await decide(staff, id, 'approve', { version: read.body.edit.version })).status).toBe(
      200,
    );
    expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe(EDIT.title);
    expect((await client.get(`/api/studio/posts/${id}`)).body.title).toBe('未完');
    await review(false);
  });

  test('D21 an approval that races the author’s next edit publishes the text that was read, or nothing new', async () => {
    await review(true);
    const staff = await moderator();
    const shown = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const client = await author();
      const id = await postIn(client, 'approved');
      await save(client, id, { version: 1 });
      const edit = () =>
        client.put(`/api/studio/posts/${id}`, { ...EDIT, title: '无人读过', version: 2 });
      const approve = () => decide(staff, id, 'approve', { version: 2 });
      const [first, second] = await Promise.all(
        round % 2 ? [edit(), approve()] : [approve(), edit()],
      );
      const approved = round % 2 ? second : first;
      const { title } = (await world.visitor().get(`/api/posts/${id}`)).body;
      expect(title).toBe(approved?.status === 200 ? EDIT.title : TEXT.title);
      shown.add(title);
      const row = await rowOf(id);
      expect([row['version'], row['pending_version']]).toEqual([3, 3]);
    }
    expect([...shown].length).toBeGreaterThan(0);
    await review(false);
  });

  test('D21 with review off the author’s own text wins in either order', async () => {
    const staff = await moderator();
    for (let round = 0; round < 6; round++) {
      const client = await author();
      await review(true);
      const id = await postIn(client, 'approved');
      await save(client, id, { version: 1 });
      await review(false);
      const [saved] = await Promise.all([
        client.put(`/api/studio/posts/${id}`, { ...EDIT, title: '作者自己的', version: 2 }),
        decide(staff, id, 'approve', { version: 2 }),
      ]);
      expect(saved.status).toBe(200);
      expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe('作者自己的');
    }
  });
});

describe('D47 GET /api/admin/posts', () => {
  test('D47 lists the queue first: pending posts and edits, longest wait first, page by page', async () => {
    const own = await createWorld();
    const client = await own.member({ exp: 1 });
    const staff = await own.member({ role: 'admin' });
    const submitted: number[] = [];
    await review(false, own);
    const open = await write(client);
    const locked = await write(client);
    await review(true, own);
    for (let count = 0; count < 3; count++) {
      own.wait(1);
      const id = await write(client, { title: `等 ${count}` });
      await client.post(`/api/studio/posts/${id}/submit`);
      submitted.push(id);
    }
    await write(client, { title: '草稿' });
    // The wait begins when the edit was queued, not when the post was published.
    for (const id of [open, locked]) {
      own.wait(1);
      await save(client, id, { version: 1 });
    }
    expect((await decide(staff, locked, 'lock', { version: 2 })).status).toBe(200);
    const expected = [...submitted, open, locked];
    const first = await staff.get('/api/admin/posts');
    expect(ids(first)).toEqual(expected);
    expect(first.body.items.map((one: { waiting_kind: string }) => one.waiting_kind)).toEqual([
      'post',
      'post',
      'post',
      'edit',
      'edit',
    ]);
    expect(first.body.items[3]).toMatchObject({ title: TEXT.title, pending_version: 2 });
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = { limit: '2', ...(cursor ? { cursor } : {}) };
      const page = await staff.get('/api/admin/posts', { query });
      seen.push(...ids(page));
      cursor = page.body.next_cursor;
    }
    expect(seen).toEqual(expected);
  });

  test('D47 filters by status and author, last changed first, each post once, none missing', async () => {
    const [client, other, staff] = [await author(), await author(), await moderator()];
    for (const status of LISTED_STATUSES) {
      const mine: number[] = [];
      for (let count = 0; count < 3; count++) {
        mine.push(await postIn(client, status));
        world.wait(1);
      }
      const foreign = await postIn(other, status);
      const list = (query: string) => staff.get(`/api/admin/posts?status=${status}${query}`);
      const first = await list(`&author=${client.uid}&limit=2`);
      const rest = await list(`&author=${client.uid}&limit=2&cursor=${first.body.next_cursor}`);
      expect([...ids(first), ...ids(rest)]).toEqual(mine.reverse());
      expect(ids(await list('&limit=100'))).toEqual(expect.arrayContaining([...mine, foreign]));
      const queue = ids(await staff.get(`/api/admin/posts?author=${client.uid}`));
      expect(queue.filter((id) => mine.includes(id))).toHaveLength(status === 'pending' ? 3 : 0);
    }
    expect((await staff.get('/api/admin/posts?status=odd')).status).toBe(400);
  });

  test('§3.4 GET /api/admin/posts/:id shows the public text, the pending text and the reason of the refusal', async () => {
    await review(true);
    const [client, staff] = [await author(), await moderator()];
    const id = await postIn(client, 'approved');
    await save(client, id, { version: 1, body: '<p onclick="x()">新<script>1</script></p>' });
    const { body } = await staff.get(`/api/admin/posts/${id}`);
    expect(body).toMatchObject({
      ...TEXT,
      status: 'approved',
      version: 2,
      waiting_kind: 'edit',
      locked_from: null,
      author: { uid: client.uid },
      edit: { version: 2, title: EDIT.title, summary: EDIT.summary, cover_url: null },
    });
    expect(body.edit.body).toBe('<p>新</p>');
    await decide(staff, id, 'reject', { version: 2, reason: '太短' });
    expect((await staff.get(`/api/admin/posts/${id}`)).body).toMatchObject({
      review_reason: '太短',
      edit: null,
      waiting_kind: null,
    });
    expect((await client.get(`/api/studio/posts/${id}`)).body.review_reason).toBe('太短');
    await review(false);
  });
});

describe('D47 GET /api/admin/comments', () => {
  const addComment = async (client: Client, post: number, body: string): Promise<number> =>
    (await client.post(`/api/posts/${post}/comments`, { body })).body.id;
  const find = async (staff: Client, query: Record<string, string>) =>
    ids(await staff.get('/api/admin/comments', { query }));

  test('§4 finds any part of a text, even two Chinese characters, in any case and width', async () => {
    const [client, staff] = [await author(), await moderator()];
    const post = await postIn(client, 'approved');
    const comments = {
      chinese: await addComment(client, post, '加我微信，有优惠'),
      latin: await addComment(client, post, 'Free Bitcoin here'),
      wide: await addComment(client, post, 'ＷｅＣｈａｔ 加我'),
      emoji: await addComment(client, post, '好🏮火🏮灯'),
      scattered: await addComment(client, post, '微小的信心，信微'),
      percent: await addComment(client, post, '100%_ \\ done'),
    };
    expect(await find(staff, { q: '微信' })).toEqual([comments.chinese]);
    expect(await find(staff, { q: '加我' })).toEqual([comments.wide, comments.chinese]);
    expect(await find(staff, { q: 'BITCOIN h' })).toEqual([comments.latin]);
    expect(await find(staff, { q: 'wechat' })).toEqual([comments.wide]);
    expect(await find(staff, { q: '🏮灯' })).toEqual([comments.emoji]);
    expect(await find(staff, { q: '%_' })).toEqual([comments.percent]);
    expect(await find(staff, { q: '\\ ' })).toEqual([comments.percent]);
    // Contains every bigram of the word, but not the word.
    const pairs = await addComment(client, post, '甲乙 乙丙');
    expect(await find(staff, { q: '甲乙丙' })).toEqual([]);
    expect(await find(staff, { q: '乙丙' })).toEqual([pairs]);
    for (const q of ['', '长'.repeat(51), 'a\u0000b']) {
      expect((await staff.get('/api/admin/comments', { query: { q } })).status).toBe(400);
    }
  });

  test('§4 Admin.comments keyword search takes a single Han character, also one that normalizes from two to one', async () => {
    const [client, staff] = [await author(), await moderator()];
    const post = await postIn(client, 'approved');
    const [one, two] = [
      await addComment(client, post, '魑在这里'),
      await addComment(client, post, '还有魑'),
    ];
    const accent = await addComment(client, post, 'caf\u00e9');
    expect(await find(staff, { q: '魑' })).toEqual([two, one]);
    expect(await find(staff, { q: 'e\u0301' })).toEqual([accent]);
    expect(await find(staff, { q: '魅' })).toEqual([]);
    const page = await staff.get(`/admin/comments?q=${encodeURIComponent('魑')}`, {
      headers: { accept: 'text/html' },
    });
    expect(page.text).toContain('<mark>魑</mark>在这里');
    expect(page.text).not.toContain('caf\u00e9');
  });

  test('§4 Admin.comments a single-character search reads a bounded number of comments per page, and the next page continues', async () => {
    const own = await createWorld();
    const client = await own.member({ exp: 1 });
    const staff = await own.member({ role: 'admin' });
    await review(false, own);
    const post = await write(client);
    const oldest = await addComment(client, post, '魑');
    // Deleted comments are read too, so they count towards the bound; no index contains them.
    await own.sql(
      `with added as (
         insert into comment (post_id, author_uid, body, day, created_at, deleted_at, deleted_by)
         select $1, $2, '别的', current_date, now(), now(), $2 from generate_series(1, $3::int) returning id
       )
       insert into comment_count (post_id, comment_id) select $1, id from added`,
      [post, client.uid, SCAN_MAX],
    );
    const newest = await addComment(client, post, '魑魅');
    const first = await staff.get('/api/admin/comments', { query: { q: '魑' } });
    expect(ids(first)).toEqual([newest]);
    const second = await staff.get('/api/admin/comments', {
      query: { q: '魑', cursor: first.body.next_cursor },
    });
    expect([ids(second), second.body.next_cursor]).toEqual([[oldest], null]);
    // The first page is empty, and the staff page links to the next.
    await client.delete(`/api/comments/${newest}`);
    const none = await staff.get('/api/admin/comments', { query: { q: '魑' } });
    expect(ids(none)).toEqual([]);
    const page = await staff.get(`/admin/comments?q=${encodeURIComponent('魑')}`, {
      headers: { accept: 'text/html' },
    });
    const next = /href="([^"]*cursor=[^"]*)"[^>]*>查找更早的评论/.exec(page.text)?.[1] ?? '';
    const older = await staff.get(next.replaceAll('&amp;', '&'), {
      headers: { accept: 'text/html' },
    });
    expect(older.text).toContain('<mark>魑</mark>');
  });

  test('§4 Admin.comments lists newest first, page by page, by author and post, with and without a keyword', async () => {
    const [client, other, staff] = [await author(), await author(), await moderator()];
    const [post, second] = [await postIn(client, 'approved'), await postIn(client, 'approved')];
    const mine: number[] = [];
    for (let count = 0; count < 5; count++)
      mine.push(await addComment(client, post, `常见词 ${count}`));
    const foreign = await addComment(other, post, '常见词');
    const elsewhere = await addComment(client, second, '常见词');
    const plain = await addComment(client, second, '别的');
    const newest = [elsewhere, foreign, ...mine.reverse()];
    const pages = async (query: Record<string, string>) => {
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const response = await staff.get('/api/admin/comments', {
          query: { ...query, limit: '2', ...(cursor ? { cursor } : {}) },
        });
        seen.push(...ids(response));
        cursor = response.body.next_cursor;
      }
      return seen;
    };
    expect(await pages({ q: '常见词' })).toEqual(newest);
    expect(await pages({ q: '常见词', author: String(other.uid) })).toEqual([foreign]);
    expect(await pages({ q: '常见词', post: String(post) })).toEqual([foreign, ...mine]);
    expect(await pages({ author: String(client.uid) })).toEqual([plain, elsewhere, ...mine]);
    expect(await pages({ post: String(second), author: String(client.uid) })).toEqual([
      plain,
      elsewhere,
    ]);
    expect((await find(staff, {})).slice(0, 8)).toEqual([plain, ...newest]);
  });

  test('§4 finds a rare word in an old comment, and a common word across buckets in order', async () => {
    const own = await createWorld();
    const client = await own.member({ exp: 1 });
    const staff = await own.member({ role: 'admin' });
    await review(false, own);
    const post = await write(client);
    const comments: number[] = [await addComment(client, post, '往日 常有')];
    for (const bucket of [1, 2, 5]) {
      await own.sql(`select setval(pg_get_serial_sequence('comment', 'id'), $1)`, [
        bucket * BUCKET - 2,
      ]);
      for (let count = 0; count < 3; count++)
        comments.push(await addComment(client, post, '今日 常有'));
    }
    expect(await find(staff, { q: '往日' })).toEqual([comments[0]]);
    const newest = [...comments].reverse();
    expect(await find(staff, { q: '常有' })).toEqual(newest);
    for (let at = 1; at < newest.length; at++) {
      const first = await staff.get('/api/admin/comments', {
        query: { q: '常有', limit: String(at) },
      });
      const rest = await find(staff, { q: '常有', cursor: first.body.next_cursor });
      expect([...ids(first), ...rest]).toEqual(newest);
    }
  });

  test('§4, D25 staff see comments of banned members and on hidden posts, and no deleted ones', async () => {
    const [client, banned, gone, staff] = [
      await author(),
      await author(),
      await author(),
      await moderator(),
    ];
    const word = '看得见';
    const posts = new Map<PostStatus, number>();
    const seen: number[] = [];
    for (const status of STATUSES) {
      const id = await postIn(client, 'approved');
      posts.set(status, id);
      seen.push(await addComment(banned, id, word));
    }
    const open = posts.get('approved') as number;
    const root = await addComment(client, open, '楼主');
    const reply = (await banned.post(`/api/comments/${root}/reply`, { body: word })).body.id;
    await client.delete(`/api/comments/${root}`);
    const hidden = [
      reply,
      await addComment(gone, open, word),
      await addComment(banned, open, word),
    ];
    await banned.delete(`/api/comments/${hidden[2]}`);
    const deleted = await postIn(client, 'approved');
    hidden.push(await addComment(banned, deleted, word));
    await world.sql('update post set deleted_at = now() where id = $1', [deleted]);
    for (const [status, id] of posts) {
      await world.sql(
        `update post set status = $2, locked_from = case when $2 = 'locked' then 'approved' end where id = $1`,
        [id, status],
      );
    }
    await world.sql("update users set status = 'banned' where uid = $1", [banned.uid]);
    await world.sql('update users set deleted_at = now() where uid = $1', [gone.uid]);
    expect(await find(staff, { q: word })).toEqual([...seen].reverse());
    expect(await find(staff, { author: String(banned.uid) })).toEqual([...seen].reverse());
    const everything = await find(staff, { limit: '100' });
    expect(everything.filter((id) => hidden.includes(id))).toEqual([]);
  });
});

describe('D47 POST /api/admin/comments/:id/remove', () => {
  test('§4, D27 removes a root with its replies, lowers the counter, and notifies its author of the reason', async () => {
    const [client, talker, staff] = [await author(), await author(), await moderator()];
    const post = await postIn(client, 'approved');
    const root = (await talker.post(`/api/posts/${post}/comments`, { body: '广告' })).body.id;
    await client.post(`/api/comments/${root}/reply`, { body: '别发了' });
    const other = (await client.post(`/api/posts/${post}/comments`, { body: '好' })).body.id;
    const url = `/api/admin/comments/${root}/remove`;
    for (const body of [{}, { reason: ' ' }])
      expect((await staff.post(url, body)).status).toBe(400);
    expect((await staff.post(url, { reason: '广告贴' })).status).toBe(204);
    expect(ids(await world.visitor().get(`/api/posts/${post}/comments`))).toEqual([other]);
    expect((await world.visitor().get(`/api/posts/${post}`)).body.comment_count).toBe(1);
    const notifications = (await notificationsOf(talker)).filter(
      (one) => one.kind === 'comment_removed',
    );
    expect(notifications).toEqual([
      { kind: 'comment_removed', related_id: post, payload: { reason: '广告贴' }, actor_uid: null },
    ]);
    expect(await logOf('comment', root)).toMatchObject([
      {
        action: 'comment.remove',
        reason: '广告贴',
        before: { deleted: false, author_uid: talker.uid, post_id: post, root_id: root },
        after: { deleted: true },
      },
    ]);
    expect((await staff.post(url, { reason: '再来' })).status).toBe(404);
    const missing = `/api/admin/comments/${MISSING}/remove`;
    expect((await staff.post(missing, { reason: '没有' })).status).toBe(404);
  });

  test('D47 ten concurrent removals remove a comment once', async () => {
    const [client, staff] = [await author(), await moderator()];
    const post = await postIn(client, 'approved');
    const id = (await client.post(`/api/posts/${post}/comments`, { body: '一次' })).body.id;
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        staff.post(`/api/admin/comments/${id}/remove`, { reason: '同时' }),
      ),
    );
    expect(responses.map((one) => one.status).sort()).toEqual([204, ...Array(9).fill(404)]);
    expect(await logOf('comment', id)).toHaveLength(1);
    expect((await world.visitor().get(`/api/posts/${post}`)).body.comment_count).toBe(0);
  });
});

test('§5.5, D47 admins and the owner may do all of this, members and visitors nothing', async () => {
  const client = await author();
  const owner = await world.member({ role: 'owner', transport: 'bearer' });
  const post = await postIn(client, 'approved');
  const comment = (await client.post(`/api/posts/${post}/comments`, { body: '在' })).body.id;
  const calls: ['GET' | 'POST', string, object?][] = [
    ['GET', '/api/admin/posts'],
    ['GET', `/api/admin/posts/${post}`],
    ['GET', '/api/admin/comments'],
    ...DECISIONS.map((move): ['POST', string, object] => [
      'POST',
      `/api/admin/posts/${post}/${move}`,
      { version: 1, reason: '因为' },
    ]),
    ['POST', `/api/admin/comments/${comment}/remove`, { reason: '因为' }],
  ];
  const before = await rowOf(post);
  for (const [method, url, body] of calls) {
    const response = await client.send(method, url, body);
    expect([url, response.status, response.body.code]).toEqual([url, 403, 'role_required']);
    const anonymous = await world.visitor().send(method, url, body);
    expect([url, anonymous.status]).toEqual([url, 401]);
  }
  expect(await rowOf(post)).toEqual(before);
  const removal = { reason: '因为' };
  expect((await owner.post(`/api/admin/comments/${comment}/remove`, removal)).status).toBe(204);
  for (const move of ['lock', 'unlock', 'remove'] as const) {
    expect((await decide(owner, post, move)).status).toBeLessThan(300);
  }
});
