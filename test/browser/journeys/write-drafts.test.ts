import { expect, test } from 'vitest';
import { PASSWORD } from '../../support/world.ts';
import { openSite } from '../site.ts';
import { idOf, openEditor, partsOf, ready, saved, storedPost, textOf } from './editor-page.ts';

const site = await openSite();
const member = () => site.member({ exp: 300 });

/** Typed at 15 characters a second, as a person does, it takes over two minutes; CI types faster, with as many saves. */
const PER_SECOND = Number(process.env['TYPING_PER_SECOND'] ?? 66);

test('P5 two thousand characters typed across many saves: none is lost, and the focus stays', async () => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  const saves: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/studio\/posts/.test(request.url())) saves.push(request.method());
  });
  const text = Array.from(
    { length: 400 },
    (_, index) => `w${String(index).padStart(3, '0')} `,
  ).join('');
  expect(text).toHaveLength(2000);
  await body.click();
  await page.evaluate(() => {
    addEventListener('focusout', () => document.body.setAttribute('data-lost', 'true'));
  });
  await page.keyboard.type(text, { delay: 1000 / PER_SECOND });
  await saved(page);
  expect(await page.evaluate(() => document.body.dataset['lost'])).toBeUndefined();
  expect(textOf((await storedPost(author, await idOf(page))).body)).toBe(text);
  expect(saves[0]).toBe('POST');
  expect(saves.filter((method) => method === 'PUT').length).toBeGreaterThanOrEqual(2);
  expect(problems).toEqual([]);
}, 900_000);

test('UX 3.5 the first character creates the draft and its URL; a reload loads it', async () => {
  const author = await member();
  const { page, title, body, problems } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('a');
  const id = await idOf(page);
  await title.fill('雨天');
  await body.click();
  await page.keyboard.type('bc');
  await saved(page);
  expect(await storedPost(author, id)).toMatchObject({ title: '雨天', status: 'draft' });
  await page.reload();
  await ready(page);
  expect(await title.inputValue()).toBe('雨天');
  expect(textOf(await body.innerHTML())).toContain('abc');
  expect(problems).toEqual([]);
});

test('P4, D21 two windows on one draft: the second one shows a conflict with both texts, and keeps both', async () => {
  const author = await member();
  const one = await openEditor(site, author);
  await one.body.click();
  await one.page.keyboard.type('first ');
  const id = await idOf(one.page);
  await saved(one.page);
  const other = await one.context.newPage();
  await other.goto(`/studio/write?id=${id}`);
  await ready(other);
  await other.locator('#write-body').click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type('from the second window');
  await saved(other);

  await one.body.click();
  await one.page.keyboard.press('Control+End');
  await one.page.keyboard.type('from the first window');
  const dialog = one.page.locator('#conflict-dialog[open]');
  await dialog.waitFor();
  expect(await dialog.locator('ins').textContent()).toContain('from the first window');
  expect(await dialog.locator('del').textContent()).toContain('from the second window');
  await dialog.locator('[data-choice="fork"]').click();
  await one.page.waitForURL((url) => url.searchParams.get('id') !== String(id));
  await saved(one.page);
  const copy = await storedPost(author, await idOf(one.page));
  expect(textOf(copy.body)).toContain('from the first window');
  expect(textOf((await storedPost(author, id)).body)).toContain('from the second window');
  expect(one.problems).toEqual([]);
});

test('D21 after a conflict, the own text replaces the other one, which can be undone', async () => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('mine');
  const id = await idOf(page);
  await saved(page);
  const { title, version } = await storedPost(author, id);
  const elsewhere = { title, body: '<p>theirs</p>', draft: true };
  await author.put(`/api/studio/posts/${id}`, { ...elsewhere, version });
  await page.keyboard.type(' too');
  await page.locator('[data-choice="theirs"]').click();
  await page.waitForFunction(
    () => document.getElementById('write-body')?.textContent?.trim() === 'theirs',
  );
  await page.keyboard.press('Control+z');
  await page.waitForFunction(
    () => document.getElementById('write-body')?.textContent?.trim() === 'mine too',
  );
  await saved(page);
  expect(textOf((await storedPost(author, id)).body)).toBe('mine too');

  const now = await storedPost(author, id);
  await author.put(`/api/studio/posts/${id}`, { ...elsewhere, version: now.version });
  await page.keyboard.type('!');
  await page.locator('[data-choice="mine"]').click();
  await saved(page);
  expect(textOf((await storedPost(author, id)).body)).toContain('mine too');
  expect(problems).toEqual([]);
});

test('the service is down while the author writes: no character is lost', async () => {
  const author = await member();
  const { page, body, saveState } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('before ');
  const id = await idOf(page);
  await saved(page);
  // The next save arrives and only its response is lost; later ones do not arrive.
  let lost = 0;
  await page.route('**/api/**', async (route) => {
    lost += 1;
    if (lost === 1) await route.fetch();
    await route.abort();
  });
  await page.keyboard.type('during ');
  await page.locator('#write-save-status[data-kind="offline"]').waitFor();
  expect(await saveState.textContent()).toContain('仅保存在本机');
  await page.keyboard.type('and more ');
  await page.unroute('**/api/**');
  await page.keyboard.type('after');
  await saved(page);
  expect(textOf((await storedPost(author, id)).body)).toBe('before during and more after');
  expect(await page.locator('#conflict-dialog[open]').count()).toBe(0);
});

test('unsaved text is restored when the page is opened again after a crash', async () => {
  const author = await member();
  const { page, body, context } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('saved ');
  const id = await idOf(page);
  await saved(page);
  await page.route('**/api/**', (route) => route.abort());
  await page.keyboard.type('and not');
  await page.locator('#write-save-status[data-kind="offline"]').waitFor();
  // A page that is closed makes a last save, which bypasses the outage; one that crashes makes none.
  const crashed = page.waitForEvent('crash');
  await Promise.all([crashed, page.goto('chrome://crash').catch(() => {})]);
  const again = await context.newPage();
  await again.goto('/nothing-here');
  // Those of the drafts; this page may have the one of the event stream.
  const locksHeld = () =>
    again.evaluate(async () =>
      (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('write:')),
    );
  await expect.poll(locksHeld, { timeout: 30_000 }).toEqual([]);
  await again.goto(`/studio/write?id=${id}`);
  await ready(again);
  expect(await again.locator('.write-banner').textContent()).toContain('已恢复');
  await saved(again);
  expect(textOf((await storedPost(author, id)).body)).toBe('saved and not');
});

test('the unsaved text of a closed window is offered to another window on the same post', async () => {
  const author = await member();
  const { page, body, context } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('saved ');
  const id = await idOf(page);
  await saved(page);
  await context.route('**/api/**', (route) => route.abort());
  await page.keyboard.type('and not');
  await page.locator('#write-save-status[data-kind="offline"]').waitFor();
  const other = await context.newPage();
  await other.goto(`/studio/write?id=${id}`);
  await ready(other);
  expect(await other.locator('.write-banner').count()).toBe(0);
  // A page that is being closed makes a last attempt, which the browser would let through.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('there is no network'));
  });
  await page.close({ runBeforeUnload: false });
  await other.locator('.write-banner').waitFor();
  await context.unroute('**/api/**');
  await other.getByRole('button', { name: '继续写' }).click();
  await saved(other);
  expect(textOf((await storedPost(author, id)).body)).toBe('saved and not');
});

test('a 401 while writing: log in in the dialog, and the draft goes on', async () => {
  const author = await member();
  const { page, body, context, problems } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('before ');
  const id = await idOf(page);
  await saved(page);
  await site.sql('delete from session where uid = $1', [author.uid]);
  await page.keyboard.type('after');
  const dialog = page.locator('#login-dialog[open]');
  await dialog.waitFor();
  await page.locator('#login-email').fill(author.email);
  await page.locator('#login-password').fill('not this one');
  await page.keyboard.press('Enter');
  await page.locator('#login-problem:not(:empty)').waitFor();
  await page.locator('#login-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await saved(page);
  for (const { name, value } of await context.cookies()) author.cookies.set(name, value);
  expect(textOf((await storedPost(author, id)).body)).toBe('before after');
  expect(problems).toEqual([]);
});

test('D23 below Lv1 the draft is saved on the server, and publishing shows the reason', async () => {
  const newcomer = await site.member();
  const { page, title, body, problems } = await openEditor(site, newcomer);
  await title.fill('第一篇');
  await body.click();
  await page.keyboard.type('hello');
  await saved(page);
  const publish = page.locator('#write-publish');
  expect(await publish.getAttribute('aria-disabled')).toBe('true');
  expect(await page.locator('#write-barred').textContent()).toContain('Lv1');
  await page.reload();
  await ready(page);
  expect(await partsOf(page).title.inputValue()).toBe('第一篇');
  expect(await body.textContent()).toContain('hello');
  expect(problems).toEqual([]);
});

test('D21 editing a public post is private until it is updated', async () => {
  const author = await member();
  const made = await author.post('/api/studio/posts', { title: '公开', body: '<p>old</p>' });
  const { id } = made.body as { id: number };
  const { page, body, problems } = await openEditor(site, author, `/studio/write?id=${id}`);
  await body.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' new');
  await saved(page);
  const publicBody = async () => (await site.visitor().get(`/api/posts/${id}`)).body.body;
  expect(await publicBody()).toBe('<p>old</p>');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(`**/posts/${id}`);
  expect(await publicBody()).toBe('<p>old new</p>');
  expect(problems.filter((one) => !one.includes(`/posts/${id}`))).toEqual([]);
});
