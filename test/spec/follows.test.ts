import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findFollowed, purgeFollows } from '../../src/follows/actions.ts';
import { findFollowCounts, flushUserCountDeltas } from '../../src/users/actions/count-follows.ts';
import { TEST_CITUS_URL } from '../support/citus.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const MISSING = 999_999_999;
/** D32 */
const FOLLOWING_MAX = 5000;

const toggle = (who: Client, whom: { uid: number }, body?: object) =>
  who.post(`/api/users/${whom.uid}/follow`, body);
const follow = (who: Client, whom: { uid: number }) => toggle(who, whom, { following: true });
const unfollow = (who: Client, whom: { uid: number }) => toggle(who, whom, { following: false });
const status = async (who: Client, whom: { uid: number }) =>
  (await who.get(`/api/users/${whom.uid}/follow-status`)).body;

async function members(count: number): Promise<Client[]> {
  const made: Client[] = [];
  while (made.length < count) made.push(await world.member({ transport: 'bearer' }));
  return made;
}

async function uidsIn(who: Client, whom: { uid: number }, list: string): Promise<number[]> {
  const { body } = await who.get(`/api/users/${whom.uid}/${list}`);
  return body.items.map((one: { uid: number }) => one.uid);
}

/** Every page of a list; `between` runs after each. */
async function readAllPages(
  url: string,
  limit: number,
  between = async () => {},
): Promise<number[]> {
  const seen: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: Record<string, string> = { limit: String(limit), ...(cursor ? { cursor } : {}) };
    const { body } = await world.visitor().get(url, { query });
    seen.push(...body.items.map((one: { uid: number }) => one.uid));
    cursor = body.next_cursor;
    await between();
  }
  return seen;
}

/** Users whose counters and pending deltas differ from their rows; one statement, so one snapshot. */
function findMiscounted() {
  return world.sql(
    `with stored as materialized (select follower_uid, followed_uid from user_follow where following)
     select uid from user_count
       left join (select followed_uid as uid, count(*) as followers from stored group by 1) follower using (uid)
       left join (select follower_uid as uid, count(*) as following from stored group by 1) followed using (uid)
       left join (select uid, sum(followers) as followers, sum(following) as following
                    from user_count_delta group by uid) delta using (uid)
      where (user_count.followers + coalesce(delta.followers, 0), user_count.following + coalesce(delta.following, 0))
            <> (coalesce(follower.followers, 0), coalesce(followed.following, 0))`,
  );
}

async function expectExact(): Promise<void> {
  expect(await findMiscounted()).toEqual([]);
  await flushUserCountDeltas(world.ctx);
  expect(await world.sql('select 1 from user_count_delta')).toEqual([]);
  expect(await findMiscounted()).toEqual([]);
}

/** Users who cannot log in, inserted at once. */
async function crowd(count: number): Promise<number[]> {
  const rows = await world.sql(
    `with made as (
       insert into users (email, email_key, password_hash, created_at)
       select e, e, '-', now() from (select gen_random_uuid() || '@example.org' as e from generate_series(1, $1)) as list
       returning uid
     ), counted as (insert into user_count (uid) select uid from made)
     select uid from made order by uid`,
    [count],
  );
  return rows.map((row) => Number(row['uid']));
}

/** Rows and counters as if each member had followed, the first the longest ago. */
async function seedFollows(followers: number[], followed: number[]): Promise<void> {
  await world.sql(
    `insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
     select a, b, true, false, now() - interval '1 day' + (rank * interval '1 ms')
       from (select a, b, row_number() over (order by a, b) as rank
               from unnest($1::bigint[]) a cross join unnest($2::bigint[]) b) pair`,
    [followers, followed],
  );
  await world.sql(
    'update user_count set following = following + $2 where uid = any($1::bigint[])',
    [followers, followed.length],
  );
  await world.sql(
    'update user_count set followers = followers + $2 where uid = any($1::bigint[])',
    [followed, followers.length],
  );
}

async function seedUnfollow(follower: number, followed: number): Promise<void> {
  await world.sql(
    `with stopped as (
       update user_follow set following = false where follower_uid = $1 and followed_uid = $2
     ), fewer as (
       insert into user_count_delta (uid, followers) values ($2, -1)
     )
     update user_count set following = following - 1 where uid = $1`,
    [follower, followed],
  );
}

describe('§4 POST /api/users/:uid/follow', () => {
  test('§4 POST /api/users/:uid/follow, §3 Follow.button, §3 Follow.toggle, §2 UserFollow.relation, §2 UserFollow.mutual, §2 User.counts: the directions are independent, and each toggle returns the counts', async () => {
    const [one, other] = (await members(2)) as [Client, Client];
    expect(await status(one, other)).toEqual({
      i_follow: false,
      follows_me: false,
      state: 'none',
      follower_count: 0,
      following_count: 0,
    });
    const first = await toggle(one, other);
    expect([first.status, first.body]).toEqual([
      200,
      {
        i_follow: true,
        follows_me: false,
        state: 'following',
        follower_count: 1,
        following_count: 0,
      },
    ]);
    expect(await status(other, one)).toMatchObject({
      i_follow: false,
      follows_me: true,
      state: 'none',
    });
    expect((await toggle(other, one)).body).toEqual({
      i_follow: true,
      follows_me: true,
      state: 'mutual',
      follower_count: 1,
      following_count: 1,
    });
    expect((await status(one, other)).state).toBe('mutual');
    expect((await toggle(one, other)).body).toEqual({
      i_follow: false,
      follows_me: true,
      state: 'none',
      follower_count: 0,
      following_count: 1,
    });
    expect((await status(other, one)).state).toBe('following');
    await expectExact();
  });

  test('D8 a target state is the state afterwards, even when repeated, and the follow keeps its position', async () => {
    const [one, other] = (await members(2)) as [Client, Client];
    const never = await unfollow(one, other);
    expect(never.body).toMatchObject({ i_follow: false, follower_count: 0 });
    const first = await follow(one, other);
    const [{ followed_at }] = (await one.get(`/api/users/${other.uid}/followers`)).body.items;
    world.wait(60);
    expect((await follow(one, other)).body).toEqual(first.body);
    const [again] = (await one.get(`/api/users/${other.uid}/followers`)).body.items;
    expect(again.followed_at).toBe(followed_at);
    const released = await unfollow(one, other);
    expect(released.body).toMatchObject({ state: 'none', follower_count: 0 });
    expect((await unfollow(one, other)).body).toEqual(released.body);
    expect((await toggle(one, other, {})).body.i_follow).toBe(true);
    expect((await toggle(one, other, { following: 'yes' })).status).toBe(400);
    await expectExact();
  });

  test('D8 a toggle repeated under one idempotency key counts once', async () => {
    const [one, other] = (await members(2)) as [Client, Client];
    const once = () =>
      one.post(`/api/users/${other.uid}/follow`, undefined, {
        headers: { 'idempotency-key': 'follow' },
      });
    const [first, second] = [await once(), await once()];
    expect(second.text).toBe(first.text);
    expect(first.body).toMatchObject({ i_follow: true, follower_count: 1 });
    await expectExact();
  });

  test('D32 a member cannot follow themselves, and a missing, deleted or purged user is not found', async () => {
    const [one, gone] = (await members(2)) as [Client, Client];
    const self = await toggle(one, one);
    expect([self.status, self.body.code]).toEqual([422, 'self_follow']);
    await gone.post('/api/settings/delete-account', { password: PASSWORD });
    const [purged] = (await crowd(1)) as [number];
    await world.sql(
      `update users set email = null, email_key = null, password_hash = null, deleted_at = now(), purged_at = now()
        where uid = $1`,
      [purged],
    );
    for (const uid of [gone.uid, purged, MISSING]) {
      for (const path of ['follow-status', 'followers', 'following'])
        expect((await one.get(`/api/users/${uid}/${path}`)).body.code).toBe('not_found');
      const response = await follow(one, { uid });
      expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    }
    expect(await world.sql('select 1 from user_follow where follower_uid = $1', [one.uid])).toEqual(
      [],
    );
  });

  test('D32 the last follow below the limit goes to one of many concurrent requests, and the others get the limit', async () => {
    const [one] = (await members(1)) as [Client];
    const people = await crowd(FOLLOWING_MAX - 1);
    await seedFollows([one.uid], people);
    const candidates = await crowd(10);
    const responses = await Promise.all(candidates.map((uid) => follow(one, { uid })));
    const refused = responses.filter((response) => response.status === 422);
    expect(refused.length).toBe(9);
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 'too_many', limit: FOLLOWING_MAX });
    expect((await findFollowCounts(world.ctx.db, one.uid)).following).toBe(FOLLOWING_MAX);
    const notifications = await world.sql('select uid from notification where actor_uid = $1', [
      one.uid,
    ]);
    expect(notifications.length).toBe(1);

    expect((await follow(one, { uid: people[0] as number })).status).toBe(200);
    const [late] = candidates.filter((_, index) => responses[index]?.status === 422);
    await unfollow(one, { uid: people[0] as number });
    expect((await follow(one, { uid: late as number })).status).toBe(200);
    await expectExact();
  });
});

test('§6 NotifyFollow: one notification per pair; following again within the hour and unfollowing send none', async () => {
  const [one, other] = (await members(2)) as [Client, Client];
  const notifications = () =>
    world.sql(
      `select uid, kind, cause, actor_uid from notification where kind = 'follow' and uid = any($1::bigint[])`,
      [[one.uid, other.uid]],
    );
  await unfollow(one, other);
  expect(await notifications()).toEqual([]);
  await follow(one, other);
  const expected = [
    { uid: other.uid, kind: 'follow', cause: `follow:${one.uid}`, actor_uid: one.uid },
  ];
  expect(await notifications()).toEqual(expected);
  for (let count = 0; count < 4; count++) await toggle(one, other);
  await follow(one, other);
  expect(await notifications()).toEqual(expected);
});

describe('D52 following again renews the notification', () => {
  type Item = {
    id: number;
    kind: string;
    read: boolean;
    created_at: string;
    actor: { uid: number };
  };
  const listed = async (who: Client): Promise<Item[]> =>
    (await who.get('/api/messages?category=follow')).body.items;

  /** Their access tokens do not last an hour. */
  const pass = async (seconds: number, ...people: Client[]) => {
    world.wait(seconds);
    for (const one of people) await one.logIn(one.email, PASSWORD, 'bearer');
  };

  test('D52 unread, with the new time and first in the list, at most once an hour', async () => {
    const [one, other, later] = (await members(3)) as [Client, Client, Client];
    await follow(one, other);
    const [first] = await listed(other);
    await other.post(`/api/messages/${first?.id}/read`);
    await follow(later, other);

    await pass(3500, one, other, later);
    await unfollow(one, other);
    await follow(one, other);
    expect((await listed(other)).map(({ actor, read }) => [actor.uid, read])).toEqual([
      [later.uid, false],
      [one.uid, true],
    ]);

    await pass(200);
    await unfollow(one, other);
    // Unfollowing, or following a second time, renews nothing.
    await follow(later, other);
    expect((await listed(other)).map(({ actor }) => actor.uid)).toEqual([later.uid, one.uid]);
    await follow(one, other);
    const [renewed, before] = await listed(other);
    expect([renewed?.actor.uid, renewed?.read, before?.actor.uid]).toEqual([
      one.uid,
      false,
      later.uid,
    ]);
    const apart = Date.parse(renewed?.created_at ?? '') - Date.parse(first?.created_at ?? '');
    expect(apart).toBeGreaterThan(3600_000);
    expect((await other.get('/api/messages/unread')).body).toMatchObject({ total: 2, follow: 2 });
  });

  test('D52 a hundred concurrent toggles after the hour leave one row, renewed once', async () => {
    const [one, other] = (await members(2)) as [Client, Client];
    await follow(one, other);
    const [first] = await listed(other);
    await pass(3600, one, other);
    await Promise.all(Array.from({ length: 100 }, () => toggle(one, other)));
    const rows = await listed(other);
    expect(rows.map(({ read }) => read)).toEqual([false]);
    expect(rows[0]?.id).toBeGreaterThan(first?.id ?? 0);
    await other.post(`/api/messages/${rows[0]?.id}/read`);
    for (let count = 0; count < 4; count++) await toggle(one, other);
    expect((await listed(other)).map(({ id, read }) => [id, read])).toEqual([[rows[0]?.id, true]]);
  });
});

test('§4 GET /api/users/:uid/follow-status: an anonymous visitor follows no one, and everyone gets the counts', async () => {
  const [one, other] = (await members(2)) as [Client, Client];
  await follow(one, other);
  await follow(other, one);
  expect(await status(world.visitor(), other)).toEqual({
    i_follow: false,
    follows_me: false,
    state: 'none',
    follower_count: 1,
    following_count: 1,
  });
  expect(await status(one, one)).toMatchObject({
    i_follow: false,
    follows_me: false,
    state: 'none',
  });
});

describe('§4 GET /api/users/:uid/followers, §4 GET /api/users/:uid/following', () => {
  test('§4 GET /api/users/:uid/followers, §4 GET /api/users/:uid/following newest first, as cards; a member also sees whom they follow', async () => {
    const [star, first, second, reader] = (await members(4)) as [Client, Client, Client, Client];
    await follow(first, star);
    world.wait(1);
    await follow(second, star);
    await follow(reader, first);
    const { body } = await reader.get(`/api/users/${star.uid}/followers`);
    expect(body).toEqual({
      items: [
        {
          uid: second.uid,
          username: null,
          name: `用户${second.uid}`,
          avatar_url: null,
          level: expect.any(Number),
          i_follow: false,
          followed_at: expect.stringMatching(/Z$/),
        },
        expect.objectContaining({ uid: first.uid, i_follow: true }),
      ],
      next_cursor: null,
    });
    const anonymous = await world.visitor().get(`/api/users/${star.uid}/followers`);
    expect(anonymous.body.items.map((one: { i_follow: boolean }) => one.i_follow)).toEqual([
      false,
      false,
    ]);
    expect(await uidsIn(reader, first, 'following')).toEqual([star.uid]);
    expect(await uidsIn(reader, star, 'following')).toEqual([]);
    await unfollow(first, star);
    expect(await uidsIn(reader, star, 'followers')).toEqual([second.uid]);
    const [one] = (await reader.get(`/api/users/${star.uid}/followers`)).body.items;
    expect(JSON.stringify(one)).not.toContain('example.org');
    expect(await findFollowed(world.ctx.db, second.uid, [star.uid, first.uid])).toEqual(
      new Set([star.uid]),
    );
    const wrong = await reader.get(`/api/users/${star.uid}/followers?cursor=x`);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_input']);
  });

  test('D2 paging either list is complete and in order, even with equal timestamps', async () => {
    const [star, ...people] = (await crowd(24)) as [number, ...number[]];
    await seedFollows(people, [star]);
    await seedFollows([star], people);
    await world.sql(
      'update user_follow set changed_at = $2 where $1 in (follower_uid, followed_uid)',
      [star, world.ctx.now()],
    );
    for (const list of ['followers', 'following'])
      expect(await readAllPages(`/api/users/${star}/${list}`, 5)).toEqual([...people].reverse());
  });

  test('D2 paging while members follow and unfollow returns each lasting follower exactly once', async () => {
    const [star, ...people] = (await crowd(61)) as [number, ...number[]];
    await seedFollows(people, [star]);
    const fickle = await members(6);
    let isReading = true;
    const flicker = Promise.all(
      fickle.map(async (one) => {
        while (isReading) await toggle(one, { uid: star });
      }),
    );
    const leaving = people.filter((_, index) => index % 10 === 0);
    const seen = await readAllPages(`/api/users/${star}/followers`, 4, async () => {
      const uid = leaving.pop();
      if (uid) await seedUnfollow(uid, star);
    });
    isReading = false;
    await flicker;
    const steady = people.filter((_, index) => index % 10 !== 0).reverse();
    expect(seen.filter((uid) => steady.includes(uid))).toEqual(steady);
  });
});

test('§4 PUT /api/space/privacy, §2 User.list_public, D32 one flag hides both lists from others; counts stay, and the owner and staff still see them', async () => {
  const [star, fan] = (await members(2)) as [Client, Client];
  await follow(fan, star);
  await follow(star, fan);
  expect((await star.get('/api/space/privacy')).body).toEqual({ follows_public: true });
  const hide = await star.put('/api/space/privacy', { follows_public: false });
  expect([hide.status, hide.body]).toEqual([200, { follows_public: false }]);
  expect((await star.get('/api/space/privacy')).body).toEqual({ follows_public: false });
  const admin = await world.member({ role: 'admin' });
  for (const list of ['followers', 'following']) {
    for (const other of [fan, world.visitor()]) {
      const response = await other.get(`/api/users/${star.uid}/${list}`);
      expect([response.status, response.body.code]).toEqual([403, 'list_private']);
    }
    for (const allowed of [star, admin])
      expect(await uidsIn(allowed, star, list)).toEqual([fan.uid]);
    expect(await uidsIn(world.visitor(), fan, list)).toEqual([star.uid]);
  }
  expect(await status(fan, star)).toMatchObject({
    state: 'mutual',
    follower_count: 1,
    following_count: 1,
  });
  await star.put('/api/space/privacy', { follows_public: true });
  expect(await uidsIn(fan, star, 'followers')).toEqual([fan.uid]);
  expect((await star.put('/api/space/privacy', { follows_public: 1 })).status).toBe(400);
  expect((await star.put('/api/space/privacy', {})).status).toBe(400);
});

describe('D15', () => {
  test('a deleted account is in no list, and its restore brings all lists and counters back', async () => {
    const [one, leaver, third] = (await members(3)) as [Client, Client, Client];
    for (const other of [one, third]) {
      await follow(leaver, other);
      await follow(other, leaver);
    }
    await follow(one, third);
    const view = async () => ({
      lists: await Promise.all(
        [one, third].flatMap((who) =>
          ['followers', 'following'].map(
            async (list) => (await third.get(`/api/users/${who.uid}/${list}`)).body,
          ),
        ),
      ),
      counts: await Promise.all(
        [one, leaver, third].map((who) => findFollowCounts(world.ctx.db, who.uid)),
      ),
    });
    const before = await view();
    await leaver.post('/api/settings/delete-account', { password: PASSWORD });
    expect(await uidsIn(third, one, 'followers')).toEqual([]);
    expect(await uidsIn(third, one, 'following')).toEqual([third.uid]);
    expect((await follow(one, leaver)).status).toBe(404);
    const refused = await leaver.logIn(leaver.email, PASSWORD);
    const restored = await world.visitor().post('/api/auth/confirm-restore', {
      restore_token: refused.body.restore_token,
    });
    expect(restored.status).toBe(200);
    expect(await view()).toEqual(before);
    await expectExact();
  });

  test('a purge removes a member from every list and counter, in batches, also with several workers', async () => {
    const [star, bystander, ...fans] = (await crowd(1203)) as [number, number, ...number[]];
    await seedFollows(fans, [star, bystander]);
    await seedFollows([star], fans.slice(0, 700));
    await seedUnfollow(fans[0] as number, star);
    expect(await findMiscounted()).toEqual([]);
    const left = async () =>
      world.sql('select 1 from user_follow where $1 in (follower_uid, followed_uid)', [star]);
    // The first worker to finish empties the account, so no row may be left by then.
    const purge = () => purgeFollows(world.ctx, star).then(left);
    expect(await Promise.all([purge(), purge(), purge()])).toEqual([[], [], []]);
    await expectExact();
    expect(await findFollowCounts(world.ctx.db, star)).toEqual({ followers: 0, following: 0 });
    expect(await findFollowCounts(world.ctx.db, fans[1] as number)).toEqual({
      followers: 0,
      following: 1,
    });
    expect((await findFollowCounts(world.ctx.db, bystander)).followers).toBe(1201);
  });
});

describe('concurrency', () => {
  test('a locked counter delays no toggle: the toggle writes a delta, which is flushed after the lock', async () => {
    const [one, star] = (await members(2)) as [Client, Client];
    await world.ctx.tx(async (trx) => {
      await sql`select from user_count where uid = ${star.uid} for no key update`.execute(trx);
      const response = await follow(one, star);
      expect([response.status, response.body.follower_count]).toEqual([200, 1]);
      await flushUserCountDeltas(world.ctx);
      const waiting = await world.sql('select uid, followers from user_count_delta');
      expect(waiting).toEqual([{ uid: star.uid, followers: 1 }]);
    });
    await expectExact();
  });

  test('several workers that flush concurrently add each delta once', async () => {
    const [star, ...fans] = (await crowd(301)) as [number, ...number[]];
    await seedFollows(fans, [star]);
    for (const fan of fans) {
      await seedUnfollow(fan, star);
      await Promise.all(Array.from({ length: 6 }, () => flushUserCountDeltas(world.ctx)));
    }
    await expectExact();
  });

  test('§3 Follow button state: two hundred toggles by one member cancel out, and count exactly', async () => {
    const [one, other] = (await members(2)) as [Client, Client];
    const responses: number[] = [];
    // As many at once as there are connections: more would only wait for one.
    for (let round = 0; round < 10; round++) {
      const burst = await Promise.all(Array.from({ length: 20 }, () => toggle(one, other)));
      responses.push(...burst.map((response) => response.status));
    }
    expect(new Set(responses)).toEqual(new Set([200]));
    expect(await status(one, other)).toMatchObject({ state: 'none', follower_count: 0 });
    await expectExact();
  });

  test('D32 counters follow the rows: thirty members, one another and one star, 2 100 toggles while a worker flushes', async () => {
    const people = await members(30);
    const [star] = people as [Client];
    const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    let isToggling = true;
    const during = async (work: () => Promise<void>) => {
      while (isToggling) await work();
    };
    const folders = [1, 2].map(() => during(() => flushUserCountDeltas(world.ctx)));
    const miscounted: unknown[] = [];
    const auditor = during(async () => {
      miscounted.push(...(await findMiscounted()));
    });
    const statuses = new Map<number, number>();
    await Promise.all(
      people.map(async (one) => {
        for (let count = 0; count < 70; count++) {
          const others = people.filter((other) => other !== one);
          const whom = one !== star && Math.random() < 0.6 ? star : pick(others);
          const { status: code } = await toggle(one, whom);
          statuses.set(code, (statuses.get(code) ?? 0) + 1);
        }
      }),
    ).finally(() => {
      isToggling = false;
    });
    await Promise.all([...folders, auditor]);
    expect(statuses).toEqual(new Map([[200, 2100]]));
    // The machines of a cluster show a commit one after the other.
    if (!TEST_CITUS_URL) expect(miscounted).toEqual([]);
    await expectExact();
  }, 90_000);
});
