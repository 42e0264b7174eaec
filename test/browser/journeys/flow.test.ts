import { expect, test } from 'vitest';
import { tick } from '../../../src/jobs.ts';
import { openSite, openTab } from '../site.ts';
import { idOf, openEditor, saved, storedPost } from './editor-page.ts';

const site = await openSite();
const member = () => site.member({ exp: 300 });

/** Eight o'clock in Shanghai on a day to come. */
const TIME = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T08:00`;

/** Its time has come, and a worker looks. The clock stays: sessions would end. */
async function arrive(id: number): Promise<void> {
  await site.sql(
    "update post_schedule set publish_at = now() - interval '1 second', due_at = now() where post_id = $1",
    [id],
  );
  await tick(site.ctx);
}

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
  const checks = dialog.locator('.submit-check');
  expect(await checks.filter({ hasText: '标题：灯下问一次' }).count()).toBe(1);
  expect(await checks.filter({ hasText: '没有话题' }).count()).toBe(1);
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
  await dialog.locator('#submit-time').fill(TIME);
  await dialog.locator('.submit-later button[type="submit"]').click();
  await page.waitForURL('**/studio/content');
  expect(await page.locator(`#note-${id}`).textContent()).toContain('北京时间');
  await page.locator('form[action$="/schedule/delete"] button').click();
  await page.locator(`#note-${id}`).waitFor({ state: 'detached' });
  expect(await storedPost(author, id)).toMatchObject({ status: 'draft', schedule: null });
});

test.each([true, false])(
  'Schedule, review on: approved ahead of its time, public at its time, and the author is notified; scripts %s',
  async (scripts) => {
    await site.review(true);
    const [author, staff] = [await member(), await site.member({ role: 'admin', exp: 300 })];
    const post = { title: '等到八点', body: '<p>灯火可亲。</p>', draft: true };
    const { id } = (await author.post('/api/studio/posts', post)).body;
    const own = await openTab(site, { as: author, scripts });
    await own.page.goto(`/studio/submit?id=${id}`);
    await own.page.locator('.submit-later summary').click();
    await own.page.locator('#submit-time').fill(TIME);
    await own.page.getByRole('button', { name: '提交审核并定时' }).click();
    await own.page.waitForURL('**/studio/content');
    const note = own.page.locator(`#note-${id}`);
    expect(await note.textContent()).toMatch(/^通过审核后，将于 .+ 08:00 发布（北京时间）$/);

    const review = await openTab(site, { as: staff });
    await review.page.goto(`/admin/posts?post=${id}`);
    await review.page.getByRole('button', { name: /^通过/ }).click();
    await expect
      .poll(async () => (await author.get(`/api/studio/posts/${id}`)).body.schedule?.approved)
      .toBe(true);
    expect((await site.visitor().get(`/posts/${id}`)).status).toBe(404);
    await own.page.goto('/studio/content');
    expect(await note.textContent()).toContain('已通过审核，将于');

    await arrive(id);
    const reader = await openTab(site, { scripts });
    await reader.page.goto(`/posts/${id}`);
    expect(await reader.page.getByRole('heading', { level: 1 }).textContent()).toContain(
      post.title,
    );
    await own.page.goto('/messages');
    const message = own.page.locator('.message', { hasText: '你的文章已按设定的时间发布。' });
    expect(await message.textContent()).toContain(post.title);
    await site.review(false);
    expect([...own.problems, ...review.problems, ...reader.problems]).toEqual([]);
  },
);
