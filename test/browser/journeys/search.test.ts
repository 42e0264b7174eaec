import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { tick } from '../../../src/jobs.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

/** D61 in the browser: the field, its suggestions and the page of results. */
const site = await openSite();
const author = await site.member({ exp: 2000 });
await requireOk(author.put('/api/settings/profile', { username: '望山人', signature: '看山。' }));

async function write(title: string, body = '写下来，以后再看。'): Promise<number> {
  const post = { title, body: `<p>${body}</p>` };
  return (await requireOk(author.post('/api/studio/posts', post))).id;
}

const telescope = await write('第一次用望远镜看木星', '木星的四颗卫星排成一条线，像一串灯。');
await write('怎么挑一架双筒望远镜');
await write('A week with a small telescope', 'Jupiter showed four moons in a line.');
const hidden = await write('望远镜也有脾气');
await requireOk(author.delete(`/api/studio/posts/${hidden}`));
await tick(site.ctx);

/** As Chromium's own input methods do it: pieces of spelling, then the chosen text. */
async function compose(keyboard: CDPSession, spelling: string, chosen: string): Promise<void> {
  for (let end = 1; end <= spelling.length; end++)
    await keyboard.send('Input.imeSetComposition', {
      text: spelling.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await keyboard.send('Input.insertText', { text: chosen });
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
}

/** The queries of the suggestions that a page asked for. */
function watchSuggestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search/suggest') asked.push(searchParams.get('q') ?? '');
  });
  return asked;
}

const titlesOf = (page: Page) => page.locator('.post-card-title').allTextContents();

describe('a search by keyboard with an input method', () => {
  test('/ focuses the field; nothing is asked while composing; Enter confirms, then searches', async () => {
    const { page, context, problems } = await openTab(site);
    const asked = watchSuggestions(page);
    await page.goto('/');
    await page.keyboard.press('/');
    const field = page.getByRole('banner').getByRole('combobox', { name: '搜索' });
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe('');

    const keyboard = await context.newCDPSession(page);
    await compose(keyboard, 'wangyuanjing', '望远镜');
    expect(await field.inputValue()).toBe('望远镜');
    await page.getByRole('option', { name: '第一次用望远镜看木星' }).waitFor();
    // One request, for the chosen text: no spelling was sent.
    expect(asked).toEqual(['望远镜']);
    expect(new URL(page.url()).pathname).toBe('/');

    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=*');
    expect((await titlesOf(page)).sort()).toEqual(['怎么挑一架双筒望远镜', '第一次用望远镜看木星']);
    expect(await page.locator('.post-card-title mark').first().textContent()).toBe('望远镜');

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/posts\/\d+$/);
    expect(problems).toEqual([]);
  });

  test('the same without scripts', async () => {
    const { page, context, problems } = await openTab(site, { scripts: false });
    await page.goto('/');
    const field = page.getByRole('banner').getByRole('searchbox', { name: '搜索' });
    await field.focus();
    await compose(await context.newCDPSession(page), 'wangyuanjing', '望远镜');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=*');
    expect(await titlesOf(page)).toHaveLength(2);

    await page.getByRole('button', { name: '排序' }).click();
    await page.getByRole('link', { name: '最新' }).click();
    await page.waitForURL('**/search?*sort=newest*');
    expect(await titlesOf(page)).toEqual(['怎么挑一架双筒望远镜', '第一次用望远镜看木星']);
    await page.getByRole('link', { name: '人', exact: true }).click();
    await page.waitForURL('**/search?*type=people*');
    expect(problems).toEqual([]);
  });
});

describe('suggestions by keyboard', () => {
  test('the arrow keys select, Escape closes, Enter opens, and nothing moves', async () => {
    const { page, problems } = await openTab(site);
    await page.goto('/');
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        const sum = Number(document.body.dataset['shift'] ?? 0);
        const entries = list.getEntries() as unknown as { value: number }[];
        document.body.dataset['shift'] = String(
          entries.reduce((all, { value }) => all + value, sum),
        );
      }).observe({ type: 'layout-shift', buffered: false });
    });
    const field = page.getByRole('banner').locator('input[type=search]');
    await field.focus();
    await page.keyboard.type('望远');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await field.getAttribute('role')).toBe('combobox');
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await selected(page)).toBeNull();

    await page.keyboard.press('ArrowDown');
    const first = await selected(page);
    expect(first).toBe(await options.first().textContent());
    await page.keyboard.press('ArrowUp');
    expect(await selected(page)).toBe(await options.last().textContent());
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);

    await page.keyboard.press('Escape');
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    expect(await field.inputValue()).toBe('望远');
    await page.keyboard.press('ArrowDown');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.body.dataset['shift'] ?? '0')).toBe('0');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/(posts|space|tags)\//);
    expect(problems).toEqual([]);
  });

  test('only the last of several typed queries is shown', async () => {
    const { page, problems } = await openTab(site);
    await page.goto('/');
    const aborted: (string | null)[] = [];
    page.on('requestfailed', (request) =>
      aborted.push(new URL(request.url()).searchParams.get('q')),
    );
    // The response to the first query would arrive last.
    await page.route('**/api/search/suggest?q=*', async (route) => {
      const query = new URL(route.request().url()).searchParams.get('q');
      if (query === '望') await new Promise((resolve) => setTimeout(resolve, 1000));
      await route
        .fulfill({ json: { posts: [{ id: 1, title: `about ${query}` }], people: [], tags: [] } })
        .catch(() => undefined);
    });
    await page.getByRole('banner').locator('input[type=search]').focus();
    const first = page.waitForRequest('**/api/search/suggest?q=*');
    await page.keyboard.type('望');
    await first;
    await page.keyboard.type('远');
    await page.getByRole('option', { name: 'about 望远' }).waitFor();
    await expect.poll(() => aborted).toEqual(['望']);
    expect(await page.getByRole('option').allTextContents()).toEqual(['about 望远']);
    expect(problems).toEqual([]);
  });

  test('recent searches stay on the device and can be cleared', async () => {
    const { page, problems } = await openTab(site);
    await page.goto('/search');
    const field = page.getByRole('main').locator('input[type=search]');
    await field.fill('木星');
    await field.press('Enter');
    await page.waitForURL('**/search?q=*');
    await page.goto('/');
    await page.keyboard.press('/');
    await page.getByRole('option', { name: '木星' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('searches'))).toBeNull();
    expect(problems).toEqual([]);
  });
});

function selected(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    const option = id ? document.getElementById(id) : null;
    return option?.ariaSelected === 'true' ? option.textContent : null;
  });
}

describe('the reading history', () => {
  test('lists what this device read, forgets what is hidden, can be cleared and switched off', async () => {
    const deleted = await write('很快就要删掉');
    const { page, problems } = await openTab(site);
    const stored = () => page.evaluate(() => String(localStorage.getItem('history')));
    for (const id of [telescope, deleted]) {
      await page.goto(`/posts/${id}`);
      await expect.poll(stored, { timeout: 5000 }).toContain(`[${id},`);
    }
    expect(await stored()).not.toContain('望远镜');
    await page.goto('/history');
    const titles = page.locator('.history-row a');
    await expect
      .poll(() => titles.allTextContents())
      .toEqual(['很快就要删掉', '第一次用望远镜看木星']);

    await requireOk(author.delete(`/api/studio/posts/${deleted}`));
    await page.reload();
    await expect.poll(() => titles.allTextContents()).toEqual(['第一次用望远镜看木星']);
    expect(await stored()).not.toContain(String(`[${deleted},`));

    await page.getByRole('button', { name: '清空' }).click();
    await page.getByText('还没有读过的文章').waitFor();
    await page.getByRole('button', { name: '停止记录' }).click();
    await page.getByText('已停止记录').waitFor();
    await page.clock.install();
    await page.goto(`/posts/${telescope}`);
    // The script that stores it was loaded by earlier pages: it runs as soon as its time has come.
    await page.clock.runFor(2000);
    await page.waitForLoadState('networkidle');
    expect(await stored()).toBe('off');
    expect(problems).toEqual([]);
  });
});
