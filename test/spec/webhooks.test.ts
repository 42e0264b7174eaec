import { Webhook as Verifier } from 'standardwebhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FetchFailed } from '../../src/platform/outbound/fetch-failed.ts';
import { createGuardedPost, type GuardedPost } from '../../src/platform/outbound/guarded-post.ts';
import { deliverDue, sweepDeliveries } from '../../src/webhooks/actions/deliver-all.ts';
import { ATTEMPTS_MAX, EVENTS, nextAttempt, reasonToDisable } from '../../src/webhooks/rules.ts';
import type { Client } from '../support/client.ts';
import { hold, release } from '../support/hold-comment.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const DAY = 24 * 3600;
const ADDRESS = 'https://hooks.example.org/lamplight';
const PATH = '/api/admin/webhooks';

type Received = { url: string; headers: Record<string, string>; body: string };
const received: Received[] = [];
let response: number | Error = 204;

const world = await createWorld({ LIMIT_WRITES: 'off', LIMIT_SENSITIVE: 'off' }, ({ ctx }) => {
  const { accepts } = ctx.guardedPost;
  const post: GuardedPost['post'] = async (url, { headers, body }) => {
    received.push({ url, headers, body: String(body) });
    if (response instanceof Error) throw response;
    return response;
  };
  ctx.guardedPost = { accepts, post };
});
const owner = await world.member({ role: 'owner', exp: 600 });

beforeEach(async () => {
  await world.sql('delete from webhook');
  await world.sql('delete from webhook_event');
  received.length = 0;
  response = 204;
});

async function createWebhook(events: readonly string[] = EVENTS) {
  const { status, body } = await owner.post(PATH, { url: ADDRESS, events });
  expect(status).toBe(201);
  return body as { id: number; secret: string };
}

async function publish(author: Client, title: string): Promise<number> {
  const { body } = await author.post('/api/studio/posts', { title, body: '<p>火</p>' });
  return body.id;
}

const payloads = () => received.map(({ body }) => JSON.parse(body));
const typesOf = () => payloads().map(({ type }) => type);
const logOf = async (id: number) => (await owner.get(`${PATH}/${id}/deliveries`)).body.items;

function verify({ headers, body }: Received, secret: string): unknown {
  // The tests move the clock of the site.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(world.ctx.now().getTime());
  try {
    return new Verifier(secret).verify(body, headers);
  } finally {
    clock.mockRestore();
  }
}

describe('D70 webhooks', () => {
  test('are the owner’s, need https and a public address, and are at most ten', async () => {
    const admin = await world.member({ role: 'admin' });
    expect((await admin.get(PATH)).body.code).toBe('role_required');
    const refused = [
      'http://hooks.example.org/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://[::ffff:10.0.0.1]/',
      'https://hooks.internal/',
      'https://user:password@hooks.example.org/',
      'http://127.0.0.1:8080/',
      'ftp://hooks.example.org/',
    ];
    for (const url of refused) {
      const { body } = await owner.post(PATH, { url, events: ['post.hidden'] });
      expect([url, body.code, body.errors?.[0]?.pointer]).toEqual([url, 'invalid_input', '/url']);
    }
    for (let count = 0; count < 10; count++) await createWebhook();
    const eleventh = await owner.post(PATH, { url: ADDRESS, events: EVENTS });
    expect(eleventh.body.code).toBe('too_many');
  });

  test('without one, nothing that happens leaves a row', async () => {
    await publish(await world.member({ exp: 600 }), '灯');
    const { id } = await createWebhook(['report.created']);
    await publish(await world.member({ exp: 600 }), '火');
    await owner.put(`${PATH}/${id}`, { url: ADDRESS, events: EVENTS, enabled: false });
    await publish(await world.member({ exp: 600 }), '夜');
    expect(await world.sql('select from webhook_event')).toEqual([]);
  });

  test('every event arrives once, signed, with ids, addresses and titles of public posts', async () => {
    const { secret } = await createWebhook();
    const author = await world.member({ exp: 600 });
    const id = await publish(author, '灯下');
    const comment = (await owner.post(`/api/posts/${id}/comments`, { body: '好' })).body.id;
    const { version } = (await author.get(`/api/studio/posts/${id}`)).body;
    await author.put(`/api/studio/posts/${id}`, { title: '灯前', body: '<p>火火</p>', version });
    const report = { subject_kind: 'post', subject_id: id, reason: 'spam', note: '密' };
    expect((await owner.post('/api/reports', report)).status).toBeLessThan(300);
    await deliverDue(world.ctx);
    const { origin } = new URL(world.ctx.config.BASE_URL);
    const post = { id, url: `${origin}/posts/${id}`, title: '灯前' };
    expect(payloads().map(({ type, data }) => [type, data])).toEqual([
      ['member.joined', { member: { id: author.uid, url: `${origin}/space/${author.uid}` } }],
      ['post.published', { post }],
      [
        'comment.created',
        {
          comment: { id: comment, url: `${origin}/posts/${id}?comment=${comment}#comments` },
          post,
        },
      ],
      ['post.updated', { post }],
      ['report.created', { report: { id: expect.any(Number), url: `${origin}/admin/queue` } }],
    ]);
    for (const message of received) expect(() => verify(message, secret)).not.toThrow();
    const [first] = received as [Received];
    expect(() => verify({ ...first, body: `${first.body} ` }, secret)).toThrow();
    received.length = 0;
    await deliverDue(world.ctx);
    expect(received).toEqual([]);
  });

  test('visibility: nothing hidden is in any payload, not even in a retry after it was hidden', async () => {
    const canary = '不可见的金丝雀';
    await createWebhook();
    const author = await world.member({ exp: 600 });
    await author.post('/api/studio/posts', { title: canary, body: '<p>x</p>', draft: true });
    await world.review(true);
    await author.post('/api/studio/posts', { title: canary, body: `<p>${canary}</p>` });
    await world.review(false);
    await deliverDue(world.ctx);
    expect(typesOf()).toEqual(['member.joined']);
    const id = await publish(author, canary);
    await owner.post(`/api/posts/${id}/comments`, { body: canary });
    await owner.post('/api/reports', {
      subject_kind: 'post',
      subject_id: id,
      reason: 'spam',
      note: canary,
    });
    await author.delete(`/api/studio/posts/${id}`);
    await deliverDue(world.ctx);
    expect(typesOf()).toEqual(
      expect.arrayContaining(['post.published', 'post.hidden', 'comment.created']),
    );
    const sent = JSON.stringify(received);
    for (const secret of [canary, author.email, owner.email]) expect(sent).not.toContain(secret);

    // Public when it happened, and hidden before the attempt that arrives.
    received.length = 0;
    response = 500;
    const other = await publish(author, canary);
    await deliverDue(world.ctx);
    expect(payloads()[0]).toMatchObject({
      type: 'post.published',
      data: { post: { title: canary } },
    });
    await author.delete(`/api/studio/posts/${other}`);
    received.length = 0;
    response = 200;
    world.wait(10);
    await deliverDue(world.ctx);
    expect(typesOf()).toEqual(['post.published', 'post.hidden']);
    expect(JSON.stringify(received)).not.toContain(canary);
    await owner.logIn(owner.email, PASSWORD);
  });

  test('a deleted account hides its posts, and a restored one shows them again', async () => {
    await createWebhook(['post.published', 'post.hidden']);
    const author = await world.member({ exp: 600 });
    const id = await publish(author, '灯');
    await author.post('/api/settings/delete-account', { password: PASSWORD });
    await deliverDue(world.ctx);
    expect(payloads().map(({ type, data }) => [type, data.post.id])).toEqual([
      ['post.published', id],
      ['post.hidden', id],
    ]);
  });

  test('a held comment is announced when the staff releases it', async () => {
    await createWebhook(['comment.created']);
    const post = await publish(owner, '灯');
    const { id } = (await owner.post(`/api/posts/${post}/comments`, { body: '扣' })).body;
    await hold(world.ctx, id);
    await deliverDue(world.ctx);
    expect(typesOf()).toEqual([]);
    await release(world.ctx, id);
    await deliverDue(world.ctx);
    expect(typesOf()).toEqual(['comment.created']);
  });
});

describe('D70 deliveries', () => {
  test('of one post wait for each other; those of another do not', async () => {
    const { id: webhook } = await createWebhook(['post.published', 'post.updated']);
    const author = await world.member({ exp: 600 });
    const first = await publish(author, '一');
    const { version } = (await author.get(`/api/studio/posts/${first}`)).body;
    await author.put(`/api/studio/posts/${first}`, { title: '一一', body: '<p>x</p>', version });
    response = new FetchFailed('unreachable', 'ECONNREFUSED');
    const second = await publish(author, '二');
    await deliverDue(world.ctx);
    expect(payloads().map(({ type, data }) => [type, data.post.id])).toEqual([
      ['post.published', first],
      ['post.published', second],
    ]);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    received.length = 0;
    response = 200;
    world.wait(7);
    await deliverDue(world.ctx);
    const ofFirst = payloads().filter(({ data }) => data.post.id === first);
    expect(ofFirst.map(({ type }) => type)).toEqual(['post.published', 'post.updated']);
    // The same ids: a receiver can tell that it has them.
    const again = received.map(({ headers }) => headers['webhook-id']);
    expect(again).toHaveLength(3);
    expect(again).toEqual(expect.arrayContaining(ids));
    expect((await logOf(webhook)).map((one: { state: string }) => one.state)).toEqual(
      Array(3).fill('delivered'),
    );
    await owner.logIn(owner.email, PASSWORD);
  });

  test('are tried for three days, then given up; the log has the last failure', async () => {
    const { id } = await createWebhook(['member.joined']);
    response = 302;
    await world.member();
    let attempts = 0;
    for (let hour = 0; hour < 4 * 24; hour++) {
      await deliverDue(world.ctx);
      world.wait(3600);
      attempts = received.length;
    }
    expect(attempts).toBeGreaterThanOrEqual(ATTEMPTS_MAX - 3);
    for (let pass = 0; pass < ATTEMPTS_MAX; pass++) {
      await deliverDue(world.ctx);
      world.wait(2 * DAY);
    }
    expect(received).toHaveLength(ATTEMPTS_MAX);
    await owner.logIn(owner.email, PASSWORD);
    expect(await logOf(id)).toMatchObject([
      { state: 'given_up', last_status: 302, attempts: ATTEMPTS_MAX },
    ]);
    // Nothing succeeded for three days: the site turned it off and notified the owner.
    expect((await owner.get(PATH)).body.items).toMatchObject([
      { enabled: false, disabled_reason: 'failing' },
    ]);
    const { items } = (await owner.get('/api/messages?category=system')).body;
    expect(items[0]).toMatchObject({
      kind: 'webhook_disabled',
      text: expect.stringContaining('hooks.example.org'),
    });
    await owner.put(`${PATH}/${id}`, { url: ADDRESS, events: EVENTS, enabled: true });
    expect((await owner.get(PATH)).body.items).toMatchObject([
      { disabled_reason: null, failing_since: null },
    ]);
    const [delivery] = await logOf(id);
    response = 200;
    expect((await owner.post(`${PATH}/${id}/deliveries/${delivery.id}/repeat`)).status).toBe(202);
    await deliverDue(world.ctx);
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('the pauses are three days together, never shorter, and at most a tenth longer', () => {
    const now = new Date(0);
    const pauses = Array.from({ length: ATTEMPTS_MAX }, (_, index) =>
      nextAttempt(index + 1, now, 0),
    );
    expect(pauses.at(-1)).toBeUndefined();
    const seconds = pauses.reduce((sum, at) => sum + (at?.getTime() ?? 0) / 1000, 0);
    expect(seconds).toBeGreaterThan(3 * DAY);
    expect(seconds).toBeLessThan(3.1 * DAY);
    expect(nextAttempt(1, now, 1)?.getTime()).toBe(5500);
  });

  test('410 turns the webhook off at once, and gives up what waits', async () => {
    const { id } = await createWebhook(['member.joined']);
    await world.member();
    await world.member();
    response = 410;
    await deliverDue(world.ctx);
    expect(received).toHaveLength(1);
    expect((await owner.get(PATH)).body.items).toMatchObject([
      { enabled: false, disabled_reason: 'gone' },
    ]);
    expect((await logOf(id)).map((one: { state: string }) => one.state)).toEqual([
      'given_up',
      'given_up',
    ]);
    expect((await owner.post(`${PATH}/${id}/test`)).body.code).toBe('wrong_state');
  });

  test('a failing endpoint is left on while something succeeds', () => {
    const now = new Date(10 * DAY * 1000);
    const failing_since = new Date(now.getTime() - 2 * DAY * 1000);
    const failure = { status: 500, is_given_up: true, failing_since, now };
    expect(reasonToDisable(failure)).toBeUndefined();
    expect(reasonToDisable({ ...failure, failing_since: new Date(0) })).toBe('failing');
    expect(
      reasonToDisable({ ...failure, failing_since: new Date(0), is_given_up: false }),
    ).toBeUndefined();
  });

  test('a rotation signs with both secrets for a day, then with the new one', async () => {
    const { id, secret } = await createWebhook(['member.joined']);
    const rotated = (await owner.post(`${PATH}/${id}/secret`)).body.secret;
    expect(rotated).not.toBe(secret);
    await world.member();
    await deliverDue(world.ctx);
    const [both] = received as [Received];
    for (const one of [secret, rotated]) expect(() => verify(both, one)).not.toThrow();
    world.wait(DAY + 1);
    await world.member();
    await deliverDue(world.ctx);
    await owner.logIn(owner.email, PASSWORD);
    const last = received.at(-1) as Received;
    expect(() => verify(last, secret)).toThrow();
    expect(() => verify(last, rotated)).not.toThrow();
    const rows = await world.sql("select encode(secret, 'base64') as secret from webhook");
    expect(rows[0]?.['secret']).not.toContain(rotated.slice(6, 20));
  });

  test('the test button sends one event; finished deliveries leave the log after 30 days', async () => {
    const { id } = await createWebhook(['post.hidden']);
    expect((await owner.post(`${PATH}/${id}/test`)).body).toMatchObject({
      event: 'test',
      state: 'waiting',
    });
    await deliverDue(world.ctx);
    expect(typesOf()).toEqual(['test']);
    await sweepDeliveries(world.ctx);
    expect(await logOf(id)).toHaveLength(1);
    world.wait(30 * DAY + 1);
    await sweepDeliveries(world.ctx);
    await owner.logIn(owner.email, PASSWORD);
    expect(await logOf(id)).toEqual([]);
  });

  test('the staff log has what the owner did, and never a secret', async () => {
    const { id, secret } = await createWebhook(['post.hidden']);
    await owner.put(`${PATH}/${id}`, { url: ADDRESS, events: EVENTS, enabled: true });
    await owner.post(`${PATH}/${id}/secret`);
    await owner.delete(`${PATH}/${id}`);
    const { body, text } = await owner.get('/api/admin/staff-log?subject_kind=webhook');
    expect(body.items.slice(0, 4).map((one: { action: string }) => one.action)).toEqual([
      'webhook.remove',
      'webhook.rotate',
      'webhook.change',
      'webhook.create',
    ]);
    expect(text).not.toContain(secret);
    expect((await owner.get(`${PATH}/${id}/deliveries`)).status).toBe(404);
  });
});

describe('D70 the guard of deliveries', () => {
  const message = { headers: {}, body: '{}' };

  test.each([
    [['10.0.0.1'], 'resolved address'],
    [['93.184.215.14', '127.0.0.1'], 'resolved address'],
    [[], 'no addresses'],
  ])('a name that leads to %j is not connected to', async (addresses, detail) => {
    const poster = createGuardedPost({
      userAgent: 'test',
      allowsLoopback: true,
      resolve: async () => addresses,
    });
    expect(poster.accepts('https://hooks.example.org/')).toBe(true);
    await expect(poster.post('https://hooks.example.org/', message)).rejects.toMatchObject({
      detail,
    });
  });

  test('the setting for developers opens this machine by its address, and nothing else', () => {
    const poster = createGuardedPost({ userAgent: 'test', allowsLoopback: true });
    const accepted = (url: string) => poster.accepts(url);
    expect(accepted('http://127.0.0.1:8080/hook')).toBe(true);
    expect(accepted('http://[::1]:8080/hook')).toBe(true);
    for (const url of [
      'http://192.168.0.1/',
      'http://localhost/',
      'http://hooks.example.org/',
      'https://10.0.0.1/',
    ])
      expect([url, accepted(url)]).toEqual([url, false]);
  });
});

describe('D70 the pages', () => {
  test('make, change, test and remove a webhook without scripts; the secret is shown once', async () => {
    const made = await owner.submit('/admin/webhooks', {
      url: ADDRESS,
      events: 'post.published',
      next: '/admin/webhooks/{id}',
    });
    const page = String(made.headers['location']);
    expect(page).toMatch(/^\/admin\/webhooks\/\d+$/);
    const shown = await owner.get(page);
    expect(shown.text).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect((await owner.get(page)).text).not.toContain('whsec_');
    expect((await owner.submit(`${page}/test`)).status).toBe(303);
    await deliverDue(world.ctx);
    expect((await owner.get(page)).text).toContain('204');
    const wrong = await owner.submit(`${page}/update`, {
      url: 'http://x.example/',
      events: 'post.hidden',
      enabled: 'true',
    });
    expect([wrong.status, wrong.text.includes('url-error')]).toEqual([400, true]);
    expect((await owner.submit(`${page}/delete`)).status).toBe(303);
    expect((await owner.get(page)).status).toBe(404);
    const admin = await world.member({ role: 'admin' });
    expect((await admin.get('/admin/webhooks')).status).toBe(403);
  });
});
