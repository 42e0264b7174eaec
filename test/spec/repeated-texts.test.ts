import { beforeEach, describe, expect, test } from 'vitest';
import { sweepRepetitions } from '../../src/automatic-rules/actions/judge-repeats.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const owner = await world.member({ role: 'owner', transport: 'bearer' });
const [LV1, LV3] = [50, 500];
const person = (exp = LV3) => world.member({ transport: 'bearer', exp });
const choose = async (choices: object) => {
  const none = { links_level: 0, pictures_level: 0, mentions_max: 0, repeats_max: 0, hosts_max: 0 };
  const { status } = await owner.put('/api/admin/automatic-rules', { ...none, ...choices });
  expect(status).toBe(200);
};
const publish = async (who: Client, body = '灯火可亲。') =>
  (await who.post('/api/studio/posts', { title: '灯下', body: `<p>${body}</p>` })).body;
const write = (who: Client, postId: number, body: string) =>
  who.post(`/api/posts/${postId}/comments`, { body });
const isHeld = async (id: number) =>
  (await world.sql('select 1 from comment_hold where comment_id = $1', [id])).length === 1;
const holdsOf = (comments: { body: { id: number } }[]) =>
  Promise.all(comments.map(({ body }) => isHeld(body.id)));

const AD = '想买便宜会员的朋友请看我的主页介绍';

beforeEach(async () => {
  await world.sql('delete from repetition');
  await choose({ repeats_max: 2 });
});

describe('the same text', () => {
  test('of one member waits from the owner’s number on, however it is disguised; the author and the log read why', async () => {
    const [author, writer] = [await person(), await person()];
    const post = await publish(author);
    const comments = [
      await write(writer, post.id, AD),
      await write(writer, post.id, `${AD}！！`),
      await write(writer, post.id, AD.split('').join(' ')),
    ];
    expect(comments.map((one) => one.status)).toEqual([201, 201, 201]);
    expect(await holdsOf(comments)).toEqual([false, false, true]);
    const [entry] = await world.sql(
      "select actor_uid, action, reason, after from staff_action where subject_kind = 'comment' and subject_id = $1",
      [comments[2]?.body.id],
    );
    expect(entry).toMatchObject({ actor_uid: null, action: 'rule.hold' });
    expect(entry?.['after']).toEqual({ rules: ['repeats'] });
    const { items } = (await writer.get('/api/messages')).body;
    expect(items[0]).toMatchObject({ kind: 'comment_held', text: expect.stringContaining('一天') });
  });

  test('of several members waits too, as replies and as posts', async () => {
    const [author, one, two] = [await person(), await person(), await person()];
    const post = await publish(author);
    const root = await write(one, post.id, AD);
    await two.post(`/api/comments/${root.body.id}/reply`, { body: AD });
    const third = await publish(await person(), AD);
    expect(third.status).toBe('pending');
    expect(await isHeld(root.body.id)).toBe(false);
  });

  test('is counted exactly if twenty arrive at once', async () => {
    await choose({ repeats_max: 3 });
    const writers = await Promise.all(Array.from({ length: 20 }, () => person()));
    const posts = await Promise.all(writers.slice(0, 4).map((one) => publish(one)));
    const sent = await Promise.all(
      writers.map((one, at) => write(one, posts[at % 4]?.id ?? 0, AD)),
    );
    expect(sent.map((one) => one.status)).toEqual(Array(20).fill(201));
    expect((await holdsOf(sent)).filter((held) => !held)).toHaveLength(3);
    expect(await world.sql('select times from repetition')).toEqual([{ times: 20 }]);
  });

  test('does not count if it is short, if nothing was stored, or if the author only edits', async () => {
    const [author, writer] = [await person(), await person()];
    const post = await publish(author);
    for (let time = 0; time < 4; time += 1) {
      expect(await isHeld((await write(writer, post.id, '谢谢分享！')).body.id)).toBe(false);
      expect((await write(writer, 999_999, AD)).status).toBe(404);
    }
    const { body: comment } = await write(writer, post.id, AD);
    for (const mark of ['！', '？', '。'])
      await writer.put(`/api/comments/${comment.id}`, { body: `${AD}${mark}` });
    expect(await isHeld(comment.id)).toBe(false);
    const long = await publish(author, AD.repeat(2));
    let { version } = long;
    for (const title of ['一', '二', '三']) {
      const edit = { title, body: `<p>${AD.repeat(2)}</p>`, version };
      ({ version } = (await author.put(`/api/studio/posts/${long.id}`, edit)).body);
    }
    expect((await author.get(`/api/studio/posts/${long.id}`)).body).toMatchObject({
      status: 'approved',
      title: '三',
    });
  });

  test('an edit into the same text counts', async () => {
    const [author, writer] = [await person(), await person()];
    const post = await publish(author);
    for (let time = 0; time < 2; time += 1) await write(writer, post.id, AD);
    const { body: innocent } = await write(writer, post.id, '路过，文章写得真好。');
    await writer.put(`/api/comments/${innocent.id}`, { body: AD });
    expect(await isHeld(innocent.id)).toBe(true);
  });

  test('counts for a day, is forgotten afterwards, and never counts while the owner has it off or for the staff', async () => {
    const [author, writer] = [await person(), await person()];
    const post = await publish(author);
    for (let time = 0; time < 3; time += 1) {
      expect((await write(owner, post.id, AD)).status).toBe(201);
      expect(
        await isHeld((await world.sql('select max(id) as id from comment'))[0]?.['id'] as number),
      ).toBe(false);
    }
    await choose({});
    for (let time = 0; time < 3; time += 1) await write(writer, post.id, AD);
    expect(await world.sql('select 1 from repetition')).toEqual([]);
    await choose({ repeats_max: 1 });
    await write(writer, post.id, AD);
    await world.sql("update repetition set since = since - interval '25 hours'");
    expect(await isHeld((await write(writer, post.id, AD)).body.id)).toBe(false);
    expect(await isHeld((await write(writer, post.id, AD)).body.id)).toBe(true);
    await world.sql("update repetition set since = since - interval '25 hours'");
    await sweepRepetitions(world.ctx);
    expect(await world.sql('select 1 from repetition')).toEqual([]);
  });
});

describe('links of newcomers', () => {
  test('to the same site wait after the owner’s number of newcomers; of one newcomer they count once, of others not', async () => {
    await choose({ hosts_max: 2 });
    const post = await publish(await person());
    const link = (path: string) => `看看 https://www.cheap.example/${path} 吧`;
    const [one, two, three, known] = [
      ...(await Promise.all([person(LV1), person(LV1), person(LV1)])),
      await person(),
    ];
    const sent = [
      await write(one, post.id, link('a')),
      await write(one, post.id, link('b')),
      await write(one, post.id, link('c')),
      await write(two, post.id, '这里 http://cheap.example'),
      await write(known, post.id, link('d')),
      await write(three, post.id, link('e')),
      await write(three, post.id, '看看 https://other.example/ 吧'),
      await write(three, post.id, '看看 http://localhost:3000/posts/1 吧'),
    ];
    expect(await holdsOf(sent)).toEqual([false, false, false, false, false, true, false, false]);
    const held = await publish(
      await person(LV1),
      '<a href="https://cheap.example/x?a=1&amp;b=2">看</a>',
    );
    expect(held.status).toBe('pending');
  });
});
