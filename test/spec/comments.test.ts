import { describe, expect, test } from 'vitest';
import { purgeComments } from '../../src/comments/actions/purge-comments.ts';
import { deleteComments, lockComments } from '../../src/comments/store/write.ts';
import { JOBS } from '../../src/jobs.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { TEST_CITUS_URL } from '../support/citus.ts';
import type { Client } from '../support/client.ts';
import { keepFlushingCounts } from '../support/flush-counts.ts';
import { pictureOf } from '../support/picture.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const writer = await world.member({ exp: 1, transport: 'bearer' });

async function newPost(options: { draft?: boolean } = {}): Promise<number> {
  const text = { title: '夜航', body: '<p>灯火可亲。</p>', ...options };
  return (await writer.post('/api/studio/posts', text)).body.id;
}

async function addComment(client: Client, postId: number, body = '写得真好。'): Promise<number> {
  const response = await client.post(`/api/posts/${postId}/comments`, { body });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function reply(client: Client, id: number, body = '同感。'): Promise<number> {
  const response = await client.post(`/api/comments/${id}/reply`, { body });
  expect(response.status).toBe(201);
  return response.body.id;
}

const roots = async (postId: number, query = '') =>
  (await world.visitor().get(`/api/posts/${postId}/comments${query}`)).body;
const thread = async (postId: number, rootId: number, query = '') =>
  (await world.visitor().get(`/api/posts/${postId}/comments/${rootId}/replies${query}`)).body;
const ids = (page: { items: { id: number }[] }) => page.items.map((item) => item.id);
const shownCount = async (postId: number) =>
  (await world.visitor().get(`/api/posts/${postId}`)).body.comment_count;

/** Row counts next to the stored counters, before and after pending deltas are flushed. */
async function expectExact(postId: number): Promise<number> {
  const look = async () => {
    const [row] = await world.sql(
      `with stored as materialized (
         select count(*) as ever, count(*) filter (where comment.deleted_at is null and root.deleted_at is null) as visible
           from comment join comment root
             on root.post_id = comment.post_id and root.id = coalesce(comment.root_id, comment.id)
          where comment.post_id = $1 and root.post_id = $1
       ), daily as materialized (
         select coalesce(sum(comments), 0) as days from post_day where post_id = $1
       ), delta as (
         select coalesce(sum(comments), 0) as waiting,
                coalesce(sum(comments) filter (where not undated), 0) as days_waiting
           from post_count_delta where post_id = $1
       )
       select visible::int, comments::int as counted, waiting::int, ever::int, days::int, days_waiting::int
         from stored, daily, delta, post_count where post_id = $1`,
      [postId],
    );
    return row as Record<string, number>;
  };
  const before = await look();
  expect(Number(before['counted']) + Number(before['waiting'])).toBe(before['visible']);
  expect(Number(before['days']) + Number(before['days_waiting'])).toBe(before['ever']);
  await flushCountDeltas(world.ctx);
  const after = await look();
  expect(after).toMatchObject({ counted: after['visible'], days: after['ever'], waiting: 0 });
  const miscounted = await world.sql(
    `select root.id from comment root
       left join comment reply
         on reply.post_id = root.post_id and reply.root_id = root.id and reply.deleted_at is null
      where root.post_id = $1 and root.root_id is null
      group by root.id, root.reply_count having root.reply_count <> count(reply.id)`,
    [postId],
  );
  expect(miscounted).toEqual([]);
  return Number(after['visible']);
}

async function commentImage(client: Client, path = '/api/comments/upload-image'): Promise<string> {
  const response = await client.upload(path, await pictureOf());
  expect(response.status).toBe(201);
  return response.body.url;
}

async function people(count: number): Promise<Client[]> {
  const made: Client[] = [];
  while (made.length < count) made.push(await world.member({ transport: 'bearer' }));
  return made;
}

/** How many statements of the service wait for a lock now, on any machine. */
async function waiting(): Promise<number> {
  const activity = TEST_CITUS_URL ? 'citus_stat_activity' : 'pg_stat_activity';
  const rows = await world.sql(
    `select 1 from ${activity} where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

describe('§4 POST /api/posts/:id/comments', () => {
  test('§4 POST /api/posts/:id/comments, §2 Comment.post: belongs to a post, has an author, a text and its counts', async () => {
    const reader = await world.member();
    const id = await newPost();
    const response = await reader.post(`/api/posts/${id}/comments`, {
      body: '  第一行\n第二行\t。 ',
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(Number),
      post_id: id,
      root_id: null,
      reply_to: null,
      author: {
        uid: reader.uid,
        username: null,
        name: `用户${reader.uid}`,
        avatar_url: null,
        level: 0,
      },
      body: '第一行\n第二行\t。',
      lang: 'zh',
      image: null,
      mentions: [],
      reply_count: 0,
      like_count: 0,
      liked: false,
      pinned: false,
      created_at: expect.stringMatching(/Z$/),
      edited_at: null,
    });
    expect((await roots(id)).items).toEqual([{ ...response.body, replies: [] }]);
    expect(await shownCount(id)).toBe(1);
    await expectExact(id);
  });

  test('D27 the text is plain, 1 to 1000 characters, counted as characters', async () => {
    const reader = await world.member();
    const id = await newPost();
    const send = async (body: unknown) =>
      (await reader.post(`/api/posts/${id}/comments`, { body })).status;
    for (const body of ['灯'.repeat(1000), '🏮'.repeat(1000), ` ${'a'.repeat(1000)} `, '<b>x</b>'])
      expect(await send(body)).toBe(201);
    for (const body of [
      '',
      ' \n\t ',
      '\u200b\u200d',
      '灯'.repeat(1001),
      'e\u0301'.repeat(501),
      'a\u0000b',
      'a\u001bb',
      'a\rb',
      'a\u0085b',
      null,
      7,
    ])
      expect([body, await send(body)]).toEqual([body, 400]);
    // Plain text is stored as written and escaped when rendered.
    expect((await roots(id)).items[0].body).toBe('<b>x</b>');
    expect(await shownCount(id)).toBe(4);
  });

  test('D30 a post the caller cannot see is not found; a visible post that is not public is in the wrong state', async () => {
    const reader = await world.member();
    const draft = await newPost({ draft: true });
    const hidden = await reader.post(`/api/posts/${draft}/comments`, { body: '?' });
    const missing = await reader.post('/api/posts/999999/comments', { body: '?' });
    const { instance: _, ...one } = hidden.body;
    const { instance: __, ...other } = missing.body;
    expect([hidden.status, one]).toEqual([404, other]);
    const own = await writer.post(`/api/posts/${draft}/comments`, { body: '?' });
    expect([own.status, own.body.code]).toEqual([409, 'wrong_state']);
    expect(await world.sql('select 1 from comment where post_id = $1', [draft])).toEqual([]);
  });

  test('D3 an image or mentions of the wrong type are refused before any lookup', async () => {
    const reader = await world.member();
    const wrong = {
      image_url: [true, 1, '', 'x\u0000', '/uploads/comment/\u0000', 'x'.repeat(5000), [], {}],
      mention_uids: [null, true, 1, 'x', {}, ['x'], [0], [1.5], [null]],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const body = { body: '好', [name]: value };
        for (const url of ['/api/posts/999999/comments', '/api/comments/999999/reply']) {
          const response = await reader.post(url, body);
          expect([body, response.body.code]).toEqual([body, 'invalid_input']);
        }
      }
    }
  });

  test('D8 a comment repeated under one idempotency key is one comment', async () => {
    const reader = await world.member();
    const id = await newPost();
    const send = () =>
      reader.post(
        `/api/posts/${id}/comments`,
        { body: '一次' },
        { headers: { 'idempotency-key': 'comment' } },
      );
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(await expectExact(id)).toBe(1);
  });
});

describe('A40, D48 the image of a comment', () => {
  test("§2 Comment.image is the author's own comment upload; another member's, a post's and a foreign URL are refused", async () => {
    const [mine, other] = [
      await world.member({ exp: 1500, transport: 'bearer' }),
      await world.member({ exp: 1500, transport: 'bearer' }),
    ];
    const id = await newPost();
    const image_url = await commentImage(mine);
    const shown = await mine.post(`/api/posts/${id}/comments`, { body: '看图', image_url });
    expect(shown.body.image).toMatchObject({ url: image_url, width: 64, height: 48 });
    expect((await roots(id)).items[0].image).toEqual(shown.body.image);
    const without = await mine.post(`/api/posts/${id}/comments`, { body: '无图', image_url: null });
    expect([without.status, without.body.image]).toEqual([201, null]);
    for (const url of [
      await commentImage(other),
      await commentImage(mine, '/api/posts/upload-image'),
      '/uploads/comment/2026/01/01/none.webp',
      'https://evil.example/a.webp',
    ]) {
      const response = await mine.post(`/api/posts/${id}/comments`, { body: '图', image_url: url });
      expect([response.status, response.body.errors?.[0]?.pointer]).toEqual([400, '/image_url']);
    }
    expect(await expectExact(id)).toBe(2);
  });

  test('D55 vanishes when the staff removes it, and an undo shows it again', async () => {
    const admin = await world.member({ role: 'admin' });
    const mine = await world.member({ exp: 1500, transport: 'bearer' });
    const id = await newPost();
    const image_url = await commentImage(mine);
    const { image } = (await mine.post(`/api/posts/${id}/comments`, { body: '看图', image_url }))
      .body;
    const again = await mine.post(`/api/posts/${id}/comments`, { body: '再看', image_url });
    const images = async () =>
      (await roots(id)).items.map((root: { image: unknown }) => root.image);
    expect(await images()).toEqual([image, image]);
    const removed = await admin.post(`/api/admin/uploads/${image.id}/remove`, { reason: '广告' });
    expect(removed.status).toBe(204);
    expect(await images()).toEqual([null, null]);
    const edited = await mine.put(`/api/comments/${again.body.id}`, { body: '不看了' });
    expect([edited.status, edited.body.image]).toEqual([200, null]);
    const [undo] = await world.sql(
      'select max(log_id) as id from staff_undo where actor_uid = $1',
      [admin.uid],
    );
    const undone = await admin.post(`/api/admin/decisions/${undo?.['id']}/undo`, {});
    expect(undone.status).toBe(204);
    expect(await images()).toEqual([image, image]);
  });

  test('the sweep deletes the image after its comment is deleted, and not before', async () => {
    const mine = await world.member({ exp: 1500, transport: 'bearer' });
    const id = await newPost();
    const image_url = await commentImage(mine);
    const comment = await mine.post(`/api/posts/${id}/comments`, { body: '看图', image_url });
    const served = async () =>
      (await world.visitor().raw({ method: 'GET', url: image_url })).status;
    const sweep = async () => {
      await world.sql("update upload set created_at = created_at - interval '2 days'");
      await JOBS.tasks['uploads_sweep']?.(world.ctx, {});
    };
    await sweep();
    expect(await served()).toBe(200);
    expect((await mine.delete(`/api/comments/${comment.body.id}`)).status).toBe(204);
    await sweep();
    expect(await served()).toBe(404);
  });
});

describe('§4 POST /api/comments/:id/reply', () => {
  test('§4 POST /api/comments/:id/reply, §2 Comment.root, D27 a root or a reply takes replies; both belong to the root and name the author they reply to', async () => {
    const [first, second, third] = (await people(3)) as [Client, Client, Client];
    const id = await newPost();
    const root = await addComment(first, id);
    const one = await second.post(`/api/comments/${root}/reply`, { body: '一' });
    const two = await third.post(`/api/comments/${one.body.id}/reply`, { body: '二' });
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body).toMatchObject({
      post_id: id,
      root_id: root,
      reply_to: { id: root, user: { uid: first.uid } },
    });
    expect(two.body).toMatchObject({
      root_id: root,
      reply_to: { id: one.body.id, user: { uid: second.uid } },
    });
    expect((await thread(id, root)).items).toEqual([one.body, two.body]);
    expect((await roots(id)).items[0]).toMatchObject({ reply_count: 2, id: root });
    expect(await shownCount(id)).toBe(3);
    await expectExact(id);
  });

  test('D25, D30 a deleted, hidden or unknown comment is not found; a post no longer public is in the wrong state', async () => {
    const reader = await world.member();
    const id = await newPost();
    const root = await addComment(reader, id);
    const gone = await reply(reader, root);
    await reader.delete(`/api/comments/${gone}`);
    const send = async (client: Client, comment: number) =>
      (await client.post(`/api/comments/${comment}/reply`, { body: '？' })).status;
    expect([await send(reader, gone), await send(reader, 999_999)]).toEqual([404, 404]);
    await world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      id,
    ]);
    expect([await send(reader, root), await send(writer, root)]).toEqual([404, 409]);
    await world.sql("update post set status = 'approved', locked_from = null where id = $1", [id]);
    await reader.delete(`/api/comments/${root}`);
    expect(await send(writer, root)).toBe(404);
    expect(await expectExact(id)).toBe(0);
  });
});

describe('§4 GET /api/posts/:id/comments', () => {
  test('§4 GET /api/posts/:id/comments: roots come newest first, each with its first three replies, oldest first', async () => {
    const reader = await world.member();
    const id = await newPost();
    const [older, newer] = [await addComment(reader, id), await addComment(reader, id)];
    const responses: number[] = [];
    for (let count = 0; count < 5; count++) responses.push(await reply(reader, older));
    const page = await roots(id);
    expect(ids(page)).toEqual([newer, older]);
    expect(page.items[0].replies).toEqual([]);
    expect(page.items[1].reply_count).toBe(5);
    expect(ids({ items: page.items[1].replies })).toEqual(responses.slice(0, 3));
    const first = await roots(id, '?limit=1');
    expect(ids(first)).toEqual([newer]);
    const second = await roots(id, `?limit=1&cursor=${first.next_cursor}`);
    expect([ids(second), second.next_cursor]).toEqual([[older], null]);
  });

  test("`around` starts the page at the comment's root and continues from there", async () => {
    const reader = await world.member();
    const [id, elsewhere] = [await newPost(), await newPost()];
    const all: number[] = [];
    for (let count = 0; count < 5; count++) all.unshift(await addComment(reader, id));
    const deep = await reply(reader, all[2] as number);
    expect(ids(await roots(id, `?around=${all[1]}&limit=2`))).toEqual(all.slice(1, 3));
    const page = await world.visitor().get(`/api/posts/${id}/comments?around=${deep}&limit=2`);
    expect(ids(page.body)).toEqual(all.slice(2, 4));
    // The next page's link keeps `around`; the cursor takes precedence.
    const next = /<http:\/\/localhost:3000([^>]+)>/.exec(String(page.headers['link']))?.[1];
    expect(next).toContain('around=');
    expect(ids((await world.visitor().get(next ?? '')).body)).toEqual(all.slice(4));
    await reader.delete(`/api/comments/${deep}`);
    for (const [post, comment] of [
      [id, deep],
      [id, 999_999],
      [elsewhere, all[0]],
    ])
      expect((await roots(post as number, `?around=${comment}`)).code).toBe('not_found');
  });

  test('D25 an invisible post shows no comments, and hidden and missing give the same response', async () => {
    const reader = await world.member();
    const id = await newPost();
    const root = await addComment(reader, id);
    await world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      id,
    ]);
    const same = ({ body }: { body: Record<string, unknown> }) => ({ ...body, instance: '' });
    for (const path of ['comments', `comments/${root}/replies`]) {
      const hidden = await reader.get(`/api/posts/${id}/${path}`);
      expect(hidden.status).toBe(404);
      expect(same(hidden)).toEqual(same(await reader.get(`/api/posts/999999/${path}`)));
      expect((await writer.get(`/api/posts/${id}/${path}`)).status).toBe(200);
    }
  });

  test('D15, D25 a deleted account hides its comments and their replies, and a restore shows all of them again', async () => {
    const [leaver, other] = (await people(2)) as [Client, Client];
    const id = await newPost();
    const [root, otherRoot] = [await addComment(leaver, id), await addComment(other, id)];
    await reply(other, root);
    const replyId = await reply(leaver, otherRoot);
    const under = await reply(other, replyId);
    const before = [await roots(id), await thread(id, otherRoot)];
    await leaver.post('/api/settings/delete-account', { password: PASSWORD });
    expect(ids(await roots(id))).toEqual([otherRoot]);
    expect((await thread(id, root)).code).toBe('not_found');
    const left = await thread(id, otherRoot);
    expect(ids(left)).toEqual([under]);
    expect(left.items[0].reply_to).toBeNull();
    const refused = await other.post(`/api/comments/${replyId}/reply`, { body: '？' });
    expect(refused.status).toBe(404);
    const { restore_token } = (await leaver.logIn(leaver.email, PASSWORD)).body;
    await world.visitor().post('/api/auth/confirm-restore', { restore_token });
    expect([await roots(id), await thread(id, otherRoot)]).toEqual(before);
  });

  test('D2 paging while roots are added and deleted returns each remaining root exactly once', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const all: number[] = [];
    for (let count = 0; count < 60; count++) all.push(await addComment(reader, id));
    const deletable = all.filter((_, index) => index % 3 === 0);
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = `?limit=7${cursor && `&cursor=${cursor}`}`;
      const [page] = await Promise.all([
        roots(id, query),
        addComment(reader, id),
        ...deletable.splice(-3).map((one) => reader.delete(`/api/comments/${one}`)),
      ]);
      seen.push(...ids(page));
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    const throughout = all.filter((_, index) => index % 3 !== 0);
    expect(throughout.filter((one) => !seen.includes(one))).toEqual([]);
    await expectExact(id);
  });
});

test('§4 GET /api/posts/:id/comments/:root_id/replies pages a thread oldest first, for a root of this post only', async () => {
  const reader = await world.member();
  const [id, elsewhere] = [await newPost(), await newPost()];
  const root = await addComment(reader, id);
  const responses: number[] = [];
  for (let count = 0; count < 5; count++) responses.push(await reply(reader, root));
  const first = await thread(id, root, '?limit=3');
  expect(ids(first)).toEqual(responses.slice(0, 3));
  const second = await thread(id, root, `?limit=3&cursor=${first.next_cursor}`);
  expect([ids(second), second.next_cursor]).toEqual([responses.slice(3), null]);
  for (const [post, comment] of [
    [elsewhere, root],
    [id, responses[0]],
    [id, 999_999],
  ])
    expect((await thread(post as number, comment as number)).code).toBe('not_found');
  expect((await thread(id, root, '?cursor=%00')).code).toBe('invalid_input');
});

describe('§4 DELETE /api/comments/:id', () => {
  test("§4 DELETE /api/comments/:id, D27 the comment's author, the post's author and staff may delete; other readers may not", async () => {
    const [author, other] = (await people(2)) as [Client, Client];
    const admin = await world.member({ role: 'admin' });
    const id = await newPost();
    for (const [client, status] of [
      [other, 403],
      [author, 204],
      [writer, 204],
      [admin, 204],
    ] as const) {
      const comment = await addComment(author, id);
      const response = await client.delete(`/api/comments/${comment}`);
      expect(response.status).toBe(status);
      if (status === 403) expect(response.body.code).toBe('role_required');
      else expect((await client.delete(`/api/comments/${comment}`)).status).toBe(404);
    }
    expect((await other.delete('/api/comments/999999')).status).toBe(404);
    expect(await expectExact(id)).toBe(1);
  });

  test('D25 a caller cannot delete a comment they cannot see, even their own', async () => {
    const author = await world.member();
    const id = await newPost();
    const comment = await addComment(author, id);
    await writer.delete(`/api/studio/posts/${id}`);
    expect((await author.delete(`/api/comments/${comment}`)).status).toBe(404);
    expect((await writer.delete(`/api/comments/${comment}`)).status).toBe(404);
  });

  test('D27 deleting a root deletes its replies and lowers the counter by all of them; deleting a reply lowers it by one', async () => {
    const reader = await world.member();
    const id = await newPost();
    const [root, other] = [await addComment(reader, id), await addComment(reader, id)];
    const [first, second] = [await reply(reader, root), await reply(reader, root)];
    await reply(reader, first);
    expect(await shownCount(id)).toBe(5);
    await reader.delete(`/api/comments/${first}`);
    expect([await shownCount(id), (await roots(id)).items[1].reply_count]).toEqual([4, 2]);
    await reader.delete(`/api/comments/${root}`);
    expect([await shownCount(id), ids(await roots(id))]).toEqual([1, [other]]);
    expect((await reader.delete(`/api/comments/${second}`)).status).toBe(404);
    expect((await thread(id, root)).code).toBe('not_found');
    // The daily count includes deleted comments.
    expect(await expectExact(id)).toBe(1);
    const days = await world.sql('select comments from post_day where post_id = $1', [id]);
    expect(days).toEqual([{ comments: 5 }]);
  });
});

describe('D15 a purge', () => {
  test("empties the member's comments, subtracts them from the counters, and removes their name from others' texts", async () => {
    const [leaver, other] = (await people(2)) as [Client, Client];
    await world.sql(
      `update users set username = n, username_key = lower(n)
         from (values ($1::bigint, '阿灯'), ($2::bigint, '阿灯哥')) as v (u, n) where uid = u`,
      [leaver.uid, other.uid],
    );
    await world.sql('update users set exp = 1500 where uid = $1', [leaver.uid]);
    const id = await newPost();
    const image_url = await commentImage(leaver);
    const own = await leaver.post(`/api/posts/${id}/comments`, {
      body: '我说 @阿灯哥',
      image_url,
    });
    await reply(leaver, own.body.id);
    await reply(other, own.body.id);
    const text = '@阿灯 你好，@阿灯哥 也好，再见@阿灯';
    const otherRoot = await addComment(other, id, text);
    await reply(leaver, otherRoot);
    const gone = await addComment(leaver, id);
    await leaver.delete(`/api/comments/${gone}`);
    // A reply deleted with its root is not subtracted twice.
    const dropped = await addComment(other, id);
    await reply(leaver, dropped);
    await other.delete(`/api/comments/${dropped}`);
    expect(await expectExact(id)).toBe(5);

    await Promise.all([purgeComments(world.ctx, leaver.uid), purgeComments(world.ctx, leaver.uid)]);
    expect(await expectExact(id)).toBe(1);
    const written = await world.sql(
      'select distinct body, image_key, deleted_by from comment where author_uid = $1',
      [leaver.uid],
    );
    expect(written).toEqual([{ body: '', image_key: null, deleted_by: leaver.uid }]);
    expect(
      await world.sql(
        `select 1 from comment_mention mention
           join comment on comment.post_id = mention.post_id and id = comment_id
          where uid = $1 or author_uid = $1`,
        [leaver.uid],
      ),
    ).toEqual([]);
    expect(
      await world.sql(
        `select 1 from upload_use join upload on id = upload_id where upload.uid = $1 and holder_kind = 'comment'`,
        [leaver.uid],
      ),
    ).toEqual([]);
    const [left] = (await roots(id)).items;
    const name = `@用户${leaver.uid}`;
    expect(left.body).toBe(`${name} 你好，@阿灯哥 也好，再见${name}`);
    expect([left.id, left.reply_count]).toEqual([otherRoot, 0]);
    expect(left.mentions).toEqual([{ uid: other.uid, label: '@阿灯哥' }]);
  });

  test('takes more than one batch, and handles a text that grows by it', async () => {
    const [leaver, other] = (await people(2)) as [Client, Client];
    await world.sql("update users set username = 'ab', username_key = 'ab' where uid = $1", [
      leaver.uid,
    ]);
    const id = await newPost();
    const long = await addComment(other, id, `@ab ${'灯'.repeat(996)}`);
    await world.sql(
      `insert into comment (post_id, author_uid, body, created_at, day) select $1, $2, 'x', now(), now()
         from generate_series(1, 450)`,
      [id, leaver.uid],
    );
    await world.sql('update post_count set comments = comments + 450 where post_id = $1', [id]);
    await purgeComments(world.ctx, leaver.uid);
    expect(await shownCount(id)).toBe(1);
    const [left] = await world.sql('select body, length(body) as size from comment where id = $1', [
      long,
    ]);
    expect(left).toMatchObject({
      size: 1000,
      body: expect.stringMatching(`^@用户${leaver.uid} 灯`),
    });
  });
});

describe('concurrency', () => {
  test('D30 a comment that meets the deletion of its post waits for it and is refused', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const root = await addComment(reader, id);
    let arriving: Promise<{ status: number }[]> | undefined;
    await world.ctx.tx(async (trx) => {
      const gone = { deleted_at: world.ctx.now() };
      await trx.updateTable('post').set(gone).where('id', '=', id).execute();
      arriving = Promise.all([
        reader.post(`/api/posts/${id}/comments`, { body: '晚了' }),
        reader.post(`/api/comments/${root}/reply`, { body: '晚了' }),
      ]);
      await until(async () => (await waiting()) === 2);
    });
    expect((await arriving)?.map((response) => response.status)).toEqual([404, 404]);
    expect(await expectExact(id)).toBe(1);
  });

  test('D27 a reply that meets the deletion of its parent waits for it and is refused', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const root = await addComment(writer, id);
    const replyId = await reply(writer, root);
    let arriving: Promise<{ status: number }> | undefined;
    await world.ctx.tx(async (trx) => {
      const key = { post_id: id, id: replyId };
      await lockComments(trx, [{ ...key, id: root }, key]);
      await deleteComments(trx, [key], { deleted_at: world.ctx.now(), deleted_by: writer.uid });
      arriving = reader.post(`/api/comments/${replyId}/reply`, { body: '晚了' });
      await until(async () => (await waiting()) === 1);
    });
    expect((await arriving)?.status).toBe(404);
    const [row] = await world.sql('select reply_count from comment where id = $1', [root]);
    expect(row).toEqual({ reply_count: 0 });
  });

  test('D30 a post is deleted while fifty comments arrive: each is stored or refused, and all are counted', async () => {
    const readers = await people(50);
    const id = await newPost();
    const send = (reader: Client) => reader.post(`/api/posts/${id}/comments`, { body: '赶上了' });
    const early = readers.slice(0, 25).map(send);
    const deleting = writer.delete(`/api/studio/posts/${id}`);
    const responses = await Promise.all([...early, ...readers.slice(25).map(send)]);
    expect((await deleting).status).toBe(204);
    const made = responses.filter((response) => response.status === 201);
    expect(responses.filter((response) => response.status === 404).length).toBe(50 - made.length);
    const rows = await world.sql('select id from comment where post_id = $1', [id]);
    expect(new Set(rows.map((row) => row['id']))).toEqual(
      new Set(made.map((response) => response.body.id)),
    );
    expect(await expectExact(id)).toBe(made.length);
  });

  test('D27 a root is deleted while replies arrive: the counter subtracts all of them', async () => {
    const readers = await people(30);
    const id = await newPost();
    const root = await addComment(writer, id);
    const responses = await Promise.all(
      readers.map((reader, index) =>
        index === 15
          ? writer.delete(`/api/comments/${root}`)
          : reader.post(`/api/comments/${root}/reply`, { body: '等等' }),
      ),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((one) => one === 204)).toHaveLength(1);
    expect(statuses.filter((one) => ![201, 204, 404].includes(one))).toEqual([]);
    expect(await expectExact(id)).toBe(0);
  });

  test('D27 twenty concurrent deletions of one comment count once', async () => {
    const id = await newPost();
    const root = await addComment(writer, id);
    await reply(writer, root);
    await addComment(writer, id);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => writer.delete(`/api/comments/${root}`)),
    );
    expect(responses.filter((response) => response.status === 204)).toHaveLength(1);
    expect(await expectExact(id)).toBe(1);
  });

  test('D27, A34 forty members comment, reply and delete at random: counters equal rows and are never negative', async () => {
    const crowd = await people(40);
    const posts = [await newPost(), await newPost()];
    const comments: { id: number; by: Client }[] = [];
    const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const stopFlushing = keepFlushingCounts(world.ctx);
    const statuses = new Set<number>();
    await Promise.all(
      crowd.map(async (by) => {
        for (let count = 0; count < 25; count++) {
          const chance = Math.random();
          const target = comments.length > 0 ? pick(comments) : undefined;
          const response =
            target && chance < 0.35
              ? await target.by.delete(`/api/comments/${target.id}`)
              : target && chance < 0.7
                ? await by.post(`/api/comments/${target.id}/reply`, { body: '嗯' })
                : await by.post(`/api/posts/${pick(posts)}/comments`, { body: '嗯' });
          statuses.add(response.status);
          if (response.status === 201) comments.push({ id: response.body.id, by });
        }
      }),
    );
    const [leaver] = crowd as [Client];
    await Promise.all([
      purgeComments(world.ctx, leaver.uid),
      ...crowd.slice(1).map((by) => by.post(`/api/posts/${posts[0]}/comments`, { body: '嗯' })),
    ]);
    await stopFlushing();
    expect(statuses).toEqual(new Set([201, 204, 404]));
    for (const id of posts) await expectExact(id);
  });
});
