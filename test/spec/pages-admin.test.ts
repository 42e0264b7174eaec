import { expect, test } from 'vitest';
import { runIntegrity, verifyIntegrity } from '../../src/integrity/actions.ts';
import { LOCALES } from '../../src/platform/i18n.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const owner = await world.member({ role: 'owner', exp: 300 });
const admin = await world.member({ role: 'admin', exp: 300 });
const author = await world.member({ exp: 300 });
const HTML = { headers: { accept: 'text/html' } };

const PAGES = {
  admin: [
    '/admin/posts',
    '/admin/comments',
    '/admin/users',
    '/admin/profile-changes',
    '/admin/energy-logs',
    '/admin/audit-log',
  ],
  owner: ['/admin/energy', '/admin/health', '/admin/integrity', '/admin/site-settings'],
};

async function writePending(title: string, body = '<p>some words to read</p>'): Promise<number> {
  await world.review(true);
  const { body: post } = await author.post('/api/studio/posts', { title, body });
  await author.post(`/api/studio/posts/${post.id}/submit`);
  return post.id;
}

test.each(PAGES.admin)(
  '§5.5a %s is for staff: anonymous visitors log in first, members are refused',
  async (url) => {
    const anonymous = await world.visitor().get(url, HTML);
    expect([anonymous.status, anonymous.headers['location']]).toEqual([
      303,
      `/login?next=${encodeURIComponent(url)}`,
    ]);
    expect((await author.get(url, HTML)).status).toBe(403);
    const page = await admin.get(url, HTML);
    expect(page.status).toBe(200);
    expect(page.text).toContain('当前身份：管理员');
  },
);

test.each(PAGES.owner)('§4, §5.5 %s is for the owner only', async (url) => {
  expect((await author.get(url, HTML)).status).toBe(403);
  expect((await admin.get(url, HTML)).status).toBe(403);
  const page = await owner.get(url, HTML);
  expect(page.status).toBe(200);
  expect(page.text).toContain('当前身份：站长');
});

test('§4 /admin redirects to the queue of everything that waits', async () => {
  const response = await admin.get('/admin', HTML);
  expect([response.status, response.headers['location']]).toEqual([303, '/admin/queue']);
  // An admin sees that there is more, and that the owner can open it.
  expect((await admin.get('/admin/posts', HTML)).text).toContain('仅站长');
});

test('§4 Admin.posts, D22 the queue opens a post with its version, and links to the next one', async () => {
  const first = await writePending('the first one');
  world.wait(1);
  const second = await writePending('the second one');
  const { text } = await admin.get(`/admin/posts?post=${first}`, HTML);
  expect(text).toContain(`action="/admin/posts/${first}/approve"`);
  expect(text).toContain('<input type="hidden" name="version" value="1"/>');
  expect(text).toContain(`name="next" value="/admin/posts?post=${second}"`);

  const approved = await admin.submit(`/admin/posts/${first}/approve`, {
    version: '1',
    next: `/admin/posts?post=${second}`,
  });
  expect([approved.status, approved.headers['location']]).toEqual([
    303,
    `/admin/posts?post=${second}`,
  ]);
  // The last one links back to the list.
  const last = await admin.get(`/admin/posts?post=${second}`, HTML);
  expect(last.text).toContain('name="next" value="/admin/posts"');
  const [, lists = ''] = last.text.split('review-panes');
  expect(lists).not.toContain('the first one');
});

test('D22 a post deleted meanwhile does not stop the queue', async () => {
  const id = await writePending('soon gone');
  await author.delete(`/api/studio/posts/${id}`);
  const page = await admin.get(`/admin/posts?post=${id}`, HTML);
  expect(page.status).toBe(200);
  expect(page.text).toContain('这篇文章已不在了');
});

test('D22 the second decision without scripts is refused, and the page names the first moderator', async () => {
  const id = await writePending('two at once');
  await admin.post(`/api/admin/posts/${id}/reject`, { version: 1, reason: 'too short' });
  const late = await owner.submit(`/admin/posts/${id}/approve`, {
    version: '1',
    next: '/admin/posts',
  });
  expect(late.status).toBe(409);
  const { text } = await owner.get(`/admin/posts?status=rejected&post=${id}`, HTML);
  expect(text).toContain('too short');
  expect(text).toMatch(new RegExp(`data-by="用户${admin.uid}"`));
});

test('D21 a pending edit is shown as readers will see it, with its difference from the public text', async () => {
  await world.review(false);
  const { body: post } = await author.post('/api/studio/posts', {
    title: 'as it was',
    body: '<p>old words & <strong>more</strong></p><p>雨后第三天上山。</p>',
  });
  await world.review(true);
  await author.put(`/api/studio/posts/${post.id}`, {
    title: 'as it shall be',
    body: '<p>new words & <strong>more</strong></p><p>雨后第四天上山。</p><p>&lt;script&gt;</p>',
    version: 1,
  });
  const { text: page } = await admin.get(`/admin/posts?post=${post.id}`, HTML);
  // Without what only screen readers announce.
  const text = page.replaceAll(/<span class="visually-hidden"[^>]*>[^<]*<\/span>/g, '');
  expect(text).toContain('<p>new words &amp; <strong>more</strong></p>');
  expect(text).not.toContain('<p>old words');
  expect(text).toContain('as it <del>was</del><ins>shall be</ins>');
  expect(text).toContain('<del>old</del><ins>new</ins> words &amp; more');
  expect(text).toMatch(/雨后(第?)<del>.{1,2}<\/del><ins>.{1,2}<\/ins>天/);
  expect(text).toContain('<ins>&lt;script&gt;</ins>');
  expect(text).toContain('改 2 段，加 1 段，删 0 段');
  expect(text).toContain('<input type="hidden" name="version" value="2"/>');
});

test('D21 the longest edit is compared in a worker thread, within limits', async () => {
  await world.review(false);
  const body = (word: string) =>
    Array.from({ length: 1_500 }, (_, at) => `<p>${word} ${at} ${word.repeat(20)}</p>`).join('');
  const { body: post } = await author.post('/api/studio/posts', { title: 'long', body: body('a') });
  await world.review(true);
  await author.put(`/api/studio/posts/${post.id}`, { title: 'long', body: body('b'), version: 1 });
  const page = await admin.get(`/admin/posts?post=${post.id}`, HTML);
  expect(page.status).toBe(200);
  expect(page.text).toContain('改动太多');
});

test('A12 names, titles, reasons and comments are escaped on every staff page', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  const fan = await world.member({ exp: 300 });
  await world.review(false);
  const named = await fan.put('/api/settings/profile', { username: '<b>fan</b>' });
  expect(named.status).toBe(200);
  const id = await writePending(evil, '<p>x</p><script>alert(1)</script>');
  await admin.post(`/api/admin/posts/${id}/lock`, { version: 1, reason: evil });
  await owner.post('/api/admin/energy/adjust', { uids: [fan.uid], amount: 3, reason: evil });
  await world.review(false);
  const { body: open } = await author.post('/api/studio/posts', {
    title: 'open',
    body: '<p>a</p>',
  });
  await fan.post(`/api/posts/${open.id}/comments`, { body: `${evil} wins` });
  await world.review(true);
  await fan.put('/api/settings/profile', { signature: evil });
  const pages = [
    `/admin/posts?status=locked&post=${id}`,
    '/admin/comments?q=onerror',
    `/admin/users?q=${fan.uid}`,
    '/admin/profile-changes',
    `/admin/energy-logs?uid=${fan.uid}`,
    '/admin/audit-log',
    '/admin/energy',
  ];
  for (const url of pages) {
    const { text, status } = await owner.get(url, HTML);
    expect([url, status]).toEqual([url, 200]);
    expect([url, /<img src=x|<b>fan|<script>alert/.test(text)]).toEqual([url, false]);
    expect([url, text.includes('&lt;')]).toEqual([url, true]);
  }
});

test('§4 Admin.comments are found by keyword, highlighted, and removed with a reason', async () => {
  await world.review(false);
  const { body: post } = await author.post('/api/studio/posts', {
    title: 'talk',
    body: '<p>a</p>',
  });
  const comment = await author.post(`/api/posts/${post.id}/comments`, { body: '便宜代购，加微信' });
  const { text } = await admin.get(`/admin/comments?q=${encodeURIComponent('代购')}`, HTML);
  expect(text).toContain('便宜<mark>代购</mark>，加微信');
  const removed = await admin.submit(`/admin/comments/${comment.body.id}/remove`, {
    reason: '广告。',
    next: '/admin/comments',
  });
  expect(removed.status).toBe(303);
  expect((await admin.get('/admin/comments', HTML)).text).not.toContain('代购');
  // The page ignores an invalid keyword and lists everything.
  expect((await admin.get(`/admin/comments?q=${'x'.repeat(51)}`, HTML)).status).toBe(200);
});

test('D17 no page offers staff an action on themselves or the owner, nor an admin one on an admin', async () => {
  const other = await world.member({ role: 'admin' });
  const bans = async (who: Client, uid: number) =>
    (await who.get(`/admin/users?q=${uid}`, HTML)).text.includes(`id="ban-${uid}"`);
  expect(await bans(admin, admin.uid)).toBe(false);
  expect(await bans(admin, owner.uid)).toBe(false);
  expect(await bans(admin, other.uid)).toBe(false);
  expect(await bans(owner, other.uid)).toBe(true);
  expect(await bans(admin, author.uid)).toBe(true);
  const roles = (await admin.get(`/admin/users?q=${author.uid}`, HTML)).text;
  expect(roles).not.toContain(`id="role-${author.uid}"`);
});

test('§4 Admin.energy, D42 an adjustment is previewed without effect, and confirmed with the whole list', async () => {
  const one = await world.member();
  const before = await world.sql('select count(*) from energy_batch');
  const preview = await owner.submit('/admin/energy', {
    uids: `${one.uid}，${one.uid}\n`,
    amount: '-4',
    reason: 'a mistake',
  });
  expect(preview.status).toBe(200);
  expect(preview.text).toContain('给 1 人每人 −4，共 −4');
  expect(preview.text).toContain('其中 1 人会变为负数');
  expect(preview.text).toContain('确认调整，共 −4');
  expect(await world.sql('select count(*) from energy_batch')).toEqual(before);

  const key = /name="idempotency_key" value="([^"]+)"/.exec(preview.text)?.[1] ?? '';
  const fields = {
    uids: String(one.uid),
    amount: '-4',
    reason: 'a mistake',
    dry_run: 'false',
    idempotency_key: key,
    next: '/admin/energy',
  };
  expect((await owner.submit('/admin/energy/adjust', fields)).status).toBe(303);
  expect((await owner.submit('/admin/energy/adjust', fields)).status).toBe(303);
  const { text } = await owner.get(`/admin/energy-logs?uid=${one.uid}`, HTML);
  expect(text.match(/−4<\/strong>/g)).toHaveLength(1);
});

test('D42 unreadable or unknown uids are shown, and the batch cannot be confirmed', async () => {
  const wrong = await owner.submit('/admin/energy', { uids: 'me 7x', amount: '0', reason: ' ' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('这些不是 UID：me、7x');
  expect(wrong.text).toContain('请填写不为零的整数');
  expect(wrong.text).toContain('请写明原因');
  const unknown = await owner.submit('/admin/energy', {
    uids: `${author.uid} 987654`,
    amount: '1',
    reason: 'x',
  });
  expect(unknown.text).toContain('不存在或已注销：987654');
  expect(unknown.text).not.toContain('确认调整');
  expect(
    (await admin.submit('/admin/energy', { uids: '1', amount: '1', reason: 'x' })).status,
  ).toBe(403);
  const forged = await owner.submit('/admin/energy', {
    csrf_token: 'x',
    uids: '1',
    amount: '1',
    reason: 'x',
  });
  expect(forged.status).toBe(403);
});

test('§4 Admin.energy-logs, D43 the ledger is filtered by member, kind and day', async () => {
  const one = await world.member({ exp: 300 });
  await one.post('/api/level/checkin');
  const today = new Date(world.ctx.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  const rows = async (query: string) => {
    const { text } = await admin.get(`/admin/energy-logs?uid=${one.uid}&${query}`, HTML);
    return text.split('<tr>').length - 2;
  };
  expect(await rows('')).toBe(1);
  expect(await rows(`reason=checkin&from=${today}&to=${today}`)).toBe(1);
  expect(await rows('reason=adjust')).toBe(-1);
  expect(await rows('to=2000-01-01')).toBe(-1);
  // Invalid filters are ignored.
  expect(await rows('from=2026-02-31&reason=nonsense')).toBe(1);
});

test('§4 page /admin/site-settings, D22 the review switch shows how many posts wait, and works without scripts', async () => {
  await world.review(true);
  await writePending('waits for the switch');
  const { text } = await owner.get('/admin/site-settings', HTML);
  expect(text).toMatch(/现有 \d+ 篇文章和 \d+ 项资料在等待审核/);
  expect(text).not.toContain(world.ctx.config.SECRET_KEY);
  const off = await owner.submit('/admin/site-settings/audit.enabled/update', {
    value: 'false',
    next: '/admin/site-settings',
  });
  expect(off.status).toBe(303);
  expect((await owner.get('/admin/site-settings', HTML)).text).toContain('已关闭');
});

test('integrity: every check has a text in both languages, and a difference is shown', async () => {
  const { checks } = await verifyIntegrity(world.ctx, { repair: false });
  for (const { admin: words } of Object.values(LOCALES)) {
    const unnamed = checks
      .map(({ name }) => name.replaceAll(' ', '_'))
      .filter((name) => !Object.hasOwn(words.integrity.checks, name));
    expect(unnamed).toEqual([]);
  }
  expect((await owner.get('/admin/integrity', HTML)).text).toContain('还没有核对过');
  const { body: post } = await author.post('/api/studio/posts', {
    title: 'x',
    body: '<p>x</p>',
    draft: true,
  });
  await world.sql(
    'insert into post_count (post_id, likes) values ($1, 7) on conflict (post_id) do update set likes = 7',
    [post.id],
  );
  await runIntegrity(world.ctx);
  const { text } = await owner.get('/admin/integrity', HTML);
  expect(text).toContain('1 项检查发现差异');
  expect(text).toContain(`post ${post.id}`);
  expect((await owner.submit('/admin/integrity/run', { next: '/admin/integrity' })).status).toBe(
    303,
  );
});

test('D43, D47 logs show titles and names instead of numbers, but no title of a draft', async () => {
  await world.review(false);
  const fan = await world.member({ exp: 300 });
  await fan.put('/api/settings/profile', { username: 'GratefulReader' });
  await owner.post('/api/admin/energy/adjust', { uids: [fan.uid], amount: 9, reason: 'a gift' });
  const { body: post } = await author.post('/api/studio/posts', {
    title: 'a title in the log',
    body: '<p>words</p>',
  });
  const { body: draft } = await author.post('/api/studio/posts', {
    title: 'a draft nobody lists',
    body: '<p>words</p>',
    draft: true,
  });
  await fan.post('/api/energy/energize', { post_id: post.id, form: 'light' });
  const { body: comment } = await fan.post(`/api/posts/${post.id}/comments`, { body: 'words' });

  const energy = await admin.get(`/admin/energy-logs?uid=${fan.uid}&reason=energize`, HTML);
  expect(energy.text).toContain(`<a href="/posts/${post.id}" lang="en">a title in the log</a>`);
  expect(energy.text).toContain(`文章 ${post.id}`);

  await admin.post(`/api/admin/comments/${comment.id}/remove`, { reason: 'x' });
  await admin.put(`/api/admin/users/${fan.uid}/status`, { status: 'banned', reason: 'x' });
  await admin.get(`/admin/posts?post=${draft.id}`, HTML);
  const named = `<a href="/admin/users?q=${fan.uid}">GratefulReader</a>`;
  const titled = `<a href="/admin/posts?post=${post.id}" lang="en">a title in the log</a>`;
  const log = async (query: string) => (await admin.get(`/admin/audit-log?${query}`, HTML)).text;
  expect(await log(`subject_kind=user&subject_id=${fan.uid}`)).toContain(named);
  const removal = await log(`subject_kind=comment&subject_id=${comment.id}`);
  expect([removal.includes(named), removal.includes(titled)]).toEqual([true, true]);
  const opened = await log(`subject_kind=post&subject_id=${draft.id}`);
  expect(opened).toContain('打开草稿');
  expect(opened).not.toContain('a draft nobody lists');

  await admin.post(`/api/admin/posts/${post.id}/remove`, { version: 1, reason: 'x' });
  const removed = await log(`subject_kind=post&subject_id=${post.id}`);
  expect([removed.includes('移除文章'), removed.includes('a title in the log')]).toEqual([
    true,
    true,
  ]);
});

test('D47 the staff log shows actor and action in words', async () => {
  const { text } = await admin.get('/admin/audit-log', HTML);
  expect(text).toContain('修改设置');
  expect(text).toContain('发布前审核');
  const none = await admin.get(`/admin/audit-log?subject_kind=user&subject_id=${author.uid}`, HTML);
  expect(none.text).toContain('没有符合条件的内容');
  // A number without its unit is left out.
  expect((await admin.get('/admin/audit-log?subject_id=1', HTML)).status).toBe(200);
});
