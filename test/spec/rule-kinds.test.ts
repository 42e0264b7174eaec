import { expect, test } from 'vitest';
import { RULE_NAMES, type RuleName } from '../../src/automatic-rules/rules.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { findDifferences } from '../support/integrity.ts';
import { pictureOf } from '../support/picture.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const owner = await world.member({ role: 'owner', transport: 'bearer', exp: 500 });
const person = (exp: number) => world.member({ transport: 'bearer', exp });
const choices = {
  links_level: 0,
  pictures_level: 0,
  mentions_max: 0,
  repeats_max: 0,
  hosts_max: 0,
};
await owner.post('/api/admin/words', { category: 'hold', words: '加微信群' });
const reader = await person(500);
await reader.put('/api/settings/profile', { username: '夜读人' });
const { body: post } = await reader.post('/api/studio/posts', { title: '题', body: '<p>文</p>' });
const REPEATED = '这里有一段很多人都会写的话';

type Case = {
  rule: RuleName | 'hold';
  choices?: object;
  body: string;
  exp?: number;
  verdict?: () => Promise<{ outcome: 'hold'; reason: string }>;
};
const CASES: Case[] = [
  { rule: 'hold', body: '快来加微信群' },
  { rule: 'links', choices: { links_level: 2 }, body: '看 https://a.example/', exp: 50 },
  { rule: 'pictures', choices: { pictures_level: 6 }, body: '看图' },
  // Named in the text only, not picked.
  { rule: 'mentions', choices: { mentions_max: 1 }, body: '@夜读人 @晨读人 来看' },
  { rule: 'repeats', choices: { repeats_max: 1 }, body: REPEATED },
  { rule: 'hosts', choices: { hosts_max: 1 }, body: '看 https://b.example/', exp: 50 },
  { rule: 'service', body: '可疑', verdict: async () => ({ outcome: 'hold', reason: '说不准' }) },
  { rule: 'no_reply', body: '平常', verdict: () => Promise.reject(new Error('down')) },
];

test('every rule has a case', () => {
  expect(CASES.map((one) => one.rule).sort()).toEqual(['hold', ...RULE_NAMES].sort());
});

test.each(CASES)(
  'D47 what “$rule” holds is logged, explained to its author, released, held again by undo, and every counter is right',
  async (one) => {
    await (await person(500)).put('/api/settings/profile', { username: '晨读人' });
    const [before, writer] = [await person(one.exp ?? 2000), await person(one.exp ?? 2000)];
    await owner.put('/api/admin/automatic-rules', { ...choices, ...one.choices });
    world.ctx.checkText = one.verdict;
    const comments = `/api/posts/${post.id}/comments`;
    if (one.rule === 'repeats' || one.rule === 'hosts')
      await before.post(comments, { body: one.body });
    const picture =
      one.rule === 'pictures' &&
      (await writer.upload('/api/comments/upload-image', await pictureOf('png'))).body.url;
    const { status, body } = await writer.post(comments, {
      body: one.body,
      ...(picture ? { image_url: picture } : {}),
    });
    expect(status).toBe(201);
    const isShown = async () =>
      JSON.stringify((await world.visitor().get(comments)).body).includes(`"id":${body.id},`);
    expect(await isShown()).toBe(false);

    const [entry] = await world.sql(
      "select actor_uid, action, reason, after from staff_action where subject_kind = 'comment' and subject_id = $1",
      [body.id],
    );
    expect(entry).toMatchObject({
      actor_uid: null,
      action: 'rule.hold',
      after: { rules: [one.rule] },
    });
    const received = (await writer.get('/api/messages')).body.items[0];
    expect(received).toMatchObject({
      kind: 'comment_held',
      text: expect.stringContaining(String(entry?.['reason'])),
    });
    expect((await writer.get(`/posts/${post.id}`)).status).toBe(200);

    const queued = (await owner.get('/api/admin/queue')).body.items.find(
      (item: { kind: string; id: number }) => item.kind === 'comment' && item.id === body.id,
    );
    expect(queued).toBeDefined();
    const decision = { verdict: 'approve', items: queued.key };
    const decided = await owner.post('/api/admin/queue/decide', decision);
    expect(decided.status).toBe(200);
    expect(await isShown()).toBe(true);
    expect((await writer.get('/api/messages')).body.items[0]).toMatchObject({
      kind: 'comment_released',
    });
    const [last] = await world.sql(
      'select max(log_id) as id from staff_undo where actor_uid = $1',
      [owner.uid],
    );
    expect((await owner.post(`/api/admin/decisions/${last?.['id']}/undo`, {})).status).toBe(204);
    expect(await isShown()).toBe(false);
    expect(findDifferences(await verifyIntegrity(world.ctx, { repair: false }))).toEqual([]);
  },
);

test('links and pictures of newcomers wait in edits of public posts and in signatures too', async () => {
  world.ctx.checkText = undefined;
  await owner.put('/api/admin/automatic-rules', { ...choices, links_level: 2, pictures_level: 2 });
  const author = await person(50);
  const { body: mine } = await author.post('/api/studio/posts', { title: '题', body: '<p>文</p>' });
  expect(mine.status).toBe('approved');
  const picture = (await author.upload('/api/posts/upload-image', await pictureOf('png'))).body.url;
  for (const body of [
    '<p><a href="https://a.example/">看</a></p>',
    `<p>图<img src="${picture}"></p>`,
  ]) {
    const { version } = (await author.get(`/api/studio/posts/${mine.id}`)).body;
    expect(
      (await author.put(`/api/studio/posts/${mine.id}`, { title: '题', body, version })).status,
    ).toBe(200);
    const shown = (await world.visitor().get(`/api/posts/${mine.id}`)).body;
    expect(shown.body).not.toContain('a.example');
    expect(shown.body).not.toContain('<img');
  }
  const { body: profile } = await author.put('/api/settings/profile', {
    signature: '看 www.a.example',
  });
  expect(profile.pending).toMatchObject({ signature: '看 www.a.example' });
  const { body: plain } = await (await person(50)).put('/api/settings/profile', {
    signature: '没有链接',
  });
  expect(plain.signature).toBe('没有链接');
});
