import { describe, expect, test } from 'vitest';
import { STATUSES } from '../../src/posts/rules.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const owner = await world.member({ role: 'owner', exp: 10 });
const author = await world.member({ exp: 10 });
const reader = await world.member({ exp: 10 });
const banned = await world.member({ exp: 10, status: 'banned' });
await author.put('/api/settings/profile', { username: '林小灯' });

async function write(client: Client, title: string, body = `<p>${title}</p>`, more = {}) {
  const response = await client.post('/api/studio/posts', { title, body, ...more });
  if (response.status !== 201) throw new Error(response.text);
  world.wait(1);
  return response.body.id as number;
}

function open(client: Client, url: string, language = 'zh-CN') {
  return client.get(url, { headers: { accept: 'text/html', 'accept-language': language } });
}

/** Submits the page's first form with this action, like a browser without scripts. */
async function submitButton(
  client: Client,
  page: string,
  action: string,
  fields: Record<string, string> = {},
) {
  const form = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, 's').exec(page)?.[1];
  if (form === undefined) throw new Error(`the page has no form for ${action}`);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const payload = new URLSearchParams([
    ...hidden.map(([, name = '', value = '']) => [name, value] as [string, string]),
    ...Object.entries(fields),
  ]).toString();
  return client.raw({
    method: 'POST',
    url: action,
    headers: {
      cookie: cookieHeader(client.cookies),
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload,
  });
}

describe('§4 page /posts and / list public posts', () => {
  test('§4 page /posts newest first, with all parts of a card, each title a link', async () => {
    const older = await write(author, '先写的', `<p>${'长'.repeat(200)}</p>`, {
      summary: '一句话的简介',
    });
    const newer = await write(author, '后写的 <b>');
    for (const url of ['/', '/posts']) {
      const { status, text } = await open(world.visitor(), url);
      expect(status).toBe(200);
      expect(text.indexOf('后写的 &lt;b>')).toBeGreaterThan(0);
      expect(text.indexOf(`/posts/${newer}"`)).toBeLessThan(text.indexOf(`/posts/${older}"`));
      expect(text).toContain('一句话的简介');
      expect(text).toContain(`href="/space/${author.uid}"`);
      expect(text).toContain('林小灯');
    }
  });

  test('the orders are links, and the current one is marked', async () => {
    const { text } = await open(world.visitor(), '/posts?order=hot');
    expect(text).toMatch(/href="\/posts\?order=hot" aria-current="page"/);
    expect(text).toContain(
      `<link rel="canonical" href="${world.ctx.config.BASE_URL}/posts?order=hot"/>`,
    );
    expect((await open(world.visitor(), '/posts')).text).toContain(
      `rel="canonical" href="${world.ctx.config.BASE_URL}/posts"`,
    );
  });

  test('the order of followed authors is explained to anonymous visitors', async () => {
    const { status, text } = await open(world.visitor(), '/posts?order=following');
    expect(status).toBe(200);
    expect(text).toContain('href="/login?next=%2Fposts%3Forder%3Dfollowing"');
    await reader.post(`/api/users/${author.uid}/follow`, { following: true });
    expect((await open(reader, '/posts?order=following')).text).toContain('后写的');
    await owner.post(`/api/users/${reader.uid}/follow`, { following: true });
    expect((await open(owner, '/posts?order=following')).text).toContain(
      '你关注的人还没有发表文章',
    );
  });

  test('D2 continues by a link until the page marks the end', async () => {
    for (let index = 0; index < 21; index += 1) await write(author, `第 ${index} 篇`);
    const seen: string[] = [];
    let url: string | undefined = '/posts';
    for (let pages = 0; url && pages < 5; pages += 1) {
      const { text } = await open(reader, url);
      seen.push(
        ...[...text.matchAll(/href="(\/posts\/\d+)" data-stop/g)].map((match) => `${match[1]}`),
      );
      url = /href="([^"]+)" rel="next" data-more/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      if (!url) expect(text).toContain('到底了');
    }
    const written = await world.sql("select id from post where status = 'approved'");
    expect(seen).toHaveLength(written.length);
    expect(new Set(seen).size).toBe(written.length);
  });

  test.each(['cursor=nonsense', 'cursor=W10', 'order=oldest', 'surprise=1', 'order=hot&order=hot'])(
    'invalid query parameters are ignored: %s',
    async (query) => {
      expect((await open(reader, `/posts?${query}`)).status).toBe(200);
    },
  );

  test('a site without posts offers to write the first', async () => {
    const fresh = await createWorld();
    const { text } = await open(fresh.visitor(), '/posts');
    expect(text).toContain('还没有文章');
    expect(text).toContain('href="/studio/write"');
  });
});

describe('§4 page /posts/:id', () => {
  test('§4 page /posts/:id shows the post with its author, its time, its outline and its code', async () => {
    const id = await write(
      author,
      '一篇长文',
      '<h2>第一节</h2><p>a</p><h3>其中</h3><pre><code class="language-ts">const a = 1;</code></pre>',
    );
    const { status, text } = await open(reader, `/posts/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('<h1 class="article-title">一篇长文</h1>');
    expect(text).toContain('<h2 id="section-1">第一节</h2>');
    expect(text).toContain('href="#section-2"');
    expect(text).toContain('<span class="hljs-keyword">const</span>');
    expect(text).toContain('TypeScript');
    expect(text).toContain('约 1 分钟读完');
    expect(text).toContain(
      `<link rel="canonical" href="${world.ctx.config.BASE_URL}/posts/${id}"/>`,
    );
    expect((await open(reader, `/posts/${id}`, 'en')).text).toContain('1 min read');
  });

  test('is marked as edited only if readers see another text', async () => {
    const id = await write(author, '改过的');
    world.wait(300);
    const draft = { title: '改过的', body: '<p>悄悄写</p>', version: 1, draft: true };
    expect((await author.put(`/api/studio/posts/${id}`, draft)).status).toBe(200);
    expect((await open(reader, `/posts/${id}`)).text).not.toContain('更新于');
    const edit = { title: '改过的', body: '<p>新的一版</p>', version: 2 };
    expect((await author.put(`/api/studio/posts/${id}`, edit)).status).toBe(200);
    expect((await open(reader, `/posts/${id}`)).text).toContain('更新于');
  });

  test('an anonymous visitor sees every button, and each links to the log-in and back', async () => {
    const id = await write(author, '给陌生人');
    const { text } = await open(world.visitor(), `/posts/${id}`);
    const back = `/login?next=${encodeURIComponent(`/posts/${id}`)}`;
    expect(
      text.match(new RegExp(`href="${back.replace(/[?]/g, '\\?')}[^"]*"`, 'g'))?.length,
    ).toBeGreaterThan(4);
    expect(text).not.toContain(`action="/posts/${id}/like"`);
  });

  test('§3 a banned reader sees the buttons, disabled, with the reason', async () => {
    const id = await write(author, '给被封禁的人');
    const { text } = await open(banned, `/posts/${id}`);
    expect(text).toMatch(/<button[^>]*name="liked"[^>]*disabled/);
    expect(text).toMatch(/id="action-reason">账号已被封禁/);
  });
});

describe("without scripts, with the page's forms", () => {
  test('§4 like, dislike and back to none', async () => {
    const id = await write(author, '没有脚本的赞');
    const state = async () => (await reader.get(`/api/posts/${id}/reaction`)).body;
    const page = async () => (await open(reader, `/posts/${id}`)).text;

    const liked = await submitButton(reader, await page(), `/posts/${id}/like`, { liked: 'true' });
    expect(liked.status).toBe(303);
    expect(liked.headers['location']).toBe(`/posts/${id}#actions`);
    expect(await state()).toMatchObject({ state: 'like', like_count: 1 });
    expect(await page()).toMatch(/name="liked" value="false" aria-pressed="true"/);

    await submitButton(reader, await page(), `/posts/${id}/dislike`, { disliked: 'true' });
    expect(await state()).toMatchObject({ state: 'dislike', like_count: 0 });
    await submitButton(reader, await page(), `/posts/${id}/dislike`, { disliked: 'false' });
    expect(await state()).toMatchObject({ state: 'none' });
  });

  test('§4 favorite, with a link to the folders', async () => {
    const id = await write(author, '没有脚本的收藏');
    const { text } = await open(reader, `/posts/${id}`);
    expect(text).toContain(`href="/posts/${id}/folders"`);
    await submitButton(reader, text, `/posts/${id}/favorite`, { favorited: 'true' });
    expect((await reader.get(`/api/posts/${id}/folder-status`)).body.favorited).toBe(true);
  });

  test("§3 Follow.button: the button's label is its effect", async () => {
    const id = await write(author, '没有脚本的关注');
    const action = `/users/${author.uid}/follow`;
    await reader.post(`/api${action}`, { following: false });
    const button = async () =>
      /name="following" value="(\w+)"[^>]*>.*?<\/svg>([^<]+)</
        .exec((await open(reader, `/posts/${id}`)).text)
        ?.slice(1);
    expect(await button()).toEqual(['true', '关注']);
    await author.post(`/api/users/${reader.uid}/follow`, { following: true });
    expect(await button()).toEqual(['true', '回关']);
    await submitButton(reader, (await open(reader, `/posts/${id}`)).text, action, {
      following: 'true',
    });
    expect(await button()).toEqual(['false', '互相关注']);
    await author.post(`/api/users/${reader.uid}/follow`, { following: false });
    expect(await button()).toEqual(['false', '已关注']);
    expect((await open(author, `/posts/${id}`)).text).not.toContain('name="following"');
  });

  test('D37 energize: the page shows the cost and the amount given so far, and a repeat has no second effect', async () => {
    const id = await write(author, '没有脚本的充能');
    const giver = await world.member({ exp: 10 });
    await giver.post('/api/level/checkin');
    const { text } = await open(giver, `/posts/${id}`);
    expect(text).toContain('你给这篇充了 0 点，最多 20');
    const first = await submitButton(giver, text, '/energy/energize', { form: 'light' });
    expect(first.headers['location']).toBe(`/posts/${id}#lit`);
    await submitButton(giver, text, '/energy/energize', { form: 'light' });
    expect((await open(giver, `/posts/${id}`)).text).toContain('你给这篇充了 1 点');
  });

  test('§7.5, §7.6 the page shows the reason before the member tries', async () => {
    const id = await write(author, '充能的边界');
    const giver = await world.member({ exp: 10 });
    await world.sql('insert into post_energize_total (post_id, uid, total) values ($1, $2, 19)', [
      id,
      giver.uid,
    ]);
    const page = (await open(giver, `/posts/${id}`)).text;
    expect(page).toContain('你给这篇充了 19 点');
    expect(page).toMatch(/value="heavy"[^>]*disabled/);
    expect(page).not.toMatch(/value="light"[^>]*disabled/);
    expect((await open(author, `/posts/${id}`)).text).toContain('不能给自己的文章充能');
  });
});

describe('§3.5 one name for each status, in each language', () => {
  const NAMES = {
    draft: ['草稿', 'Draft'],
    pending: ['待审核', 'In review'],
    approved: ['已发布', 'Published'],
    rejected: ['未通过', 'Not approved'],
    locked: ['已锁定', 'Locked'],
  };

  test.each(STATUSES.filter((status) => status !== 'approved'))(
    '§3.3, §3.5 the ribbon of a %s post shows its author the reason',
    async (status) => {
      const id = await write(author, `状态 ${status}`);
      await world.sql(
        `update post set status = $2, review_reason = $3,
           locked_from = case when $2 = 'locked' then 'approved' end where id = $1`,
        [id, status, status === 'rejected' || status === 'locked' ? '理由 <i>' : ''],
      );
      const own = (await open(author, `/posts/${id}`)).text;
      const [zh, en] = NAMES[status];
      expect(own).toMatch(new RegExp(`<span class="tag tag-\\w+">.{0,2000}? ${zh}</span>`));
      expect((await open(author, `/posts/${id}`, 'en')).text).toContain(` ${en}</span>`);
      expect(own.includes('理由 &lt;i>')).toBe(status === 'rejected' || status === 'locked');
      const mayEdit = status === 'draft' || status === 'rejected';
      expect(own.includes(`href="/studio/write?id=${id}"`)).toBe(mayEdit);
      expect(own.includes(`href="/studio/submit?id=${id}"`)).toBe(mayEdit);
      expect((await open(owner, `/posts/${id}`)).text).toContain(`/admin/posts?post=${id}`);
    },
  );

  test('D20 submitting from the ribbon follows the review setting', async () => {
    const id = await write(author, '从页面提交', '<p>a</p>', { draft: true });
    const page = (await open(author, `/posts/${id}`)).text;
    expect(page).toContain(`href="/studio/submit?id=${id}"`);
    const question = (await open(author, `/studio/submit?id=${id}`)).text;
    expect(question).toContain('发布');
    await submitButton(author, question, `/studio/posts/${id}/submit`);
    expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(200);
  });
});

describe('§7.10 an invisible post is a 404 page', () => {
  const faceless = (text: string, id: number) =>
    text
      .replaceAll(`posts%2F${id}`, 'posts%2FID')
      .replaceAll(/ data-viewer="[^"]*"/g, '')
      .replaceAll(/name="csrf_token" value="[^"]*"/g, '')
      .replaceAll(/<code>[0-9a-f-]{36}<\/code>/g, '');

  test.each(STATUSES.filter((status) => status !== 'approved'))(
    '§7.10 a %s post and a missing one give the same bytes',
    async (status) => {
      const id = await write(author, `藏起来的 ${status}`);
      await world.sql(
        `update post set status = $2, locked_from = case when $2 = 'locked' then 'approved' end where id = $1`,
        [id, status],
      );
      const missing = id + 1_000_000;
      for (const client of [world.visitor(), reader]) {
        const [hidden, none] = [
          await open(client, `/posts/${id}`),
          await open(client, `/posts/${missing}`),
        ];
        expect(hidden.status).toBe(404);
        expect(none.status).toBe(404);
        expect(faceless(hidden.text, id)).toBe(faceless(none.text, missing));
      }
      expect((await open(author, `/posts/${id}`)).status).toBe(200);
      expect((await open(owner, `/posts/${id}`)).status).toBe(200);
    },
  );
});

test('§4 page /posts/new, D4 /posts/new and other words are not posts', async () => {
  for (const word of ['new', '0', '-1', '1.5', '01', '9007199254740993', 'constructor']) {
    expect((await open(author, `/posts/${word}`)).status).toBe(404);
    expect((await open(author, `/posts/${word}/edit`)).status).toBe(404);
  }
});

test('§4 page /posts/:id/edit redirects permanently to the studio', async () => {
  const response = await open(world.visitor(), '/posts/42/edit');
  expect(response.status).toBe(301);
  expect(response.headers['location']).toBe('/studio/write?id=42');
});
