import { describe, expect, test } from 'vitest';
import { JOBS } from '../../src/app.ts';
import { purgeComments } from '../../src/comments/actions/purge-comments.ts';
import { deleteComments, lockComments } from '../../src/comments/store/write.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
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

async function say(client: Client, postId: number, body = '写得真好。'): Promise<number> {
  const answer = await client.post(`/api/posts/${postId}/comments`, { body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function reply(client: Client, id: number, body = '同感。'): Promise<number> {
  const answer = await client.post(`/api/comments/${id}/reply`, { body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const roots = async (postId: number, query = '') =>
  (await world.visitor().get(`/api/posts/${postId}/comments${query}`)).body;
const thread = async (postId: number, rootId: number, query = '') =>
  (await world.visitor().get(`/api/posts/${postId}/comments/${rootId}/replies${query}`)).body;
const ids = (page: { items: { id: number }[] }) => page.items.map((item) => item.id);
const shownCount = async (postId: number) =>
  (await world.visitor().get(`/api/posts/${postId}`)).body.comment_count;

/** What the rows say beside what was counted, before and after what waits is folded in. */
async function expectExact(postId: number): Promise<number> {
  const look = async () => {
    const [row] = await world.sql(
      `select (select count(*) from comment join comment root on root.id = coalesce(comment.root_id, comment.id)
                where comment.post_id = $1 and comment.deleted_at is null and root.deleted_at is null)::int as standing,
              (select comments from post_count where post_id = $1)::int as counted,
              (select coalesce(sum(comments), 0) from post_count_delta where post_id = $1)::int as waiting,
              (select count(*) from comment where post_id = $1)::int as ever,
              (select coalesce(sum(comments), 0) from post_day where post_id = $1)::int as days,
              (select coalesce(sum(comments), 0) from post_count_delta where post_id = $1 and not undated)::int as days_waiting`,
      [postId],
    );
    return row as Record<string, number>;
  };
  const before = await look();
  expect(Number(before['counted']) + Number(before['waiting'])).toBe(before['standing']);
  expect(Number(before['days']) + Number(before['days_waiting'])).toBe(before['ever']);
  await flushCountDeltas(world.ctx);
  const after = await look();
  expect(after).toMatchObject({ counted: after['standing'], days: after['ever'], waiting: 0 });
  const miscounted = await world.sql(
    `select root.id from comment root where root.post_id = $1 and root.root_id is null and root.reply_count <>
            (select count(*) from comment where root_id = root.id and deleted_at is null)`,
    [postId],
  );
  expect(miscounted).toEqual([]);
  return Number(after['standing']);
}

async function commentImage(client: Client, path = '/api/comments/upload-image'): Promise<string> {
  const answer = await client.upload(path, await pictureOf());
  expect(answer.status).toBe(201);
  return answer.body.url;
}

async function people(count: number): Promise<Client[]> {
  const made: Client[] = [];
  while (made.length < count) made.push(await world.member({ transport: 'bearer' }));
  return made;
}

/** How many statements of the service wait for a lock just now. */
async function waiting(): Promise<number> {
  const rows = await world.sql(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

describe('§4 POST /api/posts/:id/comments', () => {
  test('§4 POST /api/posts/:id/comments, §2 Comment.post: belongs to a post, has an author, a text and its counts', async () => {
    const reader = await world.member();
    const id = await newPost();
    const answer = await reader.post(`/api/posts/${id}/comments`, {
      body: '  第一行\n第二行\t。 ',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
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
      image: null,
      mentions: [],
      reply_count: 0,
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await roots(id)).items).toEqual([{ ...answer.body, replies: [] }]);
    expect(await shownCount(id)).toBe(1);
    await expectExact(id);
  });

  test('D27 the text has 1 to 1000 characters of plain text, counted as characters', async () => {
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
    // Plain text: kept as it was written, to be escaped where it is shown.
    expect((await roots(id)).items[0].body).toBe('<b>x</b>');
    expect(await shownCount(id)).toBe(4);
  });

  test('D30 a post the caller cannot see is not there; one they see that is not public is in the wrong state', async () => {
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

  test('D3 an image or people of the wrong type are refused before anything is looked up', async () => {
    const reader = await world.member();
    const wrong = {
      image_url: [true, 1, '', 'x\u0000', '/uploads/comment/\u0000', 'x'.repeat(5000), [], {}],
      mention_uids: [null, true, 1, 'x', {}, ['x'], [0], [1.5], [null]],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const body = { body: '好', [name]: value };
        for (const url of ['/api/posts/999999/comments', '/api/comments/999999/reply']) {
          const answer = await reader.post(url, body);
          expect([body, answer.body.code]).toEqual([body, 'invalid_input']);
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
        { headers: { 'idempotency-key': 'say' } },
      );
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(await expectExact(id)).toBe(1);
  });
});

describe('A40, D48 the image of a comment', () => {
  test("§2 Comment.image is an own upload for comments; somebody else's, one for posts and a foreign address are refused", async () => {
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
      const answer = await mine.post(`/api/posts/${id}/comments`, { body: '图', image_url: url });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, '/image_url']);
    }
    expect(await expectExact(id)).toBe(2);
  });

  test('goes with its comment: the sweep takes it once the comment is deleted, and not before', async () => {
    const mine = await world.member({ exp: 1500, transport: 'bearer' });
    const id = await newPost();
    const image_url = await commentImage(mine);
    const said = await mine.post(`/api/posts/${id}/comments`, { body: '看图', image_url });
    const served = async () =>
      (await world.visitor().raw({ method: 'GET', url: image_url })).status;
    const sweep = async () => {
      await world.sql("update upload set created_at = created_at - interval '2 days'");
      await JOBS.tasks['uploads_sweep']?.(world.ctx, {});
    };
    await sweep();
    expect(await served()).toBe(200);
    expect((await mine.delete(`/api/comments/${said.body.id}`)).status).toBe(204);
    await sweep();
    expect(await served()).toBe(404);
  });
});

describe('§4 POST /api/comments/:id/reply', () => {
  test('§4 POST /api/comments/:id/reply, §2 Comment.root, D27 a root or a reply can be answered; both answers hang under the root and say whom they answer', async () => {
    const [first, second, third] = (await people(3)) as [Client, Client, Client];
    const id = await newPost();
    const root = await say(first, id);
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

  test('D25, D30 what is deleted, hidden or unknown is not there; a post that is not public any more is in the wrong state', async () => {
    const reader = await world.member();
    const id = await newPost();
    const root = await say(reader, id);
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
    const [older, newer] = [await say(reader, id), await say(reader, id)];
    const answers: number[] = [];
    for (let count = 0; count < 5; count++) answers.push(await reply(reader, older));
    const page = await roots(id);
    expect(ids(page)).toEqual([newer, older]);
    expect(page.items[0].replies).toEqual([]);
    expect(page.items[1].reply_count).toBe(5);
    expect(ids({ items: page.items[1].replies })).toEqual(answers.slice(0, 3));
    const first = await roots(id, '?limit=1');
    expect(ids(first)).toEqual([newer]);
    const second = await roots(id, `?limit=1&cursor=${first.next_cursor}`);
    expect([ids(second), second.next_cursor]).toEqual([[older], null]);
  });

  test('around a comment: the page begins with its root, and goes on from there', async () => {
    const reader = await world.member();
    const [id, elsewhere] = [await newPost(), await newPost()];
    const all: number[] = [];
    for (let count = 0; count < 5; count++) all.unshift(await say(reader, id));
    const deep = await reply(reader, all[2] as number);
    expect(ids(await roots(id, `?around=${all[1]}&limit=2`))).toEqual(all.slice(1, 3));
    const page = await world.visitor().get(`/api/posts/${id}/comments?around=${deep}&limit=2`);
    expect(ids(page.body)).toEqual(all.slice(2, 4));
    // The link of the next page keeps `around`; the cursor goes before it.
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

  test('D25 a post that is not visible shows no comments, and hidden and missing are the same answer', async () => {
    const reader = await world.member();
    const id = await newPost();
    const root = await say(reader, id);
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

  test('D15, D25 a deleted account hides its comments and what hangs under them, and a restore shows all again', async () => {
    const [leaver, other] = (await people(2)) as [Client, Client];
    const id = await newPost();
    const [root, kept] = [await say(leaver, id), await say(other, id)];
    await reply(other, root);
    const answer = await reply(leaver, kept);
    const under = await reply(other, answer);
    const before = [await roots(id), await thread(id, kept)];
    await leaver.post('/api/settings/delete-account', { password: PASSWORD });
    expect(ids(await roots(id))).toEqual([kept]);
    expect((await thread(id, root)).code).toBe('not_found');
    const left = await thread(id, kept);
    expect(ids(left)).toEqual([under]);
    expect(left.items[0].reply_to).toBeNull();
    const refused = await other.post(`/api/comments/${answer}/reply`, { body: '？' });
    expect(refused.status).toBe(404);
    const { restore_token } = (await leaver.logIn(leaver.email, PASSWORD)).body;
    await world.visitor().post('/api/auth/confirm-restore', { restore_token });
    expect([await roots(id), await thread(id, kept)]).toEqual(before);
  });

  test('D2 a walk while roots are added and deleted returns each that was there throughout exactly once', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const all: number[] = [];
    for (let count = 0; count < 60; count++) all.push(await say(reader, id));
    const doomed = all.filter((_, index) => index % 3 === 0);
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = `?limit=7${cursor && `&cursor=${cursor}`}`;
      const [page] = await Promise.all([
        roots(id, query),
        say(reader, id),
        ...doomed.splice(-3).map((one) => reader.delete(`/api/comments/${one}`)),
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

test('§4 GET /api/posts/:id/comments/:root_id/replies pages a thread oldest first, of a root of this post only', async () => {
  const reader = await world.member();
  const [id, elsewhere] = [await newPost(), await newPost()];
  const root = await say(reader, id);
  const answers: number[] = [];
  for (let count = 0; count < 5; count++) answers.push(await reply(reader, root));
  const first = await thread(id, root, '?limit=3');
  expect(ids(first)).toEqual(answers.slice(0, 3));
  const second = await thread(id, root, `?limit=3&cursor=${first.next_cursor}`);
  expect([ids(second), second.next_cursor]).toEqual([answers.slice(3), null]);
  for (const [post, comment] of [
    [elsewhere, root],
    [id, answers[0]],
    [id, 999_999],
  ])
    expect((await thread(post as number, comment as number)).code).toBe('not_found');
  expect((await thread(id, root, '?cursor=%00')).code).toBe('invalid_input');
});

describe('§4 DELETE /api/comments/:id', () => {
  test("§4 DELETE /api/comments/:id, D27 the comment's author, the post's author and the staff may; others who see it may not", async () => {
    const [author, stranger] = (await people(2)) as [Client, Client];
    const admin = await world.member({ role: 'admin' });
    const id = await newPost();
    for (const [client, status] of [
      [stranger, 403],
      [author, 204],
      [writer, 204],
      [admin, 204],
    ] as const) {
      const comment = await say(author, id);
      const answer = await client.delete(`/api/comments/${comment}`);
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.body.code).toBe('role_required');
      else expect((await client.delete(`/api/comments/${comment}`)).status).toBe(404);
    }
    expect((await stranger.delete('/api/comments/999999')).status).toBe(404);
    expect(await expectExact(id)).toBe(1);
  });

  test('D25 what the caller cannot see cannot be deleted, though it is their own', async () => {
    const author = await world.member();
    const id = await newPost();
    const comment = await say(author, id);
    await writer.delete(`/api/studio/posts/${id}`);
    expect((await author.delete(`/api/comments/${comment}`)).status).toBe(404);
    expect((await writer.delete(`/api/comments/${comment}`)).status).toBe(404);
  });

  test('D27 a root takes its replies with it and the counter falls by all of them; a reply falls by one', async () => {
    const reader = await world.member();
    const id = await newPost();
    const [root, other] = [await say(reader, id), await say(reader, id)];
    const [first, second] = [await reply(reader, root), await reply(reader, root)];
    await reply(reader, first);
    expect(await shownCount(id)).toBe(5);
    await reader.delete(`/api/comments/${first}`);
    expect([await shownCount(id), (await roots(id)).items[1].reply_count]).toEqual([4, 2]);
    await reader.delete(`/api/comments/${root}`);
    expect([await shownCount(id), ids(await roots(id))]).toEqual([1, [other]]);
    expect((await reader.delete(`/api/comments/${second}`)).status).toBe(404);
    expect((await thread(id, root)).code).toBe('not_found');
    // The day's figure counts what was said, also what is gone.
    expect(await expectExact(id)).toBe(1);
    const days = await world.sql('select comments from post_day where post_id = $1', [id]);
    expect(days).toEqual([{ comments: 5 }]);
  });
});

describe('D15 a purge', () => {
  test("empties what the person said, counts it out, and leaves other people's words without their name", async () => {
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
    const kept = await say(other, id, text);
    await reply(leaver, kept);
    const gone = await say(leaver, id);
    await leaver.delete(`/api/comments/${gone}`);
    // A reply that went with its root is not counted out a second time.
    const dropped = await say(other, id);
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
        `select 1 from comment_mention join comment on id = comment_id
          where uid = $1 or author_uid = $1`,
        [leaver.uid],
      ),
    ).toEqual([]);
    expect(
      await world.sql(
        `select 1 from upload_use join upload on id = upload_id where uid = $1 and holder_kind = 'comment'`,
        [leaver.uid],
      ),
    ).toEqual([]);
    const [left] = (await roots(id)).items;
    const name = `@用户${leaver.uid}`;
    expect(left.body).toBe(`${name} 你好，@阿灯哥 也好，再见${name}`);
    expect([left.id, left.reply_count]).toEqual([kept, 0]);
    expect(left.mentions).toEqual([{ uid: other.uid, label: '@阿灯哥' }]);
  });

  test('goes through more than one batch, and through a text that grows by it', async () => {
    const [leaver, other] = (await people(2)) as [Client, Client];
    await world.sql("update users set username = 'ab', username_key = 'ab' where uid = $1", [
      leaver.uid,
    ]);
    const id = await newPost();
    const long = await say(other, id, `@ab ${'灯'.repeat(996)}`);
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

describe('at once', () => {
  test('D30 a comment that meets the deletion of its post waits for it, and is refused', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const root = await say(reader, id);
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
    expect((await arriving)?.map((answer) => answer.status)).toEqual([404, 404]);
    expect(await expectExact(id)).toBe(1);
  });

  test('D27 a reply that meets the deletion of what it answers waits for it, and is refused', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const root = await say(writer, id);
    const answer = await reply(writer, root);
    let arriving: Promise<{ status: number }> | undefined;
    await world.ctx.tx(async (trx) => {
      await lockComments(trx, [root, answer]);
      await deleteComments(trx, [answer], { deleted_at: world.ctx.now(), deleted_by: writer.uid });
      arriving = reader.post(`/api/comments/${answer}/reply`, { body: '晚了' });
      await until(async () => (await waiting()) === 1);
    });
    expect((await arriving)?.status).toBe(404);
    const [row] = await world.sql('select reply_count from comment where id = $1', [root]);
    expect(row).toEqual({ reply_count: 0 });
  });

  test('D30 a post is deleted while fifty comments arrive: each is there or was refused, and all are counted', async () => {
    const readers = await people(50);
    const id = await newPost();
    const send = (reader: Client) => reader.post(`/api/posts/${id}/comments`, { body: '赶上了' });
    const early = readers.slice(0, 25).map(send);
    const deleting = writer.delete(`/api/studio/posts/${id}`);
    const answers = await Promise.all([...early, ...readers.slice(25).map(send)]);
    expect((await deleting).status).toBe(204);
    const made = answers.filter((answer) => answer.status === 201);
    expect(answers.filter((answer) => answer.status === 404).length).toBe(50 - made.length);
    const rows = await world.sql('select id from comment where post_id = $1', [id]);
    expect(new Set(rows.map((row) => row['id']))).toEqual(
      new Set(made.map((answer) => answer.body.id)),
    );
    expect(await expectExact(id)).toBe(made.length);
  });

  test('D27 a root is deleted while replies arrive: what was said is counted out with it', async () => {
    const readers = await people(30);
    const id = await newPost();
    const root = await say(writer, id);
    const answers = await Promise.all(
      readers.map((reader, index) =>
        index === 15
          ? writer.delete(`/api/comments/${root}`)
          : reader.post(`/api/comments/${root}/reply`, { body: '等等' }),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((one) => one === 204)).toHaveLength(1);
    expect(statuses.filter((one) => ![201, 204, 404].includes(one))).toEqual([]);
    expect(await expectExact(id)).toBe(0);
  });

  test('D27 twenty deletions of one comment are one', async () => {
    const id = await newPost();
    const root = await say(writer, id);
    await reply(writer, root);
    await say(writer, id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => writer.delete(`/api/comments/${root}`)),
    );
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
    expect(await expectExact(id)).toBe(1);
  });

  test('D27, A34 forty people comment, reply and delete at random: counters equal rows and are never negative', async () => {
    const crowd = await people(40);
    const posts = [await newPost(), await newPost()];
    const said: { id: number; by: Client }[] = [];
    const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const stopFolding = keepFlushingCounts(world.ctx);
    const statuses = new Set<number>();
    await Promise.all(
      crowd.map(async (by) => {
        for (let count = 0; count < 25; count++) {
          const chance = Math.random();
          const target = said.length > 0 ? pick(said) : undefined;
          const answer =
            target && chance < 0.35
              ? await target.by.delete(`/api/comments/${target.id}`)
              : target && chance < 0.7
                ? await by.post(`/api/comments/${target.id}/reply`, { body: '嗯' })
                : await by.post(`/api/posts/${pick(posts)}/comments`, { body: '嗯' });
          statuses.add(answer.status);
          if (answer.status === 201) said.push({ id: answer.body.id, by });
        }
      }),
    );
    const [leaver] = crowd as [Client];
    await Promise.all([
      purgeComments(world.ctx, leaver.uid),
      ...crowd.slice(1).map((by) => by.post(`/api/posts/${posts[0]}/comments`, { body: '嗯' })),
    ]);
    await stopFolding();
    expect(statuses).toEqual(new Set([201, 204, 404]));
    for (const id of posts) await expectExact(id);
  });
});
