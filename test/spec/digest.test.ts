import { describe, expect, test } from 'vitest';
import { makeDigestBatch, makeDueDigests } from '../../src/digest/actions/make-digests.ts';
import { unsubscribePath } from '../../src/digest/actions/unsubscribe.ts';
import { JOBS } from '../../src/jobs.ts';
import { processPostChanges } from '../../src/posts/actions/process-changes.ts';
import { updateTagsOf } from '../../src/posts/actions/update-tags.ts';
import type { Client } from '../support/client.ts';
import { runMailJobs, startSmtp } from '../support/smtp.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const smtp = await startSmtp();
const world = await createWorld({ ...smtp.settings, DIGEST_RATE: '10000' });
const URL = '/api/settings/digest';
const DAY = 24 * 3600;

async function verify({ uid }: Client): Promise<void> {
  await world.sql('update users set email_verified_at = now() where uid = $1', [uid]);
  // The mail of the registration.
  await world.sql('delete from mail where uid = $1', [uid]);
}

/** A member with a verified address who gets a daily digest. */
async function subscriber(body: object = { frequency: 'daily' }): Promise<Client> {
  const member = await world.member({ exp: 2000, transport: 'bearer' });
  await verify(member);
  expect((await member.put(URL, body)).status).toBe(200);
  return member;
}

async function writer(): Promise<Client> {
  return world.member({ exp: 2000, transport: 'bearer' });
}

async function publish(author: Client, title: string, tags: string[] = []): Promise<number> {
  const post = { title, body: `<p>${title} body</p>`, tags };
  return (await author.post('/api/studio/posts', post)).body.id;
}

/** Everything written so far is old enough, and these members are due. */
async function makeDue(...members: Client[]): Promise<void> {
  world.wait(300);
  const uids = members.map(({ uid }) => uid);
  await world.sql(
    "update digest_preference set next_at = now() - interval '1 second' where uid = any($1)",
    [uids],
  );
}

async function makeAll(): Promise<number> {
  let made = 0;
  for (;;) {
    const result = await makeDigestBatch(world.ctx, 100);
    made += result.made;
    if (result.taken === 0) return made;
  }
}

async function mailsOf({ uid }: Client) {
  return world.sql("select * from mail where uid = $1 and kind = 'digest' order by id", [uid]);
}

async function dataOf(member: Client): Promise<{ posts: number[]; comments: number[] }> {
  const [mail] = await mailsOf(member);
  return mail?.['data'] as { posts: number[]; comments: number[] };
}

describe('PUT /api/settings/digest', () => {
  test('it is off by default, and there is no row', async () => {
    const member = await world.member();
    const { status, body } = await member.get(URL);
    expect([status, body]).toEqual([
      200,
      {
        frequency: 'off',
        hour: 8,
        weekday: 1,
        zone: 'Asia/Shanghai',
        next_at: null,
        available: true,
        verified: false,
      },
    ]);
    expect(await world.sql('select from digest_preference where uid = $1', [member.uid])).toEqual(
      [],
    );
  });

  test('it needs a verified address, and switching it off does not', async () => {
    const member = await world.member();
    const refused = await member.put(URL, { frequency: 'daily' });
    expect([refused.status, refused.body.code]).toEqual([403, 'address_unverified']);
    expect((await member.put(URL, { frequency: 'off' })).status).toBe(200);
    await verify(member);
    expect((await member.put(URL, { frequency: 'daily' })).body.frequency).toBe('daily');
    await world.sql('update users set email_verified_at = null where uid = $1', [member.uid]);
    expect((await member.put(URL, { frequency: 'off' })).body.next_at).toBeNull();
    expect(await world.sql('select from digest_preference where uid = $1', [member.uid])).toEqual(
      [],
    );
  });

  test('D63 without SMTP settings it is refused, and the page explains why', async () => {
    const silent = await createWorld();
    const member = await silent.member();
    await silent.sql('update users set email_verified_at = now() where uid = $1', [member.uid]);
    expect((await member.get(URL)).body.available).toBe(false);
    expect((await member.put(URL, { frequency: 'daily' })).body.code).toBe('mail_off');
    const page = (await member.get('/settings?tab=notifications')).text;
    expect(page).toContain('本站没有开启邮件');
    expect(page).not.toContain('/settings/digest/update');
  });

  test('the time is in the hour of the member, by their zone; what is absent stays', async () => {
    const member = await subscriber({
      frequency: 'weekly',
      hour: 21,
      weekday: 6,
      zone: 'America/New_York',
    });
    const { next_at } = (await member.get(URL)).body;
    const format = {
      timeZone: 'America/New_York',
      hour: 'numeric',
      hourCycle: 'h23',
      weekday: 'short',
    } as const;
    expect(new Intl.DateTimeFormat('en', format).format(new Date(next_at))).toBe('Sat, 21');
    const { body } = await member.put(URL, { frequency: 'daily' });
    expect(body).toMatchObject({ hour: 21, weekday: 6, zone: 'America/New_York' });
  });

  test.each([
    ['an unknown frequency', { frequency: 'hourly' }],
    ['no frequency', { hour: 3 }],
    ['an hour that no clock shows', { frequency: 'daily', hour: 24 }],
    ['a weekday that no week has', { frequency: 'weekly', weekday: 8 }],
    ['an unknown zone', { frequency: 'daily', zone: 'Mars/Olympus' }],
    ['an offset instead of a zone', { frequency: 'daily', zone: '+08:00' }],
    ['an unknown field', { frequency: 'daily', next_at: '2026-01-01T00:00:00Z' }],
  ])('%s is refused, and nothing changes', async (_, body) => {
    const member = await subscriber();
    const before = (await member.get(URL)).body;
    const response = await member.put(URL, body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
    expect((await member.get(URL)).body).toEqual(before);
  });

  test('without scripts: the form of the page saves it, and the page shows it', async () => {
    const member = await world.member();
    const unverified = (await member.get('/settings?tab=notifications')).text;
    expect(unverified).toContain('/settings?tab=security#email-address');
    await verify(member);
    const next = '/settings?tab=notifications#digest';
    const fields = { frequency: 'weekly', hour: '7', weekday: '3', zone: 'Europe/Berlin', next };
    const response = await member.submit('/settings/digest/update', fields);
    expect([response.status, response.headers['location']]).toEqual([303, next]);
    const page = (await member.get('/settings?tab=notifications')).text;
    for (const value of ['weekly', '7', '3', 'Europe/Berlin'])
      expect(page).toMatch(
        new RegExp(
          `<option[^>]*\\bvalue="${value}"[^>]*\\bselected|<option selected value="${value}"`,
        ),
      );
    expect(page).toContain(member.email);
  });
});

describe('making digests', () => {
  test('new posts of followed authors and tags and replies are in it, by ids only', async () => {
    const [member, author, other] = [await subscriber(), await writer(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    const tag = `lamp${member.uid}`;
    const first = await publish(other, 'tagged', [tag]);
    await processPostChanges(world.ctx, [updateTagsOf]);
    await member.put(`/api/tags/${tag}/follow`);
    const second = await publish(author, 'by a followed author', [tag]);
    const own = await publish(member, 'own', [tag]);
    await publish(other, 'not followed');
    await processPostChanges(world.ctx, [updateTagsOf]);
    const comment = (await author.post(`/api/posts/${own}/comments`, { body: 'a comment' })).body
      .id;
    const mine = (await member.post(`/api/posts/${first}/comments`, { body: 'mine' })).body.id;
    const reply = (await author.post(`/api/comments/${mine}/reply`, { body: 'a reply' })).body.id;
    await makeDue(member);
    expect(await makeAll()).toBe(1);
    const [mail] = await mailsOf(member);
    expect(mail?.['data']).toEqual({
      uid: member.uid,
      posts: [second, first],
      comments: [
        [first, reply],
        [own, comment],
      ],
    });
    expect(mail?.['cause']).toMatch(new RegExp(`^digest:${member.uid}:2\\d{3}-`));
  });

  test('nothing new: no mail, and the next one is due a day later', async () => {
    const member = await subscriber();
    await makeDue(member);
    expect(await makeAll()).toBe(0);
    expect(await mailsOf(member)).toEqual([]);
    const { next_at } = (await member.get(URL)).body;
    expect(new Date(next_at).getTime()).toBeGreaterThan(world.ctx.now().getTime());
  });

  test('what one digest has, the next one has not', async () => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    const first = await publish(author, 'first');
    await makeDue(member);
    await makeAll();
    const second = await publish(author, 'second');
    await makeDue(member);
    await makeAll();
    await makeDue(member);
    await makeAll();
    const posts = (await mailsOf(member)).map(({ data }) => (data as { posts: number[] }).posts);
    expect(posts).toEqual([[first], [second]]);
  });

  test('what is not older than two minutes waits for the next one', async () => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    await makeDue(member);
    const late = await publish(author, 'a transaction that commits late');
    expect(await makeAll()).toBe(0);
    await makeDue(member);
    expect(await makeAll()).toBe(1);
    expect((await mailsOf(member))[0]?.['data']).toMatchObject({ posts: [late] });
  });

  test('a change of the hour loses nothing and repeats nothing', async () => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    const post = await publish(author, 'before the change');
    await member.put(URL, { frequency: 'weekly', hour: 3 });
    await member.put(URL, { frequency: 'daily', hour: 4 });
    await makeDue(member);
    await makeAll();
    expect((await mailsOf(member)).map(({ data }) => data)).toMatchObject([{ posts: [post] }]);
  });

  test('at most ten posts and ten replies, the newest', async () => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    const own = await publish(member, 'own');
    for (let count = 0; count < 12; count++) {
      await publish(author, `post ${count}`);
      await author.post(`/api/posts/${own}/comments`, { body: `comment ${count}` });
    }
    await makeDue(member);
    await makeAll();
    const data = await dataOf(member);
    expect([data.posts.length, data.comments.length]).toEqual([10, 10]);
    expect(data.posts).toEqual([...data.posts].sort((a, b) => b - a));
    expect(data.comments).toEqual([...data.comments].sort((a, b) => b - a));
  });

  test('comments that were read, and those of a kind that is switched off, are not in it', async () => {
    const [member, author] = [await subscriber(), await writer()];
    const own = await publish(member, 'own');
    await author.post(`/api/posts/${own}/comments`, { body: 'read on the site' });
    await member.post('/api/messages/read-all', {});
    await makeDue(member);
    expect(await makeAll()).toBe(0);
    await author.post(`/api/posts/${own}/comments`, { body: 'switched off' });
    await member.put('/api/settings/notify-prefs', { comment: false });
    await makeDue(member);
    expect(await makeAll()).toBe(0);
  });

  test.each([
    ['banned', "update users set status = 'banned' where uid = $1"],
    ['deleted', 'update users set deleted_at = now() where uid = $1'],
    ['without a verified address', 'update users set email_verified_at = null where uid = $1'],
  ])('a member who is %s gets none, and later nothing of that time', async (_, change) => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    await publish(author, 'meanwhile');
    await makeDue(member);
    await world.sql(change, [member.uid]);
    expect(await makeAll()).toBe(0);
    await world.sql(
      "update users set status = 'active', deleted_at = null, email_verified_at = now() where uid = $1",
      [member.uid],
    );
    await makeDue(member);
    expect(await makeAll()).toBe(0);
  });

  test('two workers at once: each due member gets exactly one', async () => {
    const author = await writer();
    const members = await Promise.all(Array.from({ length: 20 }, () => subscriber()));
    for (const member of members) await member.post(`/api/users/${author.uid}/follow`);
    await publish(author, 'for everybody');
    await makeDue(...members);
    await Promise.all(Array.from({ length: 8 }, () => makeDigestBatch(world.ctx, 5)));
    await makeAll();
    for (const member of members) expect(await mailsOf(member)).toHaveLength(1);
  });

  test('a digest that was not due for days is one mail', async () => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    await publish(author, 'days ago');
    await makeDue(member);
    await world.sql(
      "update digest_preference set next_at = next_at - interval '9 days' where uid = $1",
      [member.uid],
    );
    expect(await makeAll()).toBe(1);
    expect(await makeAll()).toBe(0);
  });
});

describe('the pace', () => {
  test('DIGEST_RATE bounds all workers together; members with nothing new cost nothing of it', async () => {
    const slow = { ...world.ctx, config: { ...world.ctx.config, DIGEST_RATE: 2 } };
    const author = await writer();
    const idle = await Promise.all(Array.from({ length: 4 }, () => subscriber()));
    const members = await Promise.all(Array.from({ length: 6 }, () => subscriber()));
    for (const member of members) await member.post(`/api/users/${author.uid}/follow`);
    await publish(author, 'slowly');
    await makeDue(...members);
    await makeDue(...idle);
    await world.sql(
      "update digest_preference set next_at = next_at - interval '1 minute' where uid = any($1)",
      [idle.map(({ uid }) => uid)],
    );
    await world.sql("update digest_pace set free_at = '-infinity'");
    await world.sql("update mail set state = 'dropped' where state = 'queued'");
    await Promise.all([makeDueDigests(slow), makeDueDigests(slow)]);
    const made = async () => (await Promise.all(members.map(mailsOf))).flat().length;
    const first = await made();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(4);
    await world.sql("update digest_pace set free_at = clock_timestamp() + interval '1 hour'");
    await makeDueDigests(slow);
    expect(await made()).toBe(first);
    await world.sql("update digest_pace set free_at = '-infinity'");
    await makeDueDigests(world.ctx);
    expect(await made()).toBe(6);
  });

  test('while many mails wait to be sent, no more are made', async () => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    await publish(author, 'later');
    await makeDue(member);
    await world.sql("update mail set state = 'dropped' where state = 'queued'");
    await world.sql("update digest_pace set free_at = '-infinity'");
    const slow = { ...world.ctx, config: { ...world.ctx.config, DIGEST_RATE: 1 } };
    await world.sql(
      `insert into mail (kind, cause, address, email_key, locale, created_at)
       select 'test', 'waiting ' || n, 'a@example.org', 'a@example.org', 'en', now() from generate_series(1, 60) n`,
    );
    await makeDueDigests(slow);
    expect(await mailsOf(member)).toEqual([]);
    await world.sql("update mail set state = 'dropped' where cause like 'waiting %'");
    await makeDueDigests(slow);
    expect(await mailsOf(member)).toHaveLength(1);
  });
});

describe('the mail', () => {
  /** Only this member is due: the mail that is sent next. */
  async function send(member: Client) {
    await makeDue(member);
    await makeAll();
    return smtp.nextMailTo(world, member.email);
  }

  test('shows posts and replies, and unsubscribes with one click (RFC 8058)', async () => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    const post = await publish(author, 'A canary in the coal mine');
    const own = await publish(member, 'own post');
    const comment = await author.post(`/api/posts/${own}/comments`, { body: 'a remark canary' });
    await world.sql("update users set locale = 'en' where uid = $1", [member.uid]);
    const mail = await send(member);
    expect(mail.subject).toBe('1 new post, 1 reply to you: A canary in the coal mine');
    for (const part of [mail.text ?? '', mail.html ?? '']) {
      expect(part).toContain('A canary in the coal mine');
      expect(part).toContain(`/posts/${post}`);
      expect(part).toContain('a remark canary');
      expect(part).toContain(`comment=${comment.body.id}`);
      expect(part).toContain('/mail/unsubscribe/v1.digest.');
    }
    expect(mail.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const href = /^<(http[^>]+)>$/.exec(mail.header('list-unsubscribe') ?? '')?.[1] ?? '';
    const { pathname } = new globalThis.URL(href);
    const response = await world.visitor().raw({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(response.status).toBe(200);
    expect((await member.get(URL)).body.frequency).toBe('off');
  });

  test('D25 what is hidden between making and sending is not in it', async () => {
    const [member, author] = [await subscriber(), await writer()];
    const other = await writer();
    const admin = await world.member({ role: 'admin', exp: 2000, transport: 'bearer' });
    for (const { uid } of [author, other]) await member.post(`/api/users/${uid}/follow`);
    const own = await publish(member, 'own post');
    await publish(author, 'shown');
    const hidden = await publish(author, 'hiddencanary');
    const locked = await publish(author, 'lockedcanary');
    await publish(other, 'leavingcanary');
    const removed = await author.post(`/api/posts/${own}/comments`, { body: 'removedcanary' });
    await other.post(`/api/posts/${own}/comments`, { body: 'goneauthorcanary' });
    await makeDue(member);
    expect(await makeAll()).toBe(1);
    const { posts, comments } = await dataOf(member);
    expect([posts.length, comments.length]).toEqual([4, 2]);
    expect((await author.delete(`/api/studio/posts/${hidden}`)).status).toBeLessThan(300);
    const lock = await admin.post(`/api/admin/posts/${locked}/lock`, {
      version: 1,
      reason: 'a reason',
    });
    expect(lock.status).toBeLessThan(300);
    await author.delete(`/api/comments/${removed.body.id}`);
    await other.post('/api/settings/delete-account', { password: PASSWORD });
    const mail = await smtp.nextMailTo(world, member.email);
    expect(mail.raw + mail.text + mail.html).toContain('shown');
    expect(mail.raw + mail.text + mail.html).not.toContain('canary');
  });

  test.each([
    [
      'everything in it is hidden',
      async (_: Client, author: Client, post: number) => author.delete(`/api/studio/posts/${post}`),
    ],
    ['the member unsubscribes', async (member: Client) => member.put(URL, { frequency: 'off' })],
    [
      'the member is banned',
      async (member: Client) =>
        world.sql("update users set status = 'banned' where uid = $1", [member.uid]),
    ],
  ])('if %s before it is sent, it is not sent', async (_, change) => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    const post = await publish(author, 'soon gone');
    await makeDue(member);
    expect(await makeAll()).toBe(1);
    await change(member, author, post);
    await runMailJobs(world);
    expect((await mailsOf(member)).map(({ state }) => state)).toEqual(['dropped']);
    expect(smtp.mailsTo(member.email)).toEqual([]);
  });

  test('digests are sent after mails that somebody waits for', async () => {
    const [member, author] = [await subscriber(), await writer()];
    await member.post(`/api/users/${author.uid}/follow`);
    await publish(author, 'no hurry');
    await makeDue(member);
    await makeAll();
    const [mail] = await mailsOf(member);
    const jobs = await world.sql(
      'select priority, max_attempts from graphile_worker._private_jobs where key = $1',
      [`mail:${mail?.['id']}`],
    );
    expect(jobs).toEqual([{ priority: 10, max_attempts: 12 }]);
  });
});

describe('/mail/unsubscribe/:token', () => {
  const linkOf = ({ uid }: Client) => unsubscribePath(world.ctx.secrets, uid);
  const isOn = async (member: Client) =>
    (await world.sql('select from digest_preference where uid = $1', [member.uid])).length > 0;

  test('GET only asks; its button works without scripts, cookies or a log-in', async () => {
    const member = await subscriber();
    const page = await world.visitor().get(linkOf(member));
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<form class="form" method="post" action="${linkOf(member)}">`);
    expect(await isOn(member)).toBe(true);
    const response = await world.visitor().raw({ method: 'POST', url: linkOf(member) });
    expect(response.status).toBe(200);
    expect(await isOn(member)).toBe(false);
  });

  test.each([
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'List-Unsubscribe=One-Click',
    ],
    [
      'multipart/form-data, as RFC 8058 prefers',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['another site', { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }, undefined],
  ])(
    'one POST as %s acts at once, and a second one changes nothing',
    async (_, headers, payload) => {
      const member = await subscriber();
      const request = {
        method: 'POST',
        url: linkOf(member),
        headers,
        ...(payload ? { payload } : {}),
      } as const;
      const first = await world.visitor().raw(request);
      expect([first.status, first.headers['location']]).toEqual([200, undefined]);
      expect(await isOn(member)).toBe(false);
      const second = await world.visitor().raw(request);
      expect([second.status, second.text]).toEqual([first.status, first.text]);
    },
  );

  test('a banned member can unsubscribe too', async () => {
    const member = await subscriber();
    await world.sql("update users set status = 'banned' where uid = $1", [member.uid]);
    expect((await world.visitor().raw({ method: 'POST', url: linkOf(member) })).status).toBe(200);
    expect(await isOn(member)).toBe(false);
  });

  test('a wrong link changes nothing and shows nothing', async () => {
    const member = await subscriber();
    const [, version, list, uid, mac = ''] = /(v1)\.(\w+)\.(\d+)\.(.+)$/.exec(linkOf(member)) ?? [];
    const other = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`;
    const wrong = [
      `${version}.${list}.${uid}.${other}`,
      `${version}.${list}.${Number(uid) + 1}.${mac}`,
      `${version}.news.${uid}.${mac}`,
      `v2.${list}.${uid}.${mac}`,
      `${version}.${list}.0${uid}.${mac}`,
      `${version}.${list}.${uid}.${mac}A`,
      'x',
    ];
    for (const token of wrong) {
      const url = `/mail/unsubscribe/${token}`;
      for (const method of ['GET', 'POST'] as const)
        expect([token, (await world.visitor().raw({ method, url })).status]).toEqual([token, 404]);
    }
    expect(await isOn(member)).toBe(true);
  });

  test('the response is the same whether or not the account is subscribed or exists', async () => {
    const [on, off] = [await subscriber(), await world.member()];
    const nobody = unsubscribePath(world.ctx.secrets, 987_654_321);
    const pages = [];
    for (const url of [linkOf(on), linkOf(off), nobody])
      pages.push(await world.visitor().raw({ method: 'POST', url }));
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test('the member, logged in, can undo it with one button', async () => {
    const member = await world.member();
    await verify(member);
    await member.put(URL, { frequency: 'weekly', hour: 19, weekday: 7, zone: 'Asia/Tokyo' });
    const page = await member.submit(linkOf(member));
    expect(page.text).toContain('action="/settings/digest/update"');
    const fields = Object.fromEntries(
      [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
    expect((await member.submit('/settings/digest/update', fields)).status).toBe(303);
    expect((await member.get(URL)).body).toMatchObject({
      frequency: 'weekly',
      hour: 19,
      weekday: 7,
      zone: 'Asia/Tokyo',
    });
    const other = await world.member();
    expect((await other.submit(linkOf(member))).text).not.toContain('/settings/digest/update');
  });

  test('wrong links are limited per address, right ones per member: providers send many from one', async () => {
    const limited = await createWorld({
      ...smtp.settings,
      LIMIT_UNSUBSCRIBE: '3/600',
      LIMITS_PROFILE: 'strict',
    });
    const post = (url: string) => limited.visitor().raw({ method: 'POST', url });
    const wrong = '/mail/unsubscribe/v1.digest.1.wrong';
    const tries = [];
    for (let count = 0; count < 4; count++) tries.push((await post(wrong)).status);
    expect(tries).toEqual([404, 404, 404, 429]);
    for (let uid = 1; uid <= 5; uid++)
      expect((await post(unsubscribePath(limited.ctx.secrets, uid))).status).toBe(200);
    const again = [];
    for (let count = 0; count < 4; count++)
      again.push((await post(unsubscribePath(limited.ctx.secrets, 9))).status);
    expect(again).toEqual([200, 200, 200, 429]);
  });
});

test('D15 a purge deletes the preference, and a restore within 30 days keeps it', async () => {
  const member = await subscriber();
  await member.post('/api/settings/delete-account', { password: PASSWORD });
  const rows = () => world.sql('select from digest_preference where uid = $1', [member.uid]);
  expect(await rows()).toHaveLength(1);
  world.wait(31 * DAY);
  await JOBS.tasks['accounts_purge']?.(world.ctx, {});
  expect(await rows()).toHaveLength(0);
});
