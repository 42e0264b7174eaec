import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { pictureOf } from '../../support/picture.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();
let author: Client;
let reader: Client;

beforeAll(async () => {
  author = await site.member({ exp: 600 });
  await requireOk(author.put('/api/settings/profile', { username: '写字的人' }));
  reader = await newReader();
});

async function newReader(): Promise<Client> {
  const client = await site.member({ exp: 600 });
  await requireOk(client.post('/api/level/checkin'));
  return client;
}

async function write(title: string, body = `<p>${title}，写给读的人。</p>`): Promise<number> {
  site.wait(1);
  return (await requireOk(author.post('/api/studio/posts', { title, body }))).id;
}

async function reactionOf(client: Client, id: number): Promise<string> {
  return (await client.get(`/api/posts/${id}/reaction`)).body.state;
}

describe('a list', () => {
  test('opens a post by keyboard and by pointer, and loads more in place', async () => {
    for (let index = 0; index < 22; index += 1) await write(`第 ${index} 篇`);
    const { page, problems } = await openTab(site, { as: reader });
    await page.goto('/posts');
    expect(await page.locator('.post-card').count()).toBe(20);
    await page.getByRole('link', { name: '加载更多' }).click();
    await expect.poll(() => page.locator('.post-card').count()).toBe(22);
    expect(await page.getByText('到底了').count()).toBe(1);

    await page.keyboard.press('k');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/posts\/\d+$/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('第 20 篇');
    expect(problems).toEqual([]);
  });
});

describe('§4 a like', () => {
  test('shows at once and is stored; the key does the same', async () => {
    const id = await write('可以点赞');
    const { page, problems } = await openTab(site, { as: reader });
    await page.goto(`/posts/${id}`);
    const like = page.getByRole('button', { name: /^赞/ });
    const dislike = page.getByRole('button', { name: '踩' });

    await like.click();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
    expect(await like.textContent()).toContain('1');
    await expect.poll(() => reactionOf(reader, id)).toBe('like');

    await dislike.click();
    await expect.poll(() => reactionOf(reader, id)).toBe('dislike');
    expect(await like.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('l');
    await expect.poll(() => reactionOf(reader, id)).toBe('like');
    await page.reload();
    expect(await like.getAttribute('aria-pressed')).toBe('true');
    expect(problems).toEqual([]);
  });

  test('that is refused is rolled back, and the reason shows', async () => {
    const id = await write('马上锁定');
    const { page } = await openTab(site, { as: reader });
    await page.goto(`/posts/${id}`);
    await site.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      id,
    ]);
    const like = page.getByRole('button', { name: /^赞/ });
    await like.click();
    await page.getByRole('alert').getByText('找不到该内容').waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('false');
    expect(await like.textContent()).not.toContain('1');
  });

  test('toggled quickly ends in the last state', async () => {
    const id = await write('按得很快');
    const { page } = await openTab(site, { as: reader });
    await page.goto(`/posts/${id}`);
    const like = page.getByRole('button', { name: /^赞/ });
    for (let click = 0; click < 5; click += 1) await like.click();
    expect(await like.getAttribute('aria-pressed')).toBe('true');
    await page.waitForLoadState('networkidle');
    expect(await reactionOf(reader, id)).toBe('like');
  });
});

test('§3 the follow button toggles between follow and followed', async () => {
  const id = await write('值得关注');
  const { page, problems } = await openTab(site, { as: await newReader() });
  await page.goto(`/posts/${id}`);
  const follow = page.getByRole('button', { name: /^关注/ });
  const followed = page.getByRole('button', { name: /^已关注/ });
  // Beside the title and on the author's card: both change.
  await follow.first().click();
  await expect.poll(() => followed.count()).toBe(2);
  await page.reload();
  await followed.last().click();
  await expect.poll(() => follow.count()).toBe(2);
  expect(problems).toEqual([]);
});

test('D33 saving: one click for the default folder, the dialog for others and a new one', async () => {
  const id = await write('值得收藏');
  const saver = await newReader();
  const status = async () => (await saver.get(`/api/posts/${id}/folder-status`)).body;
  const { page, problems } = await openTab(site, { as: saver });
  await page.goto(`/posts/${id}`);
  const save = page.getByRole('button', { name: /^收藏/ });
  await save.click();
  await expect.poll(async () => (await status()).favorited).toBe(true);

  await page.getByRole('link', { name: '选择收藏夹' }).click();
  const standard = page.getByRole('checkbox', { name: '默认收藏夹' });
  await expect.poll(() => standard.isChecked()).toBe(true);
  await page.getByLabel('新建收藏夹').fill('睡前读物');
  await page.keyboard.press('Enter');
  const fresh = page.getByRole('checkbox', { name: '睡前读物' });
  await expect.poll(() => fresh.isChecked()).toBe(true);
  expect((await status()).folder_ids).toHaveLength(2);

  await standard.uncheck();
  await fresh.uncheck();
  await expect.poll(async () => (await status()).favorited).toBe(false);
  await page.keyboard.press('Escape');
  expect(await save.getAttribute('aria-pressed')).toBe('false');
  expect(problems).toEqual([]);
});

test('D37 energizing lights the lamp, and the author receives the energy', async () => {
  const id = await write('值得充能');
  const giver = await newReader();
  const { page, problems } = await openTab(site, { as: giver });
  await page.goto(`/posts/${id}`);
  const lamp = page.locator('.post-hang');
  expect(await lamp.getAttribute('class')).toBe('post-hang glow-0');
  await lamp.click();
  expect(new URL(page.url()).hash).toBe('#lit');
  const face = page.locator('.bulb').filter({ hasText: '你' });
  expect(await face.isVisible()).toBe(false);
  await page.getByRole('button', { name: /^重/ }).click();
  await page.getByRole('status').getByText('充能成功').waitFor();
  await page.getByText('你给这篇充了 2 点').waitFor();
  expect(await lamp.getAttribute('class')).toBe('post-hang glow-1 kindled');
  expect(await lamp.locator('[data-energy]').textContent()).toBe('2');
  expect(await face.isVisible()).toBe(true);
  expect(await face.textContent()).toContain('+2');
  expect(await page.getByText('还没有人点亮').isVisible()).toBe(false);
  // One point from the check-in, two spent: below zero no more can be spent.
  expect(await page.getByRole('button', { name: /^轻/ }).isDisabled()).toBe(true);
  await page.getByText(/暂时不能充能/).waitFor();
  expect((await giver.get('/api/energy/info')).body.balance).toBe(-1);
  expect(await page.locator('.header [data-balance]').textContent()).toMatch(/^[-−]1$/);
  expect(problems).toEqual([]);
});

test('D8 energy whose response was lost is not spent twice by a second click', async () => {
  const id = await write('断了网');
  const giver = await newReader();
  const { page } = await openTab(site, { as: giver });
  await page.goto(`/posts/${id}`);
  let isLost = false;
  await page.route('**/api/energy/energize', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: /^轻/ }).click();
  await page
    .getByText(/网络断开了/)
    .last()
    .waitFor();
  await page.getByRole('button', { name: /^轻/ }).click();
  await page.getByText('你给这篇充了 1 点').waitFor();
  expect((await giver.get('/api/energy/info')).body.balance).toBe(0);
});

describe('the text', () => {
  test('code is copied and wrapped, the outline follows, the picture opens and closes', async () => {
    const image = await upload();
    const filler = '<p>一段不长不短的文字。</p>'.repeat(30);
    const id = await write(
      '长文',
      `<h2>第一节</h2><p><img src="${image}" alt="傍晚"></p>${filler}<h2>第二节</h2><pre><code class="language-ts">const lamp = 1;</code></pre>${filler}`,
    );
    const { page, context, problems } = await openTab(site, { as: reader });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/posts/${id}`);

    await page.getByRole('button', { name: '复制' }).click();
    await page.getByRole('button', { name: '已复制' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const lamp = 1;');
    const wrap = page.getByRole('button', { name: '自动换行' });
    await wrap.click();
    expect(await wrap.getAttribute('aria-pressed')).toBe('true');

    await page.getByRole('navigation', { name: '目录' }).getByText('第二节').click();
    await expect
      .poll(() => page.locator('.post-outline-link[aria-current]').textContent())
      .toBe('第二节');

    await page.getByRole('link', { name: '傍晚' }).click();
    await page.getByRole('dialog', { name: '傍晚' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: '分享' }).click();
    await page.getByRole('img', { name: '这篇文章的二维码' }).waitFor();
    await page.getByRole('button', { name: '复制链接' }).click();
    await page.getByRole('status').getByText('链接已复制').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.url}/posts/${id}`,
    );
    expect(problems).toEqual([]);
  });
});

test('without scripts all of it works: like, save, follow, energize, share', async () => {
  const id = await write('没有脚本');
  const quiet = await newReader();
  const { page, problems } = await openTab(site, { as: quiet, scripts: false });
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: /^赞/ }).click();
  await page.getByRole('button', { name: /^赞/, pressed: true }).waitFor();
  await page.getByRole('button', { name: /^收藏/ }).click();
  await page.getByRole('button', { name: /^收藏/, pressed: true }).waitFor();
  await page.getByRole('button', { name: /^关注/ }).first().click();
  await page
    .getByRole('button', { name: /^已关注/ })
    .first()
    .waitFor();
  await page.locator('.post-hang').click();
  await page.getByRole('button', { name: /^轻/ }).click();
  await page.getByText('你给这篇充了 1 点').waitFor();
  await page.getByRole('button', { name: '分享' }).click();
  expect(await page.getByLabel('文章链接').inputValue()).toBe(`${site.url}/posts/${id}`);
  expect(await reactionOf(quiet, id)).toBe('like');
  expect((await quiet.get('/api/energy/info')).body.balance).toBe(0);
  expect(problems).toEqual([]);
});

describe('on a phone', () => {
  const onPhone = { width: 390 };

  test('a post has one bar, with energizing in the middle; the outline opens above the text', async () => {
    const id = await write('手机上', '<h2>上</h2><p>一</p><h2>下</h2><p>二</p>');
    const { page, problems } = await openTab(site, { as: reader, ...onPhone });
    await page.goto(`/posts/${id}`);
    expect(await page.locator('.action-bar').isVisible()).toBe(true);
    expect(await page.locator('.bottom-bar').isVisible()).toBe(false);
    const button = await page.locator('.action-energize').boundingBox();
    expect(Math.abs((button?.x ?? 0) + (button?.width ?? 0) / 2 - 195)).toBeLessThan(50);
    const link = page.locator('.post-outline-collapsed').getByRole('link', { name: '下' });
    expect(await link.isVisible()).toBe(false);
    await page.getByText('目录').first().click();
    await link.click();
    expect(new URL(page.url()).hash).toBe('#section-2');
    await page.goto('/posts');
    expect(await page.locator('.bottom-bar').isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });

  test('the choice of folders leaves the text box without focus, so no keyboard opens', async () => {
    const id = await write('选收藏夹');
    await requireOk(reader.post('/api/folders', { name: '夜读' }));
    const { page, problems } = await openTab(site, { as: reader, ...onPhone });
    await page.goto(`/posts/${id}`);
    await page.getByRole('link', { name: '选择收藏夹' }).click();
    await page.getByRole('checkbox').first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    expect(await focused()).toBe('H2');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('INPUT');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe(
      'checkbox',
    );
    expect(problems).toEqual([]);
  });
});

async function upload(): Promise<string> {
  const picture = await pictureOf('png', 600, 400);
  return (await author.upload('/api/posts/upload-image', picture)).body.url;
}

describe('D62 a read', () => {
  const watch = async (as: Client | undefined, id: number) => {
    const tab = await openTab(site, as ? { as } : {});
    const reports: string[] = [];
    tab.page.on('request', (request) => {
      if (request.url().endsWith(`/api/posts/${id}/reads`)) reports.push(request.method());
    });
    await tab.page.clock.install();
    await tab.page.goto(`/posts/${id}`);
    await tab.page.locator('[data-article]').waitFor();
    return { ...tab, reports };
  };

  test('is reported once, after five seconds in sight', async () => {
    const id = await write('五秒');
    const { page, problems, reports } = await watch(undefined, id);
    await page.clock.runFor(1000);
    expect(reports).toEqual([]);
    await page.clock.runFor(5000);
    await expect.poll(() => reports).toEqual(['POST']);
    await page.clock.runFor(20_000);
    expect(reports).toEqual(['POST']);
    expect(await page.context().cookies()).toEqual([]);
    // Only what stays on the device: the reading history, and when the posts stored for reading offline were checked.
    const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
    const own = ['history', 'offline-checked'];
    expect((await page.evaluate(stored)).filter((key) => !own.includes(key))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('is reported once, when the middle of the text is reached', async () => {
    const id = await write('长文', '<p>一段话，慢慢读。</p>'.repeat(120));
    const { page, problems, reports } = await watch(undefined, id);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(reports).toEqual([]);
    await page.keyboard.press('End');
    await expect.poll(() => reports).toEqual(['POST']);
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await page.clock.runFor(10_000);
    expect(reports).toEqual(['POST']);
    expect(problems).toEqual([]);
  });

  test('is not reported by the author', async () => {
    const id = await write('自己的');
    const { page, problems, reports } = await watch(author, id);
    await page.clock.runFor(10_000);
    expect(reports).toEqual([]);
    expect(problems).toEqual([]);
  });
});
