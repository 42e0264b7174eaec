import { describe, expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { acceptOnJoining } from '../../src/written-pages/actions/accept-terms.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

const world = await createWorld({ LIMIT_WRITE: 'off' });
const owner = await world.member({ role: 'owner', exp: 30 });
const HTML = { accept: 'text/html' };

type Texts = Record<string, string | boolean>;
const TERMS: Texts = {
  'title.zh-CN': '用户协议',
  'body.zh-CN': '<h2>约定</h2><p>请友善。</p>',
  'title.en': 'Terms',
  'body.en': '<p>Be kind.</p>',
};

/** Publishes on top of whatever is there. */
async function publish(name: string, input: Texts = TERMS, of = owner) {
  const { version } = (await of.get(`/api/admin/pages/${name}`)).body;
  const { status, body, text } = await of.put(`/api/admin/pages/${name}`, { version, ...input });
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body as { version: number; is_published: boolean };
}

const read = (url: string, language = 'zh-CN', who: Client = world.visitor()) =>
  who.get(url, { headers: { ...HTML, 'accept-language': language } });
const newestId = async (of: World = world) =>
  Number((await of.sql('select max(id) as id from page_version'))[0]?.['id']);
const acceptedBy = async (uid: number, of: World = world) =>
  of.sql(
    `select page, version from page_acceptance join page_version on id = version_id
      where uid = $1 order by id`,
    [uid],
  );
const write = (member: Client) => member.post('/api/folders', { name: `夹${Math.random()}` });
const codeOf = async (sent: ReturnType<Client['get']>) => {
  const { status, body } = await sent;
  return [status, body?.code];
};

describe('0060 the pages that the owner writes', () => {
  test('do not exist until they are published; the house rules have a text of the product', async () => {
    for (const path of ['/about', '/terms', '/privacy'])
      expect((await read(path)).status, path).toBe(404);
    expect((await read('/about/rules')).text).toContain('社区守则');
    expect((await world.visitor().get('/api/pages')).body).toEqual({ items: [] });
    expect((await world.visitor().get('/api/pages/terms')).status).toBe(404);
    expect((await world.visitor().get('/api/pages/terms/versions')).status).toBe(404);
  });

  test('§5.5b only the owner writes them', async () => {
    const admin = await world.member({ role: 'admin' });
    for (const who of [world.visitor(), admin, await world.member()]) {
      expect([401, 403]).toContain((await who.put('/api/admin/pages/terms', {})).status);
      expect([401, 403]).toContain((await who.get('/api/admin/pages/terms')).status);
      expect([401, 403]).toContain((await who.delete('/api/admin/pages/terms')).status);
    }
  });

  test('D55 a publication is at once on its page, in the footer of cached pages and in the sitemap, and is logged with its title', async () => {
    expect((await read('/')).text).not.toContain('href="/about"');
    await publish('about', { 'title.zh-CN': '关于海边', 'body.zh-CN': '<p>海边的书店。</p>' });
    expect((await read('/')).text).toContain('href="/about">关于海边</a>');
    const page = await read('/about');
    expect(page.text).toContain('<p>海边的书店。</p>');
    expect(page.text).toContain('<link rel="canonical" href="http://localhost:3000/about"');
    expect((await world.visitor().get('/sitemap.xml')).text).toContain('/sitemaps/pages.xml');
    expect((await world.visitor().get('/sitemaps/pages.xml')).text).toContain('/about</loc>');
    const [entry] = (await owner.get('/api/admin/staff-log?subject_kind=page')).body.items;
    expect(entry).toMatchObject({
      action: 'page.publish',
      actor: { uid: owner.uid },
      before: { version: null },
      after: { page: 'about', title: '关于海边', version: 1 },
    });
    for (const [language, words] of [
      ['zh-CN', '发布了站点页面'],
      ['en', 'Published a site page'],
    ] as const)
      expect((await read('/admin/audit-log', language, owner)).text).toContain(words);
  });

  test('a language that is missing falls back to the other one, and the page names its language', async () => {
    const english = await read('/about', 'en');
    expect(english.text).toContain('<html lang="en"');
    expect(english.text).toMatch(/<h1 class="article-title" lang="zh">关于海边<\/h1>/);
    expect(english.text).toContain('<div class="prose" lang="zh"><p>海边的书店。</p>');
    expect(english.text).toContain('lang="zh-CN">关于海边</a>');
    expect((await world.visitor().get('/api/pages/about?lang=en')).body.lang).toBe('zh-CN');
  });

  test('D26 a text is sanitized as a post is, and shows no picture', async () => {
    await publish('privacy', {
      'title.en': 'Privacy',
      'body.en':
        '<p onclick="x()">a</p><script>x()</script><img src="/uploads/post/x.png"><a href="javascript:x()">b</a>',
    });
    const { body } = (await world.visitor().get('/api/pages/privacy?lang=en')).body;
    expect(body).toContain('a');
    expect(body).not.toMatch(/script|onclick|<img|javascript/);
  });

  test.each([
    ['a title without a text', { 'title.en': 'x' }, [400, 'invalid_input']],
    ['a text without a title', { 'body.en': '<p>x</p>' }, [400, 'invalid_input']],
    ['nothing', {}, [422, 'empty_body']],
    ['only blanks', { 'title.en': ' ', 'body.en': '<p> </p>' }, [422, 'empty_body']],
    ['a long title', { ...TERMS, 'title.en': 'x'.repeat(81) }, [400, 'invalid_input']],
    ['another version', { ...TERMS, version: 7 }, [409, 'stale_version']],
  ])('%s is refused and nothing is published', async (_, input, expected) => {
    const sent = owner.put('/api/admin/pages/terms', { version: 0, ...input });
    expect(await codeOf(sent)).toEqual(expected);
    expect((await read('/terms')).status).toBe(404);
  });

  test('members cannot be asked to accept the page about the site', async () => {
    const input = { 'title.en': 'x', 'body.en': '<p>x</p>', version: 1, must_accept: true };
    expect(await codeOf(owner.put('/api/admin/pages/about', input))).toEqual([
      400,
      'invalid_input',
    ]);
  });

  test('every publication is a version that stays readable with its date; the same text again is none', async () => {
    expect((await publish('rules', TERMS)).version).toBe(1);
    expect((await publish('rules', TERMS)).version).toBe(1);
    world.wait(60);
    const next = { ...TERMS, 'body.zh-CN': '<h2>约定</h2><p>请友善，也请认真。</p>' };
    expect((await publish('rules', next)).version).toBe(2);
    expect((await read('/about/rules')).text).toContain('也请认真');
    const old = await read('/about/rules?version=1');
    expect(old.text).toContain('<p>请友善。</p>');
    expect(old.text).toContain('这是以前的版本');
    expect(old.text).toContain('content="noindex"');
    const { items } = (await world.visitor().get('/api/pages/rules/versions')).body;
    expect(items.map((one: { version: number }) => one.version)).toEqual([2, 1]);
    expect(items[0].published_at > items[1].published_at).toBe(true);
    const list = await read('/about/rules/versions');
    expect(list.text).toContain('href="/about/rules?version=1"');
    const changes = await read('/about/rules/changes?from=1&to=2');
    expect(changes.text).toMatch(/<ins>[\s\S]*?也请认真/);
    expect((await world.visitor().get('/api/pages/rules/versions/1?lang=en')).body).toMatchObject({
      version: 1,
      is_newest: false,
      title: 'Terms',
    });
    for (const url of ['/about/rules?version=9', '/about/rules/changes?from=2&to=1'])
      expect((await read(url)).status, url).toBe(404);
  });

  test('the program may only add to what was published', async () => {
    for (const statement of [
      'update page_version set must_accept = false',
      'delete from page_version',
      "update page_text set title = 'x'",
      'delete from page_text',
      'update page_acceptance set accepted_at = now()',
    ])
      await expect(
        world.ctx.db.executeQuery({
          sql: statement,
          parameters: [],
          query: { kind: 'RawNode', sqlFragments: [statement], parameters: [] } as never,
          queryId: {} as never,
        }),
        statement,
      ).rejects.toMatchObject({ code: '42501' });
  });

  test('a page that is taken down is nowhere, and its versions return with the next publication', async () => {
    expect((await owner.delete('/api/admin/pages/rules')).status).toBe(204);
    expect((await read('/about/rules')).text).toContain('社区守则');
    expect((await read('/about/rules/versions')).status).toBe(404);
    expect((await world.visitor().get('/api/pages/rules/versions/1')).status).toBe(404);
    expect((await owner.delete('/api/admin/pages/rules')).status).toBe(404);
    const draft = (await owner.get('/api/admin/pages/rules')).body;
    expect(draft).toMatchObject({ version: 3, is_published: false });
    expect(draft.texts[0].body).toContain('也请认真');
    expect((await publish('rules', TERMS)).version).toBe(4);
    expect((await read('/about/rules?version=2')).text).toContain('也请认真');
    await owner.delete('/api/admin/pages/rules');
  });
});

describe('0060 terms that members accept', () => {
  test('a new version asks members once; reading works, writing does not, and leaving does', async () => {
    const member = await world.member({ exp: 600 });
    expect((await write(member)).status).toBe(201);
    await publish('terms', { ...TERMS, must_accept: true });

    expect(await codeOf(write(member))).toEqual([403, 'terms_not_accepted']);
    expect((await member.get('/api/folders')).status).toBe(200);
    const page = await read('/', 'zh-CN', member);
    expect(page.status).toBe(200);
    expect(page.text).toContain('id="asked-terms"');
    expect(page.text).toContain('href="/terms"');
    expect((await read('/')).text).not.toContain('asked-terms');
    expect((await member.put('/api/settings/notify-prefs', {})).body.code).toBe('invalid_input');

    const up_to = await newestId();
    expect((await member.post('/api/pages/accept', { up_to })).status).toBe(204);
    expect((await write(member)).status).toBe(201);
    expect((await read('/', 'zh-CN', member)).text).not.toContain('asked-terms');
    expect((await acceptedBy(member.uid)).at(-1)).toEqual({ page: 'terms', version: 1 });
    const before = await acceptedBy(member.uid);
    // Once more changes nothing.
    expect((await member.post('/api/pages/accept', { up_to })).status).toBe(204);
    expect(await acceptedBy(member.uid)).toHaveLength(before.length);
  });

  test('the owner, who wrote them, is not asked', async () => {
    expect((await write(owner)).status).toBe(201);
    expect(await acceptedBy(owner.uid)).toContainEqual({ page: 'terms', version: 1 });
  });

  test('a corrected typo asks nobody, and whoever never accepted is asked for the newest', async () => {
    const before = await world.member();
    await world.sql('delete from page_acceptance where uid = $1', [before.uid]);
    await world.sql('update users set accepted_terms = 0 where uid = $1', [before.uid]);
    const accepted = await world.member();
    await publish('terms', { ...TERMS, 'body.en': '<p>Be kind!</p>' });
    expect((await write(accepted)).status).toBe(201);
    expect(await codeOf(write(before))).toEqual([403, 'terms_not_accepted']);
    await before.post('/api/pages/accept', { up_to: await newestId() });
    expect(await acceptedBy(before.uid)).toEqual([{ page: 'terms', version: 2 }]);
    expect((await write(before)).status).toBe(201);
  });

  test('what changed is what changed since the member last accepted', async () => {
    const member = await world.member();
    await publish('terms', { ...TERMS, 'body.zh-CN': '<p>第三</p>' });
    await publish('terms', { ...TERMS, 'body.zh-CN': '<p>第四</p>', must_accept: true });
    const page = await read('/terms/changes', 'zh-CN', member);
    expect(page.text).toContain('从第 2 版到第 4 版');
    expect((await read('/terms/changes')).text).toContain('从第 3 版到第 4 版');
  });

  test('a member cannot accept what is not yet written', async () => {
    const member = await world.member();
    await member.post('/api/pages/accept', { up_to: Number.MAX_SAFE_INTEGER });
    await publish('terms', { ...TERMS, 'body.zh-CN': '<p>第五</p>', must_accept: true });
    expect(await codeOf(write(member))).toEqual([403, 'terms_not_accepted']);
  });

  test('race: accepting an older version while a new one is published never accepts the new one', async () => {
    for (let round = 0; round < 8; round++) {
      const member = await world.member();
      const seen = await newestId();
      await publish('terms', { ...TERMS, 'body.en': `<p>${round}</p>`, must_accept: true });
      const second = await newestId();
      const { version } = (await owner.get('/api/admin/pages/terms')).body;
      const [published, accepted] = await Promise.all([
        owner.put('/api/admin/pages/terms', {
          ...TERMS,
          version,
          'body.en': `<p>${round} again</p>`,
          must_accept: true,
        }),
        member.post('/api/pages/accept', { up_to: second }),
      ]);
      expect([published.status, accepted.status]).toEqual([200, 204]);
      expect(seen).toBeLessThan(second);
      expect((await acceptedBy(member.uid)).at(-1)).toEqual({ page: 'terms', version });
      expect(await codeOf(write(member))).toEqual([403, 'terms_not_accepted']);
      await member.post('/api/pages/accept', { up_to: await newestId() });
      expect((await write(member)).status).toBe(201);
    }
  });

  test('withdrawn terms ask nobody', async () => {
    const member = await world.member();
    await publish('privacy', { ...TERMS, must_accept: true });
    expect(await codeOf(write(member))).toEqual([403, 'terms_not_accepted']);
    await owner.delete('/api/admin/pages/privacy');
    expect((await write(member)).status).toBe(201);
    await publish('privacy', TERMS);
    expect((await write(member)).status).toBe(201);
  });

  test('D70 a program cannot accept for its member, and is refused until the member has', async () => {
    const member = await world.member();
    const body = { name: 'x', scopes: ['read', 'write'], expires_in_days: 30 };
    const made = await member.post('/api/settings/api-tokens', body);
    const program = world.visitor();
    program.tokens.access = made.body.token;
    expect((await write(program)).status).toBe(201);
    await publish('terms', { ...TERMS, 'body.en': '<p>for programs</p>', must_accept: true });
    expect(await codeOf(write(program))).toEqual([403, 'terms_not_accepted']);
    const up_to = await newestId();
    expect(await codeOf(program.post('/api/pages/accept', { up_to }))).toEqual([
      403,
      'token_refused',
    ]);
    await member.post('/api/pages/accept', { up_to });
    expect((await write(program)).status).toBe(201);
  });

  test('without scripts, a refused form keeps what was typed beside the button that accepts', async () => {
    const member = await world.member();
    await publish('terms', { ...TERMS, 'body.en': '<p>for forms</p>', must_accept: true });
    const page = (await read('/', 'zh-CN', member)).text;
    const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const refused = await member.submit('/folders', { csrf_token, name: '夜里想到的', next: '/' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('夜里想到的');
    expect(refused.text).toContain('action="/pages/accept"');
    const up_to = /name="up_to" value="(\d+)"/.exec(refused.text)?.[1] ?? '';
    expect(up_to).toBe(String(await newestId()));
    const accepted = await member.submit('/pages/accept', { csrf_token, up_to, next: '/' });
    expect([accepted.status, accepted.headers['location']]).toEqual([303, '/']);
    const again = await member.submit('/folders', { csrf_token, name: '夜里想到的', next: '/' });
    expect(again.status).toBe(303);
  });
});

describe('0060 who joins', () => {
  test('reads what they accept in the form, and has accepted the current versions', async () => {
    const page = await read('/register');
    expect(page.text).toContain('注册即表示你已阅读并同意');
    expect(page.text).toMatch(/<a href="\/terms" target="_blank">用户协议<\/a>/);
    expect((await read('/login')).text).not.toContain('注册即表示');
    const member = await world.member();
    const current = Number((await world.visitor().get('/api/pages/terms')).body.version);
    expect(await acceptedBy(member.uid)).toContainEqual({ page: 'terms', version: current });
    expect((await write(member)).status).toBe(201);
  });

  test('accepts the version that the form named, and is asked for one that was published meanwhile', async () => {
    const seen = await newestId();
    const { version } = (await owner.get('/api/admin/pages/terms')).body;
    await publish('terms', { ...TERMS, 'body.en': '<p>meanwhile</p>', must_accept: true });
    const member = world.visitor();
    const email = 'meanwhile@example.org';
    const body = { email, password: PASSWORD, terms_seen: seen };
    expect((await member.post('/api/auth/register', body)).status).toBe(201);
    await member.logIn(email, PASSWORD);
    const { uid } = (await member.get('/api/settings/profile')).body;
    expect(await acceptedBy(uid)).toContainEqual({ page: 'terms', version });
    expect(await codeOf(write(member))).toEqual([403, 'terms_not_accepted']);
  });

  test('a site that asks for nothing stores nothing', async () => {
    const plain = await createWorld();
    const member = await plain.member();
    await plain.ctx.tx((trx) => acceptOnJoining(plain.ctx, trx, member.uid, 99));
    expect(await acceptedBy(member.uid, plain)).toEqual([]);
    expect((await read('/register', 'zh-CN', plain.visitor())).text).not.toContain('注册即表示');
  });
});

test('0060 verify finds a member whose acceptance is made up', async () => {
  const member = await world.member();
  const differing = async () => {
    const { checks } = await verifyIntegrity(world.ctx, { repair: false });
    return checks.find(({ name }) => name === 'accepted terms')?.total;
  };
  expect(await differing()).toBe(0);
  await world.sql('update users set accepted_terms = accepted_terms + 1 where uid = $1', [
    member.uid,
  ]);
  expect(await differing()).toBe(1);
});
