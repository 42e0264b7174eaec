import { describe, expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 10_000 });
const ENGLISH = { title: 'What the lamp taught me', body: '<p>It burns <em>slowly</em>.</p>' };
const CHINESE = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };

async function write(text: object): Promise<{ id: number; version: number; lang: string | null }> {
  const response = await author.post('/api/studio/posts', text);
  if (response.status !== 201) throw new Error(response.text);
  return response.body;
}

async function edit(id: number, text: object) {
  const { version } = (await author.get(`/api/studio/posts/${id}`)).body;
  return (await author.put(`/api/studio/posts/${id}`, { ...text, version })).body;
}

async function open(client: Client, url: string, language: string): Promise<string> {
  const headers = { accept: 'text/html', 'accept-language': language };
  return (await client.get(url, { headers })).text;
}

describe('the language of a post', () => {
  test('D18 is found when the post is saved, and again when its text changes', async () => {
    const { id, lang } = await write(CHINESE);
    expect(lang).toBe('zh');
    expect(await edit(id, ENGLISH)).toMatchObject({ lang: 'en', lang_chosen: false });
    expect((await world.visitor().get(`/api/posts/${id}`)).body.lang).toBe('en');
    expect((await write({ title: '666', body: '<p>👍</p>' })).lang).toBeNull();
  });

  test('D18 is what its author chose, also after an edit that names none, until the author wants it detected', async () => {
    const { id, lang } = await write({ ...ENGLISH, lang: 'de' });
    expect(lang).toBe('de');
    expect(await edit(id, CHINESE)).toMatchObject({ lang: 'de', lang_chosen: true });
    expect(await edit(id, { ...CHINESE, lang: 'ja' })).toMatchObject({ lang: 'ja' });
    expect(await edit(id, { ...CHINESE, lang: null })).toMatchObject({
      lang: 'zh',
      lang_chosen: false,
    });
    const unknown = await author.post('/api/studio/posts', { ...CHINESE, lang: 'xx' });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid_input']);
  });

  test('D21 belongs to the text: a choice in an edit that waits for review is published with it', async () => {
    const moderator = await world.member({ role: 'admin' });
    const { id } = await write(CHINESE);
    await world.review(true);
    const { version } = await edit(id, { ...CHINESE, lang: 'ja' });
    await edit(id, { ...CHINESE, title: '灯下漫笔二', draft: true });
    expect((await world.visitor().get(`/api/posts/${id}`)).body.lang).toBe('zh');
    const newest = (await author.get(`/api/studio/posts/${id}`)).body;
    expect(newest).toMatchObject({ title: '灯下漫笔二', lang: 'ja', lang_chosen: true });
    await moderator.post(`/api/admin/posts/${id}/approve`, { version });
    await world.review(false);
    expect((await world.visitor().get(`/api/posts/${id}`)).body.lang).toBe('ja');
  });

  test('§4 page /studio is chosen in the form of the editor, without scripts', async () => {
    const { id, version } = await write(ENGLISH);
    const page = await open(author, `/studio/write?id=${id}`, 'zh-CN');
    expect(page).toMatch(/<select id="write-lang"[^>]*><option value>自动识别/);
    expect(page).not.toMatch(/<option[^>]* selected/);
    const submit = (lang: string, from: number) =>
      author.raw({
        method: 'POST',
        url: `/studio/posts/${id}/update`,
        headers: {
          cookie: cookieHeader(author.cookies),
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({
          ...ENGLISH,
          lang,
          version: String(from),
          csrf_token: author.cookies.get('csrf') ?? '',
        }).toString(),
      });
    expect((await submit('fr', version)).status).toBe(303);
    expect(await open(author, `/studio/write?id=${id}`, 'zh-CN')).toMatch(
      /<option value="fr" lang="fr" selected[^>]*>/,
    );
    await submit('', version + 1);
    expect((await author.get(`/api/studio/posts/${id}`)).body).toMatchObject({
      lang: 'en',
      lang_chosen: false,
    });
  });
});

test('D27, D33, D39 a comment, a folder and a signature have their language', async () => {
  const { id } = await write(CHINESE);
  const comment = await author.post(`/api/posts/${id}/comments`, { body: 'Nice post, thank you!' });
  expect(comment.body.lang).toBe('en');
  const folder = await author.post('/api/folders', { name: '睡前读物' });
  expect(folder.body.lang).toBe('zh');
  const renamed = await author.put(`/api/folders/${folder.body.id}`, { name: 'To read at night' });
  expect(renamed.body.lang).toBe('en');
  await author.put('/api/settings/profile', { signature: '静かな夜に読む' });
  const profile = (await world.visitor().get(`/api/users/${author.uid}`)).body;
  expect(profile).toMatchObject({ signature: '静かな夜に読む', signature_lang: 'ja' });
});

test('§4 page /posts/:id a text in another language than the page has a lang attribute', async () => {
  const english = await write(ENGLISH);
  const { body: comment } = await author.post(`/api/posts/${english.id}/comments`, {
    body: '写得真好。',
  });
  const page = await open(world.visitor(), `/posts/${english.id}`, 'zh-CN');
  expect(page).toMatch(/<h1 class="article-title" lang="en">/);
  expect(page).toMatch(/<div class="prose" lang="en">/);
  expect(page).toContain('<span lang="zh">写得真好。</span>');
  expect(comment.lang).toBe('zh');
  const own = await open(world.visitor(), `/posts/${english.id}`, 'en');
  expect(own).toMatch(/<h1 class="article-title">/);
  expect(own).toMatch(/<div class="prose">/);
  const list = await open(world.visitor(), '/', 'zh-CN');
  expect(list).toMatch(/<h2 class="post-card-title" lang="en">/);
  const space = await open(world.visitor(), `/space/${author.uid}`, 'en');
  expect(space).toMatch(/<p class="space-signature" lang="ja">/);
});

test('D18 texts from before their language was stored get it in the background, chosen ones stay', async () => {
  const chosen = await write({ ...CHINESE, lang: 'ja' });
  const old = await write(CHINESE);
  await world.sql('update post set lang = null where not lang_chosen');
  await world.sql('update folder set lang = null');
  await world.sql('update users set signature_lang = null');
  for (const task of ['posts_languages', 'signatures_languages', 'folders_languages'])
    await JOBS.tasks[task]?.(world.ctx, {});
  const rows = await world.sql('select lang from post where id = any($1) order by id', [
    [chosen.id, old.id],
  ]);
  expect(rows).toEqual([{ lang: 'ja' }, { lang: 'zh' }]);
  expect(await world.sql('select lang from folder where not is_default')).toEqual([{ lang: 'en' }]);
  const [user] = await world.sql('select signature_lang from users where uid = $1', [author.uid]);
  expect(user).toEqual({ signature_lang: 'ja' });
  expect(await world.sql('select * from language_backfill')).toEqual([]);
});
