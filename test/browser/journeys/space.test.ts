import { expect, test } from 'vitest';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();
const writer = await site.member({ exp: 1600 });
await requireOk(writer.put('/api/settings/profile', { username: '林小灯', signature: '' }));
const posts: number[] = [];
for (const title of ['山里的一年', '旧书店', '三碗面']) {
  const body = '<p>写下来，是为了以后还能想起。</p>';
  posts.push((await requireOk(writer.post('/api/studio/posts', { title, body }))).id);
}

async function memberWithFolders(names: string[] = []) {
  const member = await site.member({ exp: 600 });
  const folders: number[] = [];
  for (const name of names)
    folders.push((await requireOk(member.post('/api/folders', { name }))).id);
  return { member, folders };
}

test('§3 follow a member from their space, and find them in the own list', async () => {
  const { member } = await memberWithFolders();
  const { page, problems } = await openTab(site, { as: member });
  await page.goto(`/space/${writer.uid}`);
  // The button changes at once; the list only after the response.
  const saved = page.waitForResponse((response) => response.url().endsWith('/follow'));
  await page.getByRole('button', { name: '关注' }).click();
  await page.getByRole('button', { name: '已关注' }).waitFor();
  expect((await saved).status()).toBe(200);
  await page.goto(`/space/${member.uid}?tab=following`);
  await page.getByRole('link', { name: '林小灯' }).click();
  await page.waitForURL(`**/space/${writer.uid}`);
  expect(problems).toEqual([]);
});

test('D32 one click hides the lists, another shows them again', async () => {
  const { member } = await memberWithFolders();
  const { page, problems } = await openTab(site, { as: member });
  await page.goto(`/space/${member.uid}?tab=settings`);
  const lists = page.getByRole('switch', { name: '公开关注和粉丝列表' });
  await lists.click();
  await page.getByText('隐私设置已保存').waitFor();
  await page.getByRole('switch', { checked: false }).waitFor();
  const visitor = await openTab(site);
  await visitor.page.goto(`/space/${member.uid}?tab=followers`);
  await visitor.page.getByText('对方已隐藏关注和粉丝列表').waitFor();
  await lists.click();
  await page.getByRole('switch', { checked: true }).waitFor();
  expect([...problems, ...visitor.problems]).toEqual([]);
});

test('§5.3 the visit checks in, and the panel shows the source of the energy', async () => {
  const member = await site.member();
  await requireOk(member.put('/api/settings/profile', { signature: '慢慢读。' }));
  const { page, problems } = await openTab(site, { as: member });
  await page.goto(`/space/${member.uid}`);
  const panel = page.getByRole('complementary', { name: '我的能量' });
  await panel.getByText('每日签到').waitFor();
  await panel.getByRole('link', { name: '全部记录' }).click();
  await page.getByRole('heading', { name: '账目明细' }).waitFor();
  await page.getByRole('link', { name: '经验', exact: true }).click();
  await page.getByText('首次完成资料任务').waitFor();
  expect(problems).toEqual([]);
});

test('D33 a folder: created, filled, reordered, renamed and deleted', async () => {
  const { member } = await memberWithFolders();
  const { page, problems } = await openTab(site, { as: member });
  await page.goto(`/posts/${posts[0]}/folders`);
  await page.getByRole('button', { name: '新建收藏夹' }).click();
  await page.getByLabel('名称').fill('雨天读');
  await page.getByRole('button', { name: '创建' }).click();
  await page.getByRole('button', { name: /^雨天读/ }).click();
  await page.getByRole('button', { name: /^雨天读/, pressed: true }).waitFor();

  await page.goto(`/space/${member.uid}?tab=favorites`);
  await page.getByRole('link', { name: '雨天读' }).click();
  await page.getByRole('button', { name: '整理《山里的一年》' }).click();
  await page.getByRole('button', { name: '默认收藏夹' }).click();
  await page.getByText('这个收藏夹还是空的').waitFor();

  await page.getByRole('button', { name: '编辑' }).click();
  await page.getByLabel('名称').fill('晴天读');
  await page.getByLabel(/^私密/).check();
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('heading', { name: '晴天读' }).waitFor();
  await page.getByRole('button', { name: '删除', exact: true }).click();
  await page.getByRole('button', { name: '删除收藏夹' }).click();
  await page.waitForURL('**/space/*tab=favorites');
  await page.getByText('收藏夹已删除').waitFor();
  expect(await page.getByText('晴天读').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a refused name shows an error at its field, and the input stays', async () => {
  const { member, folders } = await memberWithFolders(['雨天读']);
  const { page, problems } = await openTab(site, { as: member });
  await page.goto(`/folders/${folders[0]}`);
  await page.getByRole('button', { name: '编辑' }).click();
  await page.getByLabel('简介').fill('写了很久的简介');
  await page.getByLabel('名称').fill('   ');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  expect(await page.getByLabel('简介').inputValue()).toBe('写了很久的简介');
  expect(problems).toEqual([]);
});

test('without scripts: follow, move and remove an item, hide the lists', async () => {
  const { member, folders } = await memberWithFolders(['雨天读', '工作参考']);
  const [rain, work] = folders;
  for (const post_id of posts)
    await requireOk(member.post(`/api/folders/${rain}/posts`, { post_id }));
  const { page, problems } = await openTab(site, { as: member, scripts: false });

  await page.goto(`/space/${writer.uid}`);
  await page.getByRole('button', { name: '关注' }).click();
  await page.getByRole('button', { name: '已关注' }).waitFor();

  await page.goto(`/folders/${rain}`);
  await page.getByRole('button', { name: '整理《旧书店》' }).click();
  await page.getByRole('button', { name: '工作参考' }).click();
  await page.waitForURL(`**/folders/${rain}`);
  await page.getByRole('link', { name: '旧书店' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '整理《三碗面》' }).click();
  await page.getByRole('button', { name: '移出这个收藏夹' }).click();
  await page.getByRole('link', { name: '三碗面' }).waitFor({ state: 'detached' });
  await page.goto(`/folders/${work}`);
  await page.getByRole('link', { name: '旧书店' }).waitFor();

  await page.goto(`/space/${member.uid}?tab=settings`);
  await page.getByRole('switch').click();
  await page.getByRole('switch', { checked: false }).waitFor();
  expect(problems).toEqual([]);
});

test('the next page of followers is appended, and its buttons work', async () => {
  const star = await site.member({ exp: 1 });
  const { member } = await memberWithFolders();
  for (let index = 0; index < 21; index++) {
    const fan = await site.member();
    await requireOk(fan.post(`/api/users/${star.uid}/follow`));
  }
  const { page, problems } = await openTab(site, { as: member });
  await page.goto(`/space/${star.uid}?tab=followers`);
  expect(await page.locator('.space-person').count()).toBe(20);
  await page.getByRole('link', { name: '加载更多' }).click();
  const last = page.locator('.space-person').nth(20);
  await last.getByRole('button').click();
  await last.getByRole('button', { pressed: true }).waitFor();
  expect(problems).toEqual([]);
});
