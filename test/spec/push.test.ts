import { beforeEach, describe, expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { sendFailingPushes, sendPushes, sweepPushes } from '../../src/push/actions/send.ts';
import {
  ATTEMPTS_MAX,
  isAbandoned,
  judgeStatus,
  nextAttempt,
  PUSH_GROUPS,
} from '../../src/push/rules.ts';
import { countLateMessages } from '../../src/push/store/shared.ts';
import type { Client } from '../support/client.ts';
import { openPushService, readSender, type TestBrowser } from '../support/push-service.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const PATH = '/api/settings/push';
const HOUR = 3600;
const world = await createWorld({
  WEBHOOK_LOOPBACK: 'true',
  LIMIT_WRITES: 'off',
  LIMIT_SENSITIVE: 'off',
});
const service = await openPushService();
let author: Client;
let other: Client;

beforeEach(async () => {
  await world.sql('delete from push_subscription');
  service.received.length = 0;
  service.status = 201;
  // The tests move the clock, which ends the tokens of those before.
  author = await world.member({ exp: 2000 });
  other = await world.member({ exp: 2000 });
});

async function subscribe(
  who: Client,
  groups: readonly string[] = PUSH_GROUPS,
  browser = service.createBrowser(),
): Promise<TestBrowser> {
  const { endpoint, keys } = browser;
  const { status, text } = await who.put(PATH, { endpoint, keys, groups });
  expect([status, text]).toEqual([200, expect.any(String)]);
  return browser;
}
async function publish(title: string, who = author): Promise<number> {
  const { status, body } = await who.post('/api/studio/posts', { title, body: '<p>火</p>' });
  expect(status).toBe(201);
  return body.id;
}
const comment = (id: number, body = '好', who = other) =>
  who.post(`/api/posts/${id}/comments`, { body });
const rows = async (table: 'push_subscription' | 'push_message') =>
  (await world.sql(`select from ${table}`)).length;
const bodies = (browser: TestBrowser) => browser.read().map(({ payload }) => payload.body);

describe('ADR 0068 Web Push', () => {
  test('a comment arrives encrypted, signed by the key that the browser subscribed to', async () => {
    const id = await publish('灯下');
    const browser = await subscribe(author);
    await comment(id);
    await sendPushes(world.ctx);
    const [message] = browser.read();
    expect(message?.payload).toEqual({
      title: '灯火',
      body: `用户${other.uid} 评论了《灯下》`,
      lang: 'zh-CN',
      url: expect.stringMatching(new RegExp(`^/posts/${id}\\?comment=\\d+#comments$`)),
      tag: `post-${id}`,
      unread: 1,
    });
    if (!message) throw new Error('nothing arrived');
    const { headers } = message;
    expect(headers).toMatchObject({
      ttl: '86400',
      topic: `post-${id}`,
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    });
    const { public_key, claims } = readSender(String(headers['authorization']));
    expect(public_key).toBe((await author.get(PATH)).body.public_key);
    expect(claims).toEqual({
      aud: service.origin,
      sub: world.ctx.config.BASE_URL,
      exp: expect.any(Number),
    });
    expect(claims.exp * 1000 - world.ctx.now().getTime()).toBeLessThanOrEqual(24 * HOUR * 1000);
    expect(String(service.received[0]?.body)).not.toContain('灯下');
    await sendPushes(world.ctx);
    expect(service.received).toHaveLength(1);
    expect(await rows('push_message')).toBe(0);
  });

  test('without a subscription a notification leaves no row; collected ones never do', async () => {
    const id = await publish('无人订阅');
    await comment(id);
    expect(await rows('push_message')).toBe(0);
    await subscribe(author);
    await other.post(`/api/posts/${id}/like`);
    await author.get('/api/messages');
    expect(await rows('push_message')).toBe(0);
  });

  test('what should have been sent by now is counted, with the age of the oldest', async () => {
    const id = await publish('迟到');
    await subscribe(author);
    for (const body of ['一', '二']) await comment(id, body);
    await world.sql(`update push_message set next_at = now() + interval '1 hour'`);
    expect(await countLateMessages(world.ctx.db)).toEqual({ waiting: 0, oldest_seconds: 0 });
    await world.sql(`update push_message set next_at = now() - interval '90 seconds'`);
    const { waiting, oldest_seconds } = await countLateMessages(world.ctx.db);
    expect([waiting, Math.floor(oldest_seconds / 60)]).toEqual([2, 1]);
  });

  test('several that wait are one message, which leads to all of them', async () => {
    const id = await publish('热闹');
    const browser = await subscribe(author);
    await author.post('/api/messages/read-all');
    for (const body of ['一', '二', '三']) await comment(id, body);
    await sendPushes(world.ctx);
    const [message, ...more] = browser.read();
    expect(more).toEqual([]);
    expect(message?.payload).toMatchObject({ url: '/messages', unread: 3 });
    expect(message?.payload.body.split('\n')).toHaveLength(2);
  });

  test('is in the language of the member', async () => {
    await world.sql("update users set locale = 'en' where uid = $1", [author.uid]);
    const id = await publish('Night');
    const browser = await subscribe(author);
    await comment(id);
    await sendPushes(world.ctx);
    expect(browser.read()[0]?.payload).toMatchObject({ lang: 'en' });
    await world.sql('update users set locale = null where uid = $1', [author.uid]);
  });
});

describe('ADR 0068, D25 what a push may contain', () => {
  test('nothing of a post that was hidden, or a comment that was deleted, before it was sent', async () => {
    const browser = await subscribe(other);
    const id = await publish('金丝雀一号', other);
    const removed = await publish('金丝雀二号', other);
    await comment(id, '金丝雀三号', author);
    const { body } = await comment(removed, '金丝雀四号', author);
    await world.sql('update post set deleted_at = now() where id = $1', [id]);
    await author.delete(`/api/comments/${body.id}`);
    await sendPushes(world.ctx);
    expect(JSON.stringify(bodies(browser))).not.toContain('金丝雀');
    expect(await rows('push_message')).toBe(0);
  });

  test('hidden during an outage: the next attempt sends nothing', async () => {
    const id = await publish('先隐后发');
    const browser = await subscribe(author);
    await comment(id);
    service.status = 503;
    await sendPushes(world.ctx);
    expect(bodies(browser)).toHaveLength(1);
    await world.sql('update post set deleted_at = now() where id = $1', [id]);
    service.status = 201;
    world.wait(HOUR);
    await sendFailingPushes(world.ctx);
    expect(service.received).toHaveLength(1);
  });

  test.each(['block', 'mute'])('nothing by whom the member hides: %s', async (kind) => {
    const writer = await world.member({ exp: 2000 });
    const id = await publish('安静');
    const browser = await subscribe(author);
    await comment(id, '先写', writer);
    await writer.post(`/api/users/${author.uid}/follow`, { following: true });
    await author.put(`/api/users/${writer.uid}/block`, { kind });
    await sendPushes(world.ctx);
    expect(bodies(browser)).toEqual([]);
  });

  test('nothing that was read meanwhile, nor of a kind that is switched off', async () => {
    const id = await publish('已读');
    const browser = await subscribe(author);
    await comment(id);
    await author.post('/api/messages/read-all');
    await sendPushes(world.ctx);
    await author.put('/api/settings/notify-prefs', { comment: false });
    await comment(id, '关掉');
    await sendPushes(world.ctx);
    await author.put('/api/settings/notify-prefs', { comment: true });
    expect(bodies(browser)).toEqual([]);
  });

  test('only the groups that were chosen for this browser', async () => {
    const id = await publish('只要关注');
    const browser = await subscribe(author, ['follow']);
    await comment(id);
    await sendPushes(world.ctx);
    expect(bodies(browser)).toEqual([]);
    const follower = await world.member({ exp: 600 });
    await follower.post(`/api/users/${author.uid}/follow`, { following: true });
    await sendPushes(world.ctx);
    expect(browser.read().map(({ payload }) => payload.url)).toEqual([`/space/${follower.uid}`]);
  });
});

describe('ADR 0068 a subscription ends with its session', () => {
  type End = [string, (who: Client) => Promise<unknown>];
  const ends: End[] = [
    ['a log-out', (who) => who.post('/api/auth/logout')],
    ['a ban', (who) => world.sql("update users set status = 'banned' where uid = $1", [who.uid])],
    [
      'a deleted account',
      (who) => who.post('/api/settings/delete-account', { password: PASSWORD }),
    ],
    [
      'a password changed elsewhere',
      (who) => world.sql("update users set password_hash = 'x' where uid = $1", [who.uid]),
    ],
    [
      'an end by SQL',
      (who) =>
        world.sql("update session set ended_at = now(), end_reason = 'ended' where uid = $1", [
          who.uid,
        ]),
    ],
    ['its deletion', (who) => world.sql('delete from session where uid = $1', [who.uid])],
  ];
  test.each(ends)('%s', async (_, end) => {
    const who = await world.member({ exp: 2000 });
    const id = await publish('终', who);
    await subscribe(who);
    await comment(id);
    await end(who);
    expect(await rows('push_subscription')).toBe(0);
    await sendPushes(world.ctx);
    expect(service.received).toEqual([]);
  });

  test('an expired one, found when something is sent', async () => {
    const who = await world.member({ exp: 2000 });
    const id = await publish('过期', who);
    await subscribe(who);
    await world.sql(
      "update session set idle_expires_at = now() - interval '1 day' where uid = $1",
      [who.uid],
    );
    await comment(id);
    await sendPushes(world.ctx);
    expect([service.received.length, await rows('push_subscription')]).toEqual([0, 0]);
  });

  test('a session that has ended cannot subscribe, and there is one browser a session', async () => {
    const who = await world.member();
    await subscribe(who);
    const second = await subscribe(who);
    expect(await rows('push_subscription')).toBe(1);
    expect((await who.get(PATH)).body.groups).toEqual([...PUSH_GROUPS]);
    await who.delete(PATH);
    expect((await who.get(PATH)).body.groups).toBeNull();
    const gone = await world.member();
    await gone.post('/api/auth/logout');
    const { endpoint, keys } = second;
    expect((await gone.put(PATH, { endpoint, keys, groups: ['system'] })).status).toBe(401);
  });
});

describe('ADR 0068 who may subscribe what', () => {
  test('the next member of a browser takes it over; nobody else can', async () => {
    const first = await world.member();
    const next = await world.member();
    const browser = await subscribe(first);
    await subscribe(next, PUSH_GROUPS, browser);
    expect((await first.get(PATH)).body.groups).toBeNull();
    const { keys } = service.createBrowser();
    const stolen = { endpoint: browser.endpoint, keys, groups: PUSH_GROUPS };
    expect((await first.put(PATH, stolen)).body.errors[0].pointer).toBe('/endpoint');
    expect((await next.get(PATH)).body.groups).toEqual([...PUSH_GROUPS]);
  });

  test('an endpoint is https and at a public address, its keys are real', async () => {
    const strict = await createWorld();
    const who = await strict.member();
    const { keys } = service.createBrowser();
    const send = (endpoint: string, changed = keys) =>
      who.put(PATH, { endpoint, keys: changed, groups: ['system'] });
    const refused = [
      'http://push.example.org/x',
      'https://127.0.0.1/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://2130706433/x',
      'https://169.254.169.254/latest',
      'https://push.internal/x',
      'https://a:b@push.example.org/x',
      service.origin,
    ];
    for (const endpoint of refused)
      expect([endpoint, (await send(endpoint)).body.errors?.[0]?.pointer]).toEqual([
        endpoint,
        '/endpoint',
      ]);
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    const wrong = await send('https://push.example.org/x', { ...keys, p256dh });
    expect(wrong.body.errors[0].pointer).toBe('/keys/p256dh');
    expect((await send('https://push.example.org/x')).status).toBe(200);
  });

  test('the owner turns it off: nobody subscribes, nothing is sent', async () => {
    const owner = await world.member({ role: 'owner', exp: 600 });
    const id = await publish('停');
    await subscribe(author);
    await comment(id);
    await owner.put('/api/admin/site-settings', { 'site.offline': 'off' });
    const { endpoint, keys } = service.createBrowser();
    expect((await author.put(PATH, { endpoint, keys, groups: ['system'] })).status).toBe(404);
    expect((await author.get(PATH)).body.available).toBe(false);
    await sendPushes(world.ctx);
    expect(service.received).toEqual([]);
    await owner.put('/api/admin/site-settings', { 'site.offline': 'on' });
    expect((await author.get(PATH)).body.available).toBe(true);
  });

  test('after a rotation of SECRET_KEY the old key signs for old subscriptions, then they end', async () => {
    const id = await publish('换钥');
    const browser = await subscribe(author);
    const before = (await author.get(PATH)).body.public_key;
    const { config } = world.ctx;
    await comment(id);
    const next = 'n'.repeat(48);
    await sendPushes({ ...world.ctx, secrets: createSecrets(next, [config.SECRET_KEY]) });
    const [message] = browser.read();
    expect(readSender(String(message?.headers['authorization'])).public_key).toBe(before);
    await comment(id, '再来');
    await sendPushes({ ...world.ctx, secrets: createSecrets(next) });
    expect([browser.read().length, await rows('push_subscription')]).toEqual([1, 0]);
  });
});

describe('ADR 0068 how push services respond', () => {
  test.each([404, 410])('%i ends the subscription', async (status) => {
    const id = await publish('不在了');
    await subscribe(author);
    await comment(id);
    service.status = status;
    await sendPushes(world.ctx);
    expect([service.received.length, await rows('push_subscription')]).toEqual([1, 0]);
  });

  test.each([429, 500, 503])('%i is tried again, later each time, and given up', async (status) => {
    const id = await publish('再试');
    await subscribe(author);
    await comment(id);
    service.status = status;
    await sendPushes(world.ctx);
    await sendFailingPushes(world.ctx);
    expect(service.received).toHaveLength(1);
    for (let attempt = 2; attempt <= ATTEMPTS_MAX; attempt++) {
      world.wait(3 * HOUR);
      await sendPushes(world.ctx);
      await sendFailingPushes(world.ctx);
      expect(service.received).toHaveLength(attempt);
    }
    expect([await rows('push_message'), await rows('push_subscription')]).toEqual([0, 1]);
    service.status = 201;
    await other.logIn(other.email, PASSWORD);
    await comment(id, '好了');
    await sendPushes(world.ctx);
    expect(service.received).toHaveLength(ATTEMPTS_MAX);
    await sendFailingPushes(world.ctx);
    expect(await world.sql('select failing_since from push_subscription')).toEqual([
      { failing_since: null },
    ]);
  });

  test('any other refusal drops the message; a redirect is not followed', async () => {
    const id = await publish('拒');
    await subscribe(author);
    for (const status of [302, 400, 413]) {
      service.received.length = 0;
      service.status = status;
      await comment(id, String(status));
      await sendPushes(world.ctx);
      await sendFailingPushes(world.ctx);
      expect([status, service.received.length, await rows('push_message')]).toEqual([status, 1, 0]);
    }
  });

  test('old messages are swept, and a browser that fails for a week is forgotten', async () => {
    const id = await publish('旧');
    await subscribe(author);
    await comment(id);
    world.wait(25 * HOUR);
    await sweepPushes(world.ctx);
    expect(await rows('push_message')).toBe(0);
    await other.logIn(other.email, PASSWORD);
    await comment(id, '新');
    await world.sql(
      "update push_subscription set failing_since = $1::timestamptz - interval '8 days'",
      [world.ctx.now()],
    );
    service.status = 500;
    await sendFailingPushes(world.ctx);
    expect(await rows('push_subscription')).toBe(0);
  });

  test('the rules', () => {
    const now = new Date();
    const pauses = Array.from({ length: ATTEMPTS_MAX }, (_, index) =>
      nextAttempt(index + 1, now, 0),
    );
    expect(pauses.at(-1)).toBeUndefined();
    const waits = pauses.slice(0, -1).map((at) => (at?.getTime() ?? 0) - now.getTime());
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(judgeStatus(null)).toBe('retry');
    expect(isAbandoned(null, now)).toBe(false);
    expect(JOBS.tasks).toHaveProperty('pushes_sweep');
  });
});
