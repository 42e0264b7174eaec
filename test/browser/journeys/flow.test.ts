import { expect, test } from 'vitest';
import { openSite } from '../site.ts';
import { idOf, openEditor, saved, storedPost } from './editor-page.ts';

const site = await openSite();
const member = () => site.member({ exp: 300 });

test('Submit asks once: Mod-Enter shows the card of lists, and Mod-Enter again publishes', async () => {
  const author = await member();
  const { page, title, body, problems } = await openEditor(site, author);
  await title.fill('灯下问一次');
  await body.click();
  await page.keyboard.type('hello');
  await saved(page);
  const id = await idOf(page);
  await page.keyboard.press('Control+Enter');
  const dialog = page.locator('#submit-dialog[open]');
  await dialog.locator('.post-card-title').waitFor();
  expect(await dialog.locator('.post-card-title').textContent()).toContain('灯下问一次');
  expect(await dialog.locator('.post-card-summary').textContent()).toBe('hello');
  expect((await storedPost(author, id)).status).toBe('draft');
  await page.keyboard.press('Escape');
  expect((await storedPost(author, id)).status).toBe('draft');
  await page.keyboard.press('Control+Enter');
  await dialog.locator('#submit-now button').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(`**/posts/${id}`);
  expect((await storedPost(author, id)).status).toBe('approved');
  expect(problems.filter((one) => !one.includes(`/posts/${id}`))).toEqual([]);
});

test('Schedule: a time chosen in the dialog is shown in the studio and can be cancelled there', async () => {
  const author = await member();
  const { page, title, body } = await openEditor(site, author);
  await title.fill('明天的灯');
  await body.click();
  await page.keyboard.type('hello');
  await saved(page);
  const id = await idOf(page);
  await page.locator('#write-publish').click();
  const dialog = page.locator('#submit-dialog[open]');
  await dialog.locator('.submit-later summary').click();
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await dialog.locator('#submit-time').fill(`${day}T08:00`);
  await dialog.locator('.submit-later button[type="submit"]').click();
  await page.waitForURL('**/studio/content');
  expect(await page.locator(`#note-${id}`).textContent()).toContain('北京时间');
  await page.locator('form[action$="/schedule/delete"] button').click();
  await page.locator(`#note-${id}`).waitFor({ state: 'detached' });
  expect(await storedPost(author, id)).toMatchObject({ status: 'draft', schedule: null });
});
