import { describe, expect, test } from 'vitest';
import { type PostStatus, STATUSES } from '../../src/posts/rules.ts';
import { judgeTransition } from '../../src/posts/transitions.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const TEXT = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };

const review = world.review;

async function author(): Promise<Client> {
  return world.member({ exp: 1 });
}

/** Puts a post into a state directly; with `edit`, an edit waits. */
async function postIn(client: Client, status: PostStatus, hasEdit = false): Promise<number> {
  const { body } = await client.post('/api/studio/posts', { ...TEXT, draft: true });
  await world.sql(
    `update post set status = $2, locked_from = case when $2 = 'locked' then 'draft' end,
       published_at = case when $2 = 'approved' then now() end where id = $1`,
    [body.id, status],
  );
  if (hasEdit)
    await world.sql('update post set pending_version = version where id = $1', [body.id]);
  return body.id;
}

describe('§4 POST /api/studio/posts', () => {
  test('§4 POST /api/studio/posts, D18, D19 creates a public post with review off, and a draft with review on or on request', async () => {
    const client = await author();
    await review(false);
    const open = await client.post('/api/studio/posts', TEXT);
    expect(open.status).toBe(201);
    expect(open.body).toMatchObject({
      title: '灯下漫笔',
      summary: '你好，世界。',
      status: 'approved',
      version: 1,
      author: { uid: client.uid, username: null },
      author_name: `用户${client.uid}`,
    });
    expect((await client.post('/api/studio/posts', { ...TEXT, draft: true })).body.status).toBe(
      'draft',
    );
    await review(true);
    expect((await client.post('/api/studio/posts', TEXT)).body.status).toBe('draft');
    await review(false);
  });

  describe('a post with an empty body', () => {
    const empty = { title: '空的', body: '<p>&nbsp;\u200b</p><hr><script>1</script>' };
    const refusal = { status: 422, code: 'empty_body', errors: [{ pointer: '/body' }] };

    test('§3, D19 is not created as approved; a draft may be empty', async () => {
      const client = await author();
      await review(false);
      expect((await client.post('/api/studio/posts', empty)).body).toMatchObject(refusal);
      const draft = await client.post('/api/studio/posts', { ...empty, draft: true });
      expect([draft.status, draft.body.status]).toEqual([201, 'draft']);
      await review(true);
      expect((await client.post('/api/studio/posts', empty)).body.status).toBe('draft');
      await review(false);
    });

    test.each(['/api/posts/:id/submit', '/api/studio/posts/:id/submit'])(
      '§3, D20 cannot be submitted by POST %s, with review on or off',
      async (path) => {
        const client = await author();
        for (const enabled of [true, false]) {
          await review(enabled);
          const { id } = (await client.post('/api/studio/posts', { ...empty, draft: true })).body;
          const refused = await client.post(path.replace(':id', id));
          expect(refused.body).toMatchObject(refusal);
          expect((await client.get(`/api/studio/posts/${id}`)).body.status).toBe('draft');
          await client.put(`/api/studio/posts/${id}`, { ...TEXT, version: 1 });
          expect((await client.post(path.replace(':id', id))).status).toBe(200);
        }
        await review(false);
      },
    );

    test('§3, D21 cannot replace the public text, nor wait for review; a draft of it is saved', async () => {
      const client = await author();
      for (const enabled of [false, true]) {
        await review(false);
        const { id } = (await client.post('/api/studio/posts', TEXT)).body;
        await review(enabled);
        const url = `/api/studio/posts/${id}`;
        expect((await client.put(url, { ...empty, version: 1 })).body).toMatchObject(refusal);
        const saved = await client.put(url, { ...empty, version: 1, draft: true });
        expect([saved.status, saved.body.version]).toEqual([200, 2]);
        expect((await client.get(`/api/posts/${id}`)).body.body).toContain('你好');
      }
      await review(false);
    });

    test('the error exists in both languages', async () => {
      const client = await author();
      const detail = async (language: string) =>
        (
          await client.post('/api/studio/posts', empty, {
            headers: { 'accept-language': language },
          })
        ).body.detail;
      expect(await detail('zh-CN')).toBe('正文还是空的，请先写点内容或插入图片。');
      expect(await detail('en')).toBe('The post is empty. Write some text or add a picture first.');
    });
  });

  test('§2 Post.author_name, D53 the username with the uid, in every response about a post and on its page', async () => {
    await review(false);
    const client = await author();
    await client.put('/api/settings/profile', { username: `灯下${client.uid}` });
    const name = `灯下${client.uid} (${client.uid})`;
    const { id } = (await client.post('/api/studio/posts', TEXT)).body;
    const { folder_ids } = (await client.post(`/api/posts/${id}/favorite`, { favorited: true }))
      .body;
    const [folder] = (await client.get('/api/folders')).body.items;
    expect(folder_ids ?? [folder.id]).toContain(folder.id);
    const staff = await world.member({ role: 'admin' });
    const first = (body: { items: { id: number; author_name: string; post?: unknown }[] }) =>
      body.items.map((item) => ('post' in item ? item.post : item)) as {
        id: number;
        author_name: string;
      }[];
    for (const [who, url] of [
      [client, '/api/posts'],
      [client, '/api/studio/posts'],
      [client, `/api/folders/${folder.id}/posts`],
      [staff, '/api/admin/posts?status=approved'],
    ] as const) {
      const found = first((await who.get(url)).body).find((post) => post.id === id);
      expect([url, found?.author_name]).toEqual([url, name]);
    }
    for (const url of [`/api/posts/${id}`, `/api/studio/posts/${id}`])
      expect([url, (await client.get(url)).body.author_name]).toEqual([url, name]);
    const page = await world.visitor().get(`/posts/${id}`, { headers: { accept: 'text/html' } });
    const byline = /<p class="author-line">(.*?)<\/p>/s.exec(page.text)?.[1] ?? '';
    const shown = byline
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    expect(shown).toMatch(/^灯下\d+ Lv\d UID \d+$/);
    expect(shown.replace(/ Lv\d UID (\d+)$/, ' ($1)')).toBe(name);
    // Derived and read-only.
    const written = await client.put(`/api/studio/posts/${id}`, {
      ...TEXT,
      version: 1,
      author_name: 'somebody else',
    });
    expect(written.status).toBe(400);
  });

  test('§7.4b, D23 level 0 publishes and submits nothing, with review on and off, and can write drafts', async () => {
    for (const enabled of [false, true]) {
      const newcomer = await world.member();
      await review(enabled);
      const refusal = { status: 403, code: 'level_too_low', required_level: 1 };
      for (const body of [TEXT, { ...TEXT, draft: false }])
        expect((await newcomer.post('/api/studio/posts', body)).body).toMatchObject(refusal);
      const draft = await newcomer.post('/api/studio/posts', { ...TEXT, draft: true });
      expect([draft.status, draft.body.status]).toEqual([201, 'draft']);
      const path = `/api/studio/posts/${draft.body.id}`;
      const saved = await newcomer.put(path, { ...TEXT, title: '再改', version: 1, draft: true });
      expect([saved.status, saved.body.title]).toEqual([200, '再改']);
      const later = { publish_at: new Date(Date.now() + 86_400_000).toISOString() };
      for (const submit of [`${path}/submit`, `/api/posts/${draft.body.id}/submit`]) {
        expect((await newcomer.post(submit)).body).toMatchObject(refusal);
        expect((await newcomer.post(submit, later)).body).toMatchObject(refusal);
      }
      expect((await newcomer.put(`${path}/schedule`, later)).body).toMatchObject(refusal);
      expect((await newcomer.get(path)).body).toMatchObject({ status: 'draft', schedule: null });
      expect((await world.visitor().get(`/api/posts/${draft.body.id}`)).status).toBe(404);
    }
    await review(false);
  });

  test('D23 level 0 may have 20 drafts, also when they are created at once; level 1 may go on', async () => {
    const newcomer = await world.member();
    const create = () => newcomer.post('/api/studio/posts', { ...TEXT, draft: true });
    await world.sql(
      `insert into post (author_uid, status, title, summary, body, created_at, updated_at)
       select $1, 'draft', 'x', '', '', now(), now() from generate_series(1, 18)`,
      [newcomer.uid],
    );
    const codes = (await Promise.all(Array.from({ length: 4 }, create))).map((one) => one.status);
    expect(codes.sort()).toEqual([201, 201, 422, 422]);
    expect((await create()).body).toMatchObject({ code: 'too_many_drafts', limit: 20 });
    await world.sql('update users set exp = 1 where uid = $1', [newcomer.uid]);
    expect((await create()).status).toBe(201);
  });

  test('D26 the stored body is sanitized, and a body nested too deeply is refused', async () => {
    const client = await author();
    const body =
      '<p onclick="x()">a<script>alert(1)</script></p><pre><code class="language-ts evil">let a</code></pre>';
    const saved = await client.post('/api/studio/posts', { ...TEXT, body });
    expect(saved.body.body).not.toMatch(/script|onclick|evil/);
    expect(saved.body.body).toContain('language-ts');
    const deep = await client.post('/api/studio/posts', {
      ...TEXT,
      body: '<blockquote>'.repeat(200),
    });
    expect([deep.status, deep.body.code]).toEqual([422, 'body_too_complex']);
  });
});

describe('§4 PUT /api/studio/posts/:id', () => {
  test('§4 PUT /api/studio/posts/:id, D21 saves a version, and a stale version gets both texts back', async () => {
    const client = await author();
    const id = await postIn(client, 'draft');
    const put = (version: number, title: string) =>
      client.put(`/api/studio/posts/${id}`, { ...TEXT, title, version });
    expect((await put(1, 'second')).body).toMatchObject({ version: 2, title: 'second' });
    const stale = await put(1, 'late');
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version']);
    expect(stale.body).toMatchObject({
      current_version: 2,
      current: { title: 'second' },
      yours: { title: 'late' },
    });
    const versions = await world.sql(
      'select version, title from post_revision where post_id = $1 order by 1',
      [id],
    );
    expect(versions.map((row) => row['title'])).toEqual(['灯下漫笔', 'second']);
  });

  test('D21 a save names its base version, in the body or as If-Match', async () => {
    const client = await author();
    const id = await postIn(client, 'draft');
    expect((await client.put(`/api/studio/posts/${id}`, TEXT)).status).toBe(400);
    const matched = await client.put(`/api/studio/posts/${id}`, TEXT, {
      headers: { 'if-match': '"1"' },
    });
    expect([matched.status, matched.body.version]).toEqual([200, 2]);
    expect((await client.get(`/api/studio/posts/${id}`)).headers['etag']).toBe('"2"');
  });

  test('D21 of two concurrent saves of the same version one wins, and the other gets both texts', async () => {
    const client = await author();
    const id = await postIn(client, 'draft');
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client.put(`/api/studio/posts/${id}`, { ...TEXT, title: `editor ${index}`, version: 1 }),
      ),
    );
    const won = responses.filter((one) => one.status === 200);
    expect(won).toHaveLength(1);
    for (const lost of responses.filter((one) => one.status !== 200)) {
      expect(lost.body).toMatchObject({
        code: 'stale_version',
        current: { title: won[0]?.body.title },
      });
    }
  });

  test('D21 with review on, readers see the approved text while an edit waits', async () => {
    await review(true);
    const client = await author();
    const id = await postIn(client, 'approved');
    const edit = await client.put(`/api/studio/posts/${id}`, {
      ...TEXT,
      title: 'edited',
      version: 1,
    });
    expect(edit.body).toMatchObject({
      status: 'approved',
      title: 'edited',
      pending_version: 2,
      live_version: 1,
    });
    expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe('灯下漫笔');
    expect((await client.get(`/api/studio/posts/${id}`)).body.title).toBe('edited');
    await review(false);
    const direct = await client.put(`/api/studio/posts/${id}`, {
      ...TEXT,
      title: 'live',
      version: 2,
    });
    expect(direct.body).toMatchObject({ pending_version: null, live_version: 3 });
    expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe('live');
  });

  test('D21 an autosave of a public post is visible to its author only', async () => {
    const client = await author();
    const id = await postIn(client, 'approved');
    await client.put(`/api/studio/posts/${id}`, {
      ...TEXT,
      title: 'half a sen',
      version: 1,
      draft: true,
    });
    expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe('灯下漫笔');
    expect((await client.get(`/api/studio/posts/${id}`)).body).toMatchObject({
      title: 'half a sen',
      live_version: 1,
    });
  });
});

describe('§7.3, ASVS 2.3.1 every state, trigger and review setting ends as in the table', () => {
  const situations = [
    ...STATUSES.map((status) => [status, false] as const),
    ['approved', true] as const,
  ];
  const call: Record<string, (client: Client, id: number) => ReturnType<Client['post']>> = {
    save: (client, id) => client.put(`/api/studio/posts/${id}`, { ...TEXT, version: 1 }),
    autosave: (client, id) =>
      client.put(`/api/studio/posts/${id}`, { ...TEXT, version: 1, draft: true }),
    submit: (client, id) => client.post(`/api/studio/posts/${id}/submit`),
    withdraw: (client, id) => client.post(`/api/studio/posts/${id}/withdraw`),
    delete: (client, id) => client.delete(`/api/studio/posts/${id}`),
  };
  for (const audit of [false, true]) {
    for (const trigger of ['save', 'autosave', 'submit', 'withdraw', 'delete'] as const) {
      test.each(situations)(
        `ASVS 2.3.1 ${trigger}, review ${audit ? 'on' : 'off'}, %s, an edit waiting: %s`,
        async (status, hasEdit) => {
          await review(audit);
          const client = await author();
          const id = await postIn(client, status, hasEdit);
          const before = await world.sql('select * from post where id = $1', [id]);
          const expected = judgeTransition(
            trigger,
            { status, audit, has_edit: hasEdit, submitted: true, timing: 'none', actor: 'author' },
            'draft',
          );
          const response = await call[trigger]?.(client, id);
          const [after] = await world.sql('select * from post where id = $1', [id]);
          if ('refuse' in expected) {
            expect(response?.body.code).toBe(expected.refuse);
            expect([after]).toEqual(before);
          } else {
            expect(response?.status).toBeLessThan(300);
            expect(after?.['status']).toBe(expected.to);
            expect(after?.['deleted_at'] !== null).toBe(expected.effects.includes('hide'));
          }
          await review(false);
        },
      );
    }
  }
});

describe('submitting', () => {
  test('§4 POST /api/posts/:id/submit and §4 POST /api/studio/posts/:id/submit do the same', async () => {
    await review(true);
    const client = await author();
    for (const path of ['posts', 'studio/posts']) {
      const id = await postIn(client, 'draft');
      const response = await client.post(`/api/${path}/${id}/submit`);
      expect([response.status, response.body.status]).toEqual([200, 'pending']);
      expect(response.body.submitted_at).not.toBeNull();
    }
    await review(false);
  });

  test('D20 a post submitted twenty times concurrently enters the queue once', async () => {
    await review(true);
    const client = await author();
    const id = await postIn(client, 'draft');
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => client.post(`/api/studio/posts/${id}/submit`)),
    );
    expect(responses.filter((one) => one.status === 200)).toHaveLength(1);
    expect(responses.filter((one) => one.body.code === 'wrong_state')).toHaveLength(19);
    await review(false);
  });
});

describe('reading', () => {
  test('§4 GET /api/posts lists approved posts, newest first, page by page, each once', async () => {
    const own = await createWorld();
    const client = await own.member({ exp: 1 });
    const ids: number[] = [];
    for (let count = 0; count < 7; count++) {
      ids.push(
        (await client.post('/api/studio/posts', { ...TEXT, title: `post ${count}` })).body.id,
      );
    }
    await own.sql("update post set published_at = '2026-01-01' where id = any($1)", [
      ids.slice(0, 3),
    ]);
    await client.post('/api/studio/posts', { ...TEXT, title: 'hidden', draft: true });
    const seen: number[] = [];
    for (let cursor: string | null = null; ; ) {
      const query: Record<string, string> = { limit: '2', ...(cursor ? { cursor } : {}) };
      const { body } = await own.visitor().get('/api/posts', { query });
      seen.push(...body.items.map((item: { id: number }) => item.id));
      cursor = body.next_cursor;
      if (!cursor) break;
    }
    expect(seen).toEqual([...ids.slice(3).reverse(), ...ids.slice(0, 3).reverse()]);
  });

  test('§3.2a, §3.2b, D25 only the author and staff see a post that is not approved; hidden and missing give the same bytes', async () => {
    const client = await author();
    const staff = await world.member({ role: 'admin' });
    const other = await world.member();
    const strip = (text: string) => text.replace(/"instance":"[^"]+"/, '');
    const missing = await world.visitor().get('/api/posts/999999999');
    for (const status of STATUSES) {
      const id = await postIn(client, status);
      const hidden = status !== 'approved';
      for (const outsider of [world.visitor(), other]) {
        const response = await outsider.get(`/api/posts/${id}`);
        expect([status, response.status]).toEqual([status, hidden ? 404 : 200]);
        if (hidden) expect(strip(response.text)).toBe(strip(missing.text));
      }
      for (const insider of [client, staff])
        expect((await insider.get(`/api/posts/${id}`)).status).toBe(200);
    }
  });

  test('§4 GET /api/posts/:id, D7 a bad token means anonymous: public posts are shown, drafts are not', async () => {
    const client = await author();
    const [shown, hidden] = [await postIn(client, 'approved'), await postIn(client, 'draft')];
    const statusOf = async (id: number, headers: Record<string, string>) =>
      (await world.visitor().raw({ method: 'GET', url: `/api/posts/${id}`, headers })).status;
    const good = `sid=${client.cookies.get('sid')}`;
    expect(await statusOf(hidden, { cookie: good })).toBe(200);
    for (const headers of [{ authorization: 'Bearer nonsense' }, { cookie: `${good}x` }])
      expect([await statusOf(shown, headers), await statusOf(hidden, headers)]).toEqual([200, 404]);
  });

  test('D15 a deleted account hides its posts from every read, and a restore shows them again', async () => {
    const client = await author();
    const id = await postIn(client, 'approved');
    const listed = async () => {
      const { body } = await world.visitor().get('/api/posts', { query: { limit: '100' } });
      return body.items.some((item: { id: number }) => item.id === id);
    };
    expect(await listed()).toBe(true);
    await world.sql('update users set deleted_at = now() where uid = $1', [client.uid]);
    expect(await listed()).toBe(false);
    expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(404);
    await world.sql('update users set deleted_at = null where uid = $1', [client.uid]);
    expect(await listed()).toBe(true);
  });

  test("§4 GET /api/studio/posts lists the caller's posts by status; A02 other authors' posts are not found", async () => {
    const [client, other] = [await author(), await author()];
    const ids = new Map<string, number>();
    for (const status of STATUSES) ids.set(status, await postIn(client, status));
    for (const status of STATUSES) {
      const { body } = await client.get('/api/studio/posts', { query: { status } });
      expect(body.items.map((item: { id: number }) => item.id)).toEqual([ids.get(status)]);
    }
    expect((await client.get('/api/studio/posts')).body.items).toHaveLength(5);
    expect((await client.get('/api/studio/posts', { query: { status: 'odd' } })).status).toBe(400);
    const foreign = ids.get('draft');
    expect((await other.get(`/api/studio/posts/${foreign}`)).status).toBe(404);
    expect((await other.put(`/api/studio/posts/${foreign}`, { ...TEXT, version: 1 })).status).toBe(
      404,
    );
    expect((await other.post(`/api/studio/posts/${foreign}/submit`)).status).toBe(404);
    expect((await other.delete(`/api/studio/posts/${foreign}`)).status).toBe(404);
  });

  test('no read returns a deleted post', async () => {
    const client = await author();
    const id = await postIn(client, 'approved');
    expect((await client.delete(`/api/studio/posts/${id}`)).status).toBe(204);
    for (const url of [`/api/posts/${id}`, `/api/studio/posts/${id}`])
      expect((await client.get(url)).status).toBe(404);
    expect((await client.delete(`/api/studio/posts/${id}`)).status).toBe(404);
  });
});
