import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { measureTextChecks } from '../../src/platform/metrics/text-checks.ts';
import { createTextCheck } from '../../src/platform/outbound/check-text.ts';
import { PrivateAddress } from '../../src/platform/outbound/public-address.ts';
import { readWebhookKey } from '../../src/platform/outbound/sign-webhook.ts';
import { releaseDuePosts } from '../../src/posts/actions/release-posts.ts';
import { atEnd } from '../support/cleanup.ts';
import type { Client } from '../support/client.ts';
import { openTextService, SECRET } from '../support/text-service.ts';
import { createWorld } from '../support/world.ts';

const service = await openTextService();
atEnd(async () => service.close());
const world = await createWorld({
  TEXT_CHECK_URL: service.url,
  TEXT_CHECK_SECRET: SECRET,
  TEXT_CHECK_PRIVATE: 'true',
});
const owner = await world.member({ role: 'owner', transport: 'bearer', exp: 500 });
const person = () => world.member({ transport: 'bearer', exp: 500 });
const draft = (body: string, more = {}) => ({ title: '题目', body: `<p>${body}</p>`, ...more });
const publish = (who: Client, body: string, more = {}) =>
  who.post('/api/studio/posts', draft(body, more));
const logOf = (kind: string, id: number) =>
  world.sql(
    'select actor_uid, action, reason, after from staff_action where subject_kind = $1 and subject_id = $2 order by id',
    [kind, id],
  );
const inbox = async (who: Client) => (await who.get('/api/messages')).body.items;

const usual = world.ctx.checkText;
const decide = () => {
  service.verdict = ({ parts }) => {
    const text = Object.values(parts).join('\n');
    if (text.includes('坏')) return { outcome: 'refuse', reason: '像广告' };
    return text.includes('疑') ? { outcome: 'hold', reason: '说不准' } : { outcome: 'allow' };
  };
};
decide();
afterEach(() => {
  decide();
  world.ctx.checkText = usual;
});

describe('a service of the operator', () => {
  test('decides on posts, comments and profiles: allowed, held with its reason, or refused with it', async () => {
    const author = await person();
    const good = await publish(author, '好文章');
    expect(good.body.status).toBe('approved');
    expect(service.asked.at(-1)).toMatchObject({
      type: 'text.check',
      data: {
        kind: 'post',
        author: { uid: author.uid, level: 3 },
        locale: 'zh-CN',
        parts: { '/title': '题目', '/body': '好文章' },
      },
    });
    const refused = await publish(author, '坏文章');
    expect([refused.status, refused.body.code]).toEqual([422, 'text_not_passed']);
    expect(refused.body.detail).toContain('像广告');
    expect(await world.sql('select 1 from post where body like $1', ['%坏文章%'])).toEqual([]);
    const held = await publish(author, '可疑的文章');
    expect(held.body.status).toBe('pending');
    expect(await logOf('post', held.body.id)).toMatchObject([
      { actor_uid: null, action: 'rule.hold', after: { rules: ['service'] } },
    ]);
    expect((await inbox(author))[0]).toMatchObject({
      kind: 'post_held',
      text: expect.stringContaining('说不准'),
    });

    const comments = `/api/posts/${good.body.id}/comments`;
    const comment = await author.post(comments, { body: '可疑' });
    expect(await logOf('comment', comment.body.id)).toMatchObject([
      { action: 'rule.hold', reason: expect.stringContaining('说不准') },
    ]);
    expect((await author.post(comments, { body: '坏' })).status).toBe(422);
    const fine = await author.post(comments, { body: '好' });
    const edited = await author.put(`/api/comments/${fine.body.id}`, { body: '坏' });
    expect(edited.body.code).toBe('text_not_passed');

    const profile = (change: object) => author.put('/api/settings/profile', change);
    expect((await profile({ signature: '坏签名' })).body.code).toBe('text_not_passed');
    expect((await profile({ username: '可疑的人' })).body.pending).toMatchObject({
      username: '可疑的人',
    });
  });

  test('is asked about what becomes public only, once for each text, and never about the staff', async () => {
    const author = await person();
    const before = service.asked.length;
    const { body: saved } = await publish(author, '可疑的草稿', { draft: true });
    await publish(owner, '坏文章');
    expect(service.asked.length).toBe(before);
    const submitted = await author.post(`/api/studio/posts/${saved.id}/submit`);
    expect(submitted.body.status).toBe('pending');
    const { body: post } = await publish(author, '好文章');
    const edit = await author.put(`/api/studio/posts/${post.id}`, {
      ...draft('可疑的修改'),
      version: post.version,
    });
    expect(edit.status).toBe(200);
    expect((await world.visitor().get(`/api/posts/${post.id}`)).text).not.toContain('可疑');
    expect(service.asked.length).toBe(before + 3);
  });

  test('is never asked within a transaction, also with an Idempotency-Key', async () => {
    const author = await person();
    const open: unknown[] = [];
    world.ctx.checkText = async (...asked) => {
      open.push(
        ...(await world.sql(
          "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
        )),
      );
      return usual ? usual(...asked) : { outcome: 'allow' };
    };
    const headers = (key: string) => ({ headers: { 'idempotency-key': key } });
    const { body: post } = await author.post('/api/studio/posts', draft('好'), headers('one'));
    await author.post(`/api/posts/${post.id}/comments`, { body: '好' }, headers('two'));
    await author.put('/api/settings/profile', { signature: '好签名' }, headers('three'));
    const edit = { ...draft('更好'), version: post.version };
    await author.put(`/api/studio/posts/${post.id}`, edit, headers('four'));
    expect(service.asked.slice(-4).map((one) => one.data.kind)).toEqual([
      ...['post', 'comment', 'profile', 'post'],
    ]);
    expect(open).toEqual([]);
  });
});

describe('without an verdict', () => {
  const failing = (timeoutMs: number) =>
    createTextCheck({ url: service.url, key: keyOf(SECRET), timeoutMs, allowsPrivate: true });

  test.each(['silence', 'error', 'nonsense'] as const)(
    'but %s, a text is held by default, and its author and the log read why',
    async (reply) => {
      world.ctx.checkText = failing(300);
      const author = await person();
      service.verdict = () => reply;
      const { body: post } = await publish(author, '好文章');
      expect(post.status).toBe('pending');
      expect(await logOf('post', post.id)).toMatchObject([
        { action: 'rule.hold', after: { rules: ['no_reply'] } },
      ]);
      expect((await inbox(author))[0].text).toContain('没有及时回答');
    },
  );

  test('a dead service costs nothing: after three failures nobody waits, and one text tries again later', async () => {
    const registry = new Registry();
    world.ctx.checkText = measureTextChecks(registry, failing(300));
    service.verdict = () => 'silence';
    const author = await person();
    const { body: post } = await publish(owner, '好文章');
    const before = service.asked.length;
    for (let time = 0; time < 8; time += 1)
      await author.post(`/api/posts/${post.id}/comments`, { body: `第 ${time} 条` });
    expect(service.asked.length - before).toBe(3);
    const counted = await registry.getSingleMetricAsString('lamplight_text_checks_total');
    expect(counted).toContain('{outcome="failed"} 3');
    expect(counted).toContain('{outcome="skipped"} 5');
  });

  test('the operator may choose that texts pass', async () => {
    const { config } = world.ctx;
    world.ctx.config = { ...config, TEXT_CHECK_FAILURE: 'allow' };
    service.verdict = () => 'error';
    world.ctx.checkText = failing(300);
    expect((await publish(await person(), '好文章')).body.status).toBe('approved');
    world.ctx.config = config;
  });
});

describe('addresses and signatures', () => {
  const text = {
    ...({ kind: 'post', locale: 'en', parts: {} } as const),
    author: { uid: 1, level: 1 },
  };

  test.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://localhost/',
  ])('A43 %s is not asked unless the operator allows private addresses', async (url) => {
    const check = createTextCheck({
      url,
      key: keyOf(SECRET),
      timeoutMs: 500,
      allowsPrivate: false,
    });
    await expect(check(text, new Date())).rejects.toThrow(PrivateAddress);
  });

  test('a request with another secret or of another time is not accepted by the library of Standard Webhooks', async () => {
    const other = keyOf(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
    const options = { url: service.url, timeoutMs: 500, allowsPrivate: true };
    await expect(createTextCheck({ ...options, key: other })(text, new Date())).rejects.toThrow(
      '401',
    );
    const mine = createTextCheck({ ...options, key: keyOf(SECRET) });
    const old = new Date(Date.now() - 3_600_000);
    await expect(mine(text, old)).rejects.toThrow('401');
    expect(await mine(text, new Date())).toEqual({ outcome: 'allow' });
  });

  test('a secret is 24 to 64 bytes in base64', () => {
    expect(readWebhookKey(SECRET)?.toString()).toBe('lamplight lamplight lamplight');
    for (const wrong of ['', 'whsec_short', 'whsec_not base64 not base64 not base64 not', 'secret'])
      expect(readWebhookKey(wrong)).toBeUndefined();
  });
});

describe('schedules', () => {
  // Last: the wait ends the sessions.
  test('a scheduled post is checked when its time comes', async () => {
    const author = await person();
    const { body: post } = await publish(author, '定时而可疑', { draft: true });
    const publish_at = new Date(world.ctx.now().getTime() + 3_600_000).toISOString();
    service.verdict = () => ({ outcome: 'allow' });
    await author.post(`/api/studio/posts/${post.id}/submit`, { publish_at });
    decide();
    world.wait(3700);
    // The service runs on the clock of the machine.
    world.ctx.checkText = usual && ((asked) => usual(asked, new Date()));
    await releaseDuePosts(world.ctx);
    const [row] = await world.sql('select status from post where id = $1', [post.id]);
    expect(row).toMatchObject({ status: 'pending' });
  });
});

function keyOf(secret: string): Buffer {
  const key = readWebhookKey(secret);
  if (!key) throw new Error('no key');
  return key;
}
