import { describe, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import type { FoundPerson, FoundPost, FoundTag } from '../../src/search/schema.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 10_000 });
const visitor = world.visitor();

type Text = { title: string; body: string; tags?: string[]; lang?: string };

async function publish(title: string, body: string, more: Partial<Text> = {}): Promise<number> {
  const {
    status,
    text,
    body: post,
  } = await author.post('/api/studio/posts', {
    ...{ title, body: `<p>${body}</p>` },
    ...more,
  });
  if (status !== 201) throw new Error(text);
  await tick(world.ctx);
  return post.id;
}

async function search(query: Record<string, string>) {
  const { status, text, body } = await visitor.get(`/api/search?${new URLSearchParams(query)}`);
  if (status !== 200) throw new Error(text);
  return body;
}

const titles = async (q: string, more: Record<string, string> = {}) =>
  (await search({ q, ...more })).items.map((post: FoundPost) => post.title);

const suggest = async (q: string) =>
  (await visitor.get(`/api/search/suggest?${new URLSearchParams({ q })}`)).body;

describe('a search for posts', () => {
  test('D61 finds words of titles, texts and tags', async () => {
    await publish('夜里看星星', '昨晚带着天文望远镜去了山顶。', { tags: ['观星'] });
    await publish('产品经理的一天', '我们的产品和服务都很好。');
    await publish('京都的和服体验', '在京都租了一套和服。');
    expect(await titles('望远镜')).toEqual(['夜里看星星']);
    expect(await titles('星星')).toEqual(['夜里看星星']);
    expect(await titles('观星')).toEqual(['夜里看星星']);
    expect((await titles('和服'))[0]).toBe('京都的和服体验');
    expect(await titles('不存在的词语组合')).toEqual([]);
  });

  test('D61 segments Chinese questions, stems English, and normalizes width, case and traditional characters', async () => {
    await publish('吉他入门', '学吉他之前先学会调音。');
    await publish('Tuning indexes', 'Running PostgreSQL with Ｐｙｔｈｏｎ and Node.js every day.');
    await publish('攝影筆記', '這是一篇關於攝影的筆記。');
    expect(await titles('怎么学吉他')).toEqual(['吉他入门']);
    expect(await titles('tuned index run')).toEqual(['Tuning indexes']);
    expect(await titles('python node.JS')).toEqual(['Tuning indexes']);
    expect(await titles('摄影')).toEqual(['攝影筆記']);
    expect(await titles('攝影')).toEqual(['攝影筆記']);
  });

  test('D61 knows phrases, excluded words, authors and tags', async () => {
    const id = await publish('猫与咖啡', '一只猫坐在咖啡馆里喝咖啡。', { tags: ['猫咪'] });
    await publish('咖啡与书', '咖啡馆里没有动物，只有坐在一起的人。');
    const uid = author.uid;
    expect(await titles('咖啡 -猫')).toEqual(['咖啡与书']);
    expect(await titles('"坐在咖啡馆"')).toEqual(['猫与咖啡']);
    expect(await titles('"咖啡坐在"')).toEqual([]);
    expect(await titles('猫')).toEqual(['猫与咖啡']);
    expect(await titles('tag:猫咪')).toEqual(['猫与咖啡']);
    expect(await titles(`咖啡 author:${uid}`)).toHaveLength(2);
    expect(await titles('咖啡', { author: '999999' })).toEqual([]);
    expect(await titles('咖啡 author:nobody')).toEqual([]);
    expect((await search({ q: '咖啡', sort: 'newest' })).items.at(-1).id).toBe(id);
  });

  test('D61 marks what was found, as data', async () => {
    await publish('标记 <b>测试</b>', `${'前文很长。'.repeat(40)}这里有<b>萤火</b>虫 &amp; 其他。`);
    const [post] = (await search({ q: '萤火虫' })).items as FoundPost[];
    expect(post?.marks.title).toEqual([{ text: '标记 <b>测试</b>' }]);
    expect(post?.marks.text.find(({ hit }) => hit)).toEqual({ text: '萤火虫', hit: true });
    expect(post?.marks.text.map(({ text }) => text).join('')).toContain('这里有萤火虫 & 其他');
  });

  test.each([
    ['empty', ''],
    ['operators only', '-- "" author: tag: -"" " & | ! ( ) : * <->'],
    ['excluded words only', '-猫 -狗'],
    ['10 000 characters', '很长的查询'.repeat(2000)],
    ['quotes and backslashes', `it's \\ ' " \\'`],
    ['half a character', '\ud83d'],
  ])('D61 an odd query (%s) gets a response', async (_, q) => {
    expect((await search({ q })).items.length).toBeLessThan(3);
    expect(Object.keys(await suggest(q))).toEqual(['posts', 'people', 'tags']);
  });

  test('D61 pages are complete and without repetition, by time and by relevance', async () => {
    for (let number = 1; number <= 25; number += 1)
      await publish(`第${number}篇 回环`, `回环测试 ${'字'.repeat(number)}`);
    for (const sort of ['newest', 'relevance']) {
      const first = await search({ q: '回环', sort });
      expect([first.items.length, first.more]).toEqual([20, true]);
      const second = await search({ q: '回环', sort, cursor: first.next_cursor });
      const ids = [...first.items, ...second.items].map(({ id }: FoundPost) => id);
      expect([new Set(ids).size, second.next_cursor]).toEqual([25, null]);
      if (sort === 'newest') expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    }
  });

  test('D61 corrects misspelt words, and pinyin to a tag', async () => {
    await publish('Typescript generics', 'How generics work.', { tags: ['望远镜'] });
    expect((await search({ q: 'typscript' })).did_you_mean).toBe('typescript');
    expect((await search({ q: 'wangyuanjing' })).did_you_mean).toBe('望远镜');
    expect((await search({ q: 'zzzzqqqq' })).did_you_mean).toBeUndefined();
  });
});

describe('people and tags', () => {
  test('D61 are found by their names, pinyin and words, and suggested while typing', async () => {
    await world.sql(
      `update users set username = '林深见鹿', username_key = '林深见鹿', signature = '喜欢摄影和散步' where uid = $1`,
      [author.uid],
    );
    await publish('标签文章', '正文', { tags: ['天文摄影'] });
    const people = async (q: string) =>
      (await search({ q, type: 'people' })).items.map(({ uid }: FoundPerson) => uid);
    expect(await people('林深')).toEqual([author.uid]);
    expect(await people('见鹿')).toEqual([author.uid]);
    expect(await people('摄影')).toEqual([author.uid]);
    expect(await people('linshen')).toEqual([author.uid]);
    expect(await people('lsjl')).toEqual([author.uid]);
    expect(await people(String(author.uid))).toEqual([author.uid]);
    const tags = async (q: string) =>
      (await search({ q, type: 'tags' })).items.map(({ slug }: FoundTag) => slug);
    expect(await tags('天文')).toEqual(['天文摄影']);
    expect(await tags('摄影')).toEqual(['天文摄影']);
    const suggested = await suggest('tian');
    expect(suggested.tags).toEqual([{ slug: '天文摄影', name: '天文摄影', posts: 1 }]);
    expect((await suggest('林')).people).toEqual([
      { uid: author.uid, username: '林深见鹿', avatar_url: null },
    ]);
    expect((await suggest('typesc')).posts.map((post: { title: string }) => post.title)).toEqual([
      'Typescript generics',
    ]);
  });
});
