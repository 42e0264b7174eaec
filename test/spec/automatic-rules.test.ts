import { describe, expect, test } from 'vitest';
import { releaseDuePosts } from '../../src/posts/actions/release-posts.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const owner = await world.member({ role: 'owner', transport: 'bearer' });
const LV3 = 500;
const person = (exp = LV3) => world.member({ transport: 'bearer', exp });

await list('refuse', '代开发票');
await list('hold', '加微信群', true);
await list('mask', '坏话');

async function list(category: string, words: string, homophones = false) {
  const response = await owner.post('/api/admin/words', { category, words, homophones });
  expect(response.status).toBe(200);
  return response.body;
}

const draft = (title: string, body = '灯火可亲。', more = {}) => ({
  ...{ title, body: `<p>${body}</p>` },
  ...more,
});
const publish = (who: Client, title: string, body?: string, more?: object) =>
  who.post('/api/studio/posts', draft(title, body, more));
const logOf = (kind: string, id: number) =>
  world.sql(
    'select actor_uid, action, reason from staff_action where subject_kind = $1 and subject_id = $2 order by id',
    [kind, id],
  );
const inbox = async (who: Client) => (await who.get('/api/messages')).body.items;
const choose = (choices: object) =>
  owner.put('/api/admin/automatic-rules', {
    ...{ links_level: 0, pictures_level: 0, mentions_max: 0, repeats_max: 0, hosts_max: 0 },
    ...choices,
  });

describe('posts', () => {
  test('a refused word in the title, the summary, the text or a tag stores nothing and is named', async () => {
    const author = await person();
    for (const response of [
      await publish(author, '代 開 發 票'),
      await publish(author, '题目', '代<b>开发</b>票'),
      await publish(author, '题目', undefined, { summary: '代.开.发.票' }),
      await publish(author, '题目', undefined, { tags: ['代开发票'] }),
    ]) {
      expect([response.status, response.body.code]).toEqual([422, 'text_refused']);
      expect(response.body.detail).toContain('代开发票');
      // A summary that is made of the text is named too.
      expect(response.body.errors.length).toBeGreaterThan(0);
    }
    expect(await world.sql('select 1 from post where author_uid = $1', [author.uid])).toEqual([]);
  });

  test('a held post waits for review although review is off; the author and the log read why; approval undoes it', async () => {
    const author = await person();
    const { body: post } = await publish(author, '加威信群', '同音也认得');
    expect(post.status).toBe('pending');
    expect((await world.visitor().get(`/api/posts/${post.id}`)).status).toBe(404);
    expect(await logOf('post', post.id)).toMatchObject([
      { actor_uid: null, action: 'rule.hold', reason: expect.stringContaining('加微信群') },
    ]);
    expect((await inbox(author))[0]).toMatchObject({
      kind: 'post_held',
      text: expect.stringContaining('加微信群'),
    });
    const decided = await owner.post(`/api/admin/posts/${post.id}/approve`, {
      version: post.version,
    });
    expect(decided.status).toBeLessThan(300);
    expect((await world.visitor().get(`/api/posts/${post.id}`)).status).toBe(200);
  });

  test('an edit of a public post waits beside it, and a draft is judged when it is submitted', async () => {
    const author = await person();
    const { body: post } = await publish(author, '好题目');
    const edited = await author.put(`/api/studio/posts/${post.id}`, {
      ...draft('好题目', '坏话'),
      version: post.version,
    });
    expect(edited.status).toBe(200);
    expect((await world.visitor().get(`/api/posts/${post.id}`)).text).not.toContain('坏话');
    const [waiting] = await world.sql('select status, pending_version from post where id = $1', [
      post.id,
    ]);
    expect(waiting).toMatchObject({ status: 'approved', pending_version: post.version + 1 });

    const { body: saved } = await publish(author, '代开发票', undefined, { draft: true });
    const submitted = await author.post(`/api/studio/posts/${saved.id}/submit`);
    expect([submitted.status, submitted.body.code]).toEqual([422, 'text_refused']);
  });

  test('a link or a picture of a newcomer waits, of others not', async () => {
    await choose({ links_level: 2 });
    const [newcomer, known] = [await person(100), await person()];
    const link = '看 <a href="https://example.org/">这里</a>';
    expect((await publish(newcomer, '有链接', link)).body.status).toBe('pending');
    expect((await publish(newcomer, '没有链接')).body.status).toBe('approved');
    expect((await publish(known, '有链接', link)).body.status).toBe('approved');
    await choose({});
  });
});

describe('comments', () => {
  test('are refused, masked, or held from everybody but their author, each in the log', async () => {
    const [author, writer] = [await person(), await person()];
    const { body: post } = await publish(author, '可以评论');
    const comment = (body: string, more = {}) =>
      writer.post(`/api/posts/${post.id}/comments`, { body, ...more });
    const refused = await comment('代开發票');
    expect([refused.status, refused.body.code]).toEqual([422, 'text_refused']);

    const masked = await comment('这是坏 话吗');
    expect(masked.body.body).toBe('这是＊＊＊吗');
    expect(await logOf('comment', masked.body.id)).toMatchObject([{ action: 'rule.mask' }]);
    const [original] = await world.sql('select body from comment_revision where comment_id = $1', [
      masked.body.id,
    ]);
    expect(original).toMatchObject({ body: '这是坏 话吗' });

    const held = await comment('快来加微信群');
    expect(held.status).toBe(201);
    expect(await logOf('comment', held.body.id)).toMatchObject([
      { actor_uid: null, action: 'rule.hold' },
    ]);
    expect((await inbox(writer))[0]).toMatchObject({ kind: 'comment_held' });
    const shown = await author.get(`/api/posts/${post.id}/comments`);
    expect(shown.text).not.toContain('微信群');
    expect(
      (await inbox(author)).filter((one: { kind: string }) => one.kind === 'comment'),
    ).toHaveLength(1);
  });

  test('with more mentions than the owner allows wait', async () => {
    await choose({ mentions_max: 1 });
    const [author, writer, other] = [await person(), await person(), await person()];
    const { body: post } = await publish(author, '提到很多人');
    const send = (mention_uids: number[]) =>
      writer.post(`/api/posts/${post.id}/comments`, { body: '看', mention_uids });
    const [few, many] = [await send([other.uid]), await send([other.uid, author.uid])];
    expect([few.status, many.status]).toEqual([201, 201]);
    expect(await logOf('comment', few.body.id)).toEqual([]);
    expect(await logOf('comment', many.body.id)).toMatchObject([{ action: 'rule.hold' }]);
    await choose({});
  });
});

describe('profiles', () => {
  test('a refused name is refused, a held one waits, and a masked word of a signature is covered', async () => {
    const member = await person();
    const change = (body: object) => member.put('/api/settings/profile', body);
    const refused = await change({ username: '代开发票' });
    expect([refused.status, refused.body.code]).toEqual([422, 'text_refused']);
    expect((await change({ signature: '不说坏话' })).body.signature).toBe('不说＊＊');
    expect(await logOf('user', member.uid)).toMatchObject([
      { actor_uid: null, action: 'rule.mask' },
    ]);
    const held = await change({ username: '坏话大王' });
    expect(held.body.pending).toMatchObject({ username: '坏话大王' });
    expect((await inbox(member))[0]).toMatchObject({ kind: 'profile_held' });
    const [open] = (await owner.get('/api/admin/profile-changes')).body.items;
    expect(open.user.uid).toBe(member.uid);
  });
});

describe('the list', () => {
  test('only the owner reads and changes it; every change is in the log and counts at once', async () => {
    const [admin, author] = [
      await world.member({ role: 'admin', transport: 'bearer' }),
      await person(),
    ];
    expect((await admin.get('/api/admin/words')).status).toBe(403);
    expect(await list('refuse', '# 注释\n夜猫子\n\n夜猫子\n。。。')).toEqual({
      stored: 1,
      skipped: ['。。。'],
    });
    expect((await publish(author, '夜猫子')).status).toBe(422);
    const { body } = await owner.get('/api/admin/words', { query: { q: '夜猫' } });
    expect(body.items).toMatchObject([{ word: '夜猫子', category: 'refuse' }]);
    await list('hold', '夜猫子');
    expect((await publish(author, '夜猫子')).body.status).toBe('pending');
    expect((await owner.delete(`/api/admin/words/${body.items[0].id}`)).status).toBe(204);
    expect((await publish(author, '夜猫子')).body.status).toBe('approved');
    const log = await world.sql(
      "select action from staff_action where subject_kind = 'words' and actor_uid = $1 order by id desc limit 3",
      [owner.uid],
    );
    expect(log.map((row) => row['action'])).toEqual([
      ...['words.remove', 'words.import', 'words.import'],
    ]);
  });

  test('the test box explains what a text would meet, without scripts too', async () => {
    const text = '这里代 开發票';
    expect((await owner.post('/api/admin/words/test', { text })).body).toEqual({
      outcome: 'refuse',
      found: [{ word: '代开发票', category: 'refuse', text: '代 开發票', start: 2, end: 7 }],
    });
    const page = await owner.get('/admin/words', {
      query: { text },
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain('“代 开發票”符合名单中的“代开发票”');
  });
});

describe('schedules', () => {
  // Last: the wait ends the sessions.
  test('a scheduled post is judged when its time comes', async () => {
    const author = await person();
    const { body: post } = await publish(author, '定时的', '以后才有的坏词', { draft: true });
    const publish_at = new Date(world.ctx.now().getTime() + 3_600_000).toISOString();
    await author.post(`/api/studio/posts/${post.id}/submit`, { publish_at });
    const { stored } = await list('hold', '以后才有的坏词');
    expect(stored).toBe(1);
    world.wait(3700);
    await releaseDuePosts(world.ctx);
    const [row] = await world.sql('select status from post where id = $1', [post.id]);
    expect(row).toMatchObject({ status: 'pending' });
  });
});
