import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CheckResult, type Verdict, verifyIntegrity } from '../../src/integrity/actions.ts';
import { runInSnapshot, withOwnConnection } from '../../src/integrity/store/connection.ts';
import { TIME_BUDGET } from '../../src/platform/time-budget.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { deleteRevisions } from '../../src/posts/store/revisions.ts';
import { keepFlushingCounts } from '../support/flush-counts.ts';
import { findDifferences } from '../support/integrity.ts';
import { operatorOf, settingsOf } from '../support/lamplight.ts';
import { until } from '../support/until.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const TEXT = { title: '夜航', body: '<p>灯火可亲。</p>' };

/** A post that a reader liked, discussed and saved, who follows its author, all through the API; and another member. */
async function livelyPost() {
  const [author, reader] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
  const { id: post } = (await author.post('/api/studio/posts', TEXT)).body;
  await reader.post(`/api/posts/${post}/like`);
  const { id: comment } = (await reader.post(`/api/posts/${post}/comments`, { body: '好' })).body;
  await author.post(`/api/comments/${comment}/reply`, { body: '谢谢' });
  await reader.post(`/api/posts/${post}/favorite`);
  const { id: folder } = (await reader.post('/api/folders', { name: '二' })).body;
  await reader.post(`/api/folders/${folder}/posts`, { post_id: post });
  await reader.post(`/api/users/${author.uid}/follow`);
  const [row] = await world.sql('select day from post_day where post_id = $1', [post]);
  const day = String(row?.['day']);
  const bystander = await world.member();
  return { author, reader, bystander, post, comment, folder, day };
}
type Lively = Awaited<ReturnType<typeof livelyPost>>;

const verify = () => verifyIntegrity(world.ctx, { repair: false });
const repair = () => verifyIntegrity(world.ctx, { repair: true });

async function expectClean(): Promise<void> {
  const verdict = await verify();
  expect(findDifferences(verdict)).toEqual([]);
  expect(verdict).toMatchObject({ clean: true, repaired: [] });
}

async function lastRepair(): Promise<number> {
  const [row] = await world.sql('select coalesce(max(id), 0) as id from integrity_repair');
  return Number(row?.['id']);
}

function repairsSince(id: number) {
  return world.sql(
    'select check_name, subject, stored, actual from integrity_repair where id > $1 order by id',
    [id],
  );
}

/** Everything a repair could write, as text. */
async function everything(): Promise<string> {
  const tables = [
    'post_count',
    'post_count_delta',
    'post_day',
    'user_count',
    'user_count_delta',
    'hidden_reply',
    'hidden_star',
    'comment',
    'folder',
    'post_favorite',
    'integrity_repair',
  ];
  const rows = await Promise.all(
    tables.map((table) => world.sql(`select t::text, xmin::text from ${table} as t order by 1`)),
  );
  return JSON.stringify(rows);
}

type Plant = {
  check: string;
  /** Written by the schema's owner, like a bug of the service would. */
  plant: (site: Lively) => [text: string, values: unknown[]][];
  subject: (site: Lively) => string;
  stored: Record<string, number | null>;
  actual: Record<string, number>;
};

const COUNTERS: Record<string, Plant> = {
  'the counters of a post': {
    check: 'post counters',
    plant: ({ post }) => [
      [
        'update post_count set likes = 5, dislikes = 2, comments = 9, favorites = 7 where post_id = $1',
        [post],
      ],
    ],
    subject: ({ post }) => `post ${post}`,
    stored: { likes: 5, dislikes: 2, comments: 9, favorites: 7 },
    actual: { likes: 1, dislikes: 0, comments: 2, favorites: 1 },
  },
  'a post counter that is too low': {
    check: 'post counters',
    plant: ({ post }) => [['update post_count set comments = 1 where post_id = $1', [post]]],
    subject: ({ post }) => `post ${post}`,
    stored: { comments: 1 },
    actual: { comments: 2 },
  },
  'a post without counters': {
    check: 'post counters',
    plant: ({ post }) => [['delete from post_count where post_id = $1', [post]]],
    subject: ({ post }) => `post ${post}`,
    stored: { likes: null, dislikes: null, comments: null, favorites: null, energy: null },
    actual: { likes: 1, dislikes: 0, comments: 2, favorites: 1, energy: 0 },
  },
  'the day of a post': {
    check: 'post days',
    plant: ({ post }) => [
      ['update post_day set likes = 8, comments = 0, favorites = -3 where post_id = $1', [post]],
    ],
    subject: ({ post, day }) => `post ${post} on ${day}`,
    stored: { likes: 8, comments: 0, favorites: -3 },
    actual: { likes: 1, comments: 2, favorites: 1 },
  },
  'the reads of a post': {
    check: 'post reads',
    plant: ({ post }) => [['insert into post_read_count (post_id, reads) values ($1, 4)', [post]]],
    subject: ({ post }) => `post ${post}`,
    stored: { reads: 4 },
    actual: { reads: 0 },
  },
  'the sources of a post': {
    check: 'read sources',
    plant: ({ post }) => [
      [
        "insert into post_read_source (post_id, day, source, reads) values ($1, '2020-02-29', 'home', 4)",
        [post],
      ],
    ],
    subject: ({ post }) => `post ${post} on 2020-02-29`,
    stored: { reads: 4 },
    actual: { reads: 0 },
  },
  'how far a post was read': {
    check: 'read depths',
    plant: ({ post }) => [
      [
        'insert into post_read_count (post_id, reads, measured, finished) values ($1, 0, 3, 2)',
        [post],
      ],
    ],
    subject: ({ post }) => `post ${post}`,
    stored: { measured: 3, finished: 2 },
    actual: { measured: 0, finished: 0 },
  },
  'the reads of an author': {
    check: 'author reads',
    plant: ({ author }) => [
      [
        "insert into author_read_day (author_uid, day, reads) values ($1, '2020-02-29', 4)",
        [author.uid],
      ],
    ],
    subject: ({ author }) => `user ${author.uid} on 2020-02-29`,
    stored: { reads: 4 },
    actual: { reads: 0 },
  },
  'a missing day of a post': {
    check: 'post days',
    plant: ({ post }) => [['delete from post_day where post_id = $1', [post]]],
    subject: ({ post, day }) => `post ${post} on ${day}`,
    stored: { likes: 0, comments: 0, favorites: 0 },
    actual: { likes: 1, comments: 2, favorites: 1 },
  },
  'a day without events': {
    check: 'post days',
    plant: ({ post, author }) => [
      [
        "insert into post_day (post_id, day, author_uid, likes) values ($1, '2020-02-29', $2, 4)",
        [post, author.uid],
      ],
    ],
    subject: ({ post }) => `post ${post} on 2020-02-29`,
    stored: { likes: 4 },
    actual: { likes: 0 },
  },
  'the replies of a comment': {
    check: 'reply counters',
    plant: ({ comment }) => [
      ['update comment set reply_count = 6 where id = $1', [comment]],
      ['update comment_count set replies = 6 where comment_id = $1', [comment]],
    ],
    subject: ({ comment }) => `comment ${comment}`,
    stored: { reply_count: 6 },
    actual: { reply_count: 1 },
  },
  'the counters of a comment': {
    check: 'comment counters',
    plant: ({ comment }) => [
      ['update comment_count set replies = 5, listed = false where comment_id = $1', [comment]],
    ],
    subject: ({ comment }) => `comment ${comment}`,
    stored: { replies: 5, listed: 0 },
    actual: { replies: 1, listed: 1 },
  },
  'a root without counters': {
    check: 'comment counters',
    plant: ({ comment }) => [['delete from comment_count where comment_id = $1', [comment]]],
    subject: ({ comment }) => `comment ${comment}`,
    stored: { likes: null, replies: null, listed: null },
    actual: { likes: 0, replies: 1, listed: 1 },
  },
  'hidden replies of an account that is not deleted': {
    check: 'hidden replies',
    plant: ({ author, comment }) => [
      [
        'insert into hidden_reply (post_id, root_id, uid, replies) select post_id, id, $1, 3 from comment where id = $2',
        [author.uid, comment],
      ],
    ],
    subject: ({ author, comment }) => `replies of user ${author.uid} to comment ${comment}`,
    stored: { replies: 3 },
    actual: { replies: 0 },
  },
  'the size of a folder': {
    check: 'folder counters',
    plant: ({ folder }) => [['update folder set item_count = 0 where id = $1', [folder]]],
    subject: ({ folder }) => `folder ${folder}`,
    stored: { item_count: 0 },
    actual: { item_count: 1 },
  },
  'the folders of a favorite': {
    check: 'favorite counters',
    plant: ({ post }) => [['update post_favorite set folders = 5 where post_id = $1', [post]]],
    subject: ({ post, reader }) => `favorite of user ${reader.uid}, post ${post}`,
    stored: { folders: 5 },
    actual: { folders: 2 },
  },
  'the followers of a user': {
    check: 'follow counters',
    plant: ({ author }) => [
      ['update user_count set followers = 0, following = 3 where uid = $1', [author.uid]],
    ],
    subject: ({ author }) => `user ${author.uid}`,
    stored: { followers: 0, following: 3 },
    actual: { followers: 1, following: 0 },
  },
  'an unfounded delta of follows': {
    check: 'follow counters',
    plant: ({ author }) => [
      ['insert into user_count_delta (uid, followers) values ($1, -1)', [author.uid]],
    ],
    subject: ({ author }) => `user ${author.uid}`,
    stored: { followers: 0 },
    actual: { followers: 1 },
  },
  'a user without counters': {
    check: 'follow counters',
    plant: ({ reader }) => [['delete from user_count where uid = $1', [reader.uid]]],
    subject: ({ reader }) => `user ${reader.uid}`,
    stored: { followers: null, following: null },
    actual: { followers: 0, following: 1 },
  },
  'what others see of a user': {
    check: 'member cards',
    plant: ({ author }) => [
      ["update member_card set username = 'x', state = 'banned' where uid = $1", [author.uid]],
      ['update member_card set level = 6 where uid = $1', [author.uid]],
    ],
    subject: ({ author }) => `user ${author.uid}`,
    stored: { name: 0, state: 0, level: 6 },
    actual: { name: 1, state: 1, level: 1 },
  },
  'a user without a card': {
    check: 'member cards',
    plant: ({ reader }) => [['delete from member_card where uid = $1', [reader.uid]]],
    subject: ({ reader }) => `user ${reader.uid}`,
    stored: { signature: 0, state: 0, level: null },
    actual: { signature: 1, state: 1, level: 1 },
  },
};

describe('I7 every counter', () => {
  for (const [wrong, { check, plant, subject, stored, actual }] of Object.entries(COUNTERS)) {
    test(`${wrong}: the difference is reported, left without --repair, and fixed with it`, async () => {
      const site = await livelyPost();
      await expectClean();
      for (const [text, values] of plant(site)) await world.sql(text, values);
      const difference = { subject: subject(site), stored, actual };

      const before = await everything();
      const found = await verify();
      expect(found.clean).toBe(false);
      expect(findDifferences(found)).toEqual([
        { name: check, total: 1, differences: [difference] },
      ]);
      expect(await everything()).toBe(before);

      const last = await lastRepair();
      const repaired = await repair();
      expect(repaired).toMatchObject({
        clean: true,
        repaired: [{ check_name: check, ...difference }],
      });
      expect(await repairsSince(last)).toEqual([{ check_name: check, ...difference }]);
      await expectClean();
    });
  }
});

/** Missing or extra rows cannot be recounted: they are reported and left to an operator. */
const ROWS: Record<string, Plant & { undo: Plant['plant'] }> = {
  'I7 a favorite in no folder': {
    check: 'favorites',
    plant: ({ post, reader }) => [
      ['update folder set item_count = 0 where uid = $1', [reader.uid]],
      ['delete from folder_item where post_id = $1', [post]],
    ],
    undo: ({ post, reader }) => [
      ['delete from post_favorite where post_id = $1', [post]],
      ['update post_count set favorites = 0 where post_id = $1', [post]],
      ['update post_day set favorites = 0 where post_id = $1', [post]],
      ['delete from folder where uid = $1', [reader.uid]],
    ],
    subject: ({ post, reader }) => `favorite of user ${reader.uid}, post ${post}`,
    stored: { favorites: 1 },
    actual: { favorites: 0 },
  },
  'I7 a post in a folder without a favorite': {
    check: 'favorites',
    plant: ({ post }) => [
      ['delete from post_favorite where post_id = $1', [post]],
      ['update post_count set favorites = 0 where post_id = $1', [post]],
      ['update post_day set favorites = 0 where post_id = $1', [post]],
    ],
    undo: ({ post, reader }) => [
      ['update folder set item_count = 0 where uid = $1', [reader.uid]],
      ['delete from folder_item where post_id = $1', [post]],
    ],
    subject: ({ post, reader }) => `favorite of user ${reader.uid}, post ${post}`,
    stored: { favorites: 0 },
    actual: { favorites: 1 },
  },
  'D21 a post without its text': {
    check: 'post revisions',
    plant: ({ post }) => [
      ['update post set version = 3, pending_version = 2 where id = $1', [post]],
    ],
    undo: ({ post }) => [
      ['update post set version = 1, pending_version = null where id = $1', [post]],
    ],
    subject: ({ post }) => `post ${post}`,
    stored: { version: 3, pending_version: 2 },
    actual: { version: 1, pending_version: 0 },
  },
  'I14 a deleted account with a live session': {
    check: 'sessions',
    plant: ({ bystander }) => [
      ['update users set deleted_at = now() where uid = $1', [bystander.uid]],
      ['update session set ended_at = null, end_reason = null where uid = $1', [bystander.uid]],
    ],
    undo: ({ bystander }) => [
      ["update session set ended_at = now(), end_reason = 'x' where uid = $1", [bystander.uid]],
    ],
    subject: ({ bystander }) => `user ${bystander.uid}`,
    stored: { live_sessions: 1 },
    actual: { live_sessions: 0 },
  },
  'ADR 0068 notifications sent to a session that has ended': {
    check: 'push-subscriptions',
    plant: ({ bystander }) => [
      ["update session set ended_at = now(), end_reason = 'x' where uid = $1", [bystander.uid]],
      [
        `insert into push_subscription (uid, session_id, endpoint, p256dh, auth, server_key, groups, created_at)
         select $1, id, 'https://push.example.org/x', convert_to(rpad('', 65, 'x'), 'utf8'),
                convert_to(rpad('', 16, 'x'), 'utf8'), convert_to(rpad('', 65, 'x'), 'utf8'), array['system'], now()
           from session where uid = $1 order by id limit 1`,
        [bystander.uid],
      ],
    ],
    undo: () => [['delete from push_subscription', []]],
    subject: () => 'push subscription 1',
    stored: { sessions: 1 },
    actual: { sessions: 0 },
  },
  'D68 an open ban of a member who may write': {
    check: 'bans',
    plant: ({ bystander }) => [
      ["insert into ban (uid, reason, banned_at) values ($1, '', now())", [bystander.uid]],
    ],
    undo: ({ bystander }) => [['delete from ban where uid = $1', [bystander.uid]]],
    subject: ({ bystander }) => `user ${bystander.uid}`,
    stored: { banned: 0 },
    actual: { banned: 1 },
  },
};

for (const [wrong, { check, plant, undo, subject, stored, actual }] of Object.entries(ROWS)) {
  test(`${wrong} is reported, and left to an operator even with --repair`, async () => {
    const site = await livelyPost();
    for (const [text, values] of plant(site)) await world.sql(text, values);
    const difference = { subject: subject(site), stored, actual };
    const before = await everything();
    for (const verdict of [await verify(), await repair()]) {
      expect(verdict).toMatchObject({ clean: false, repaired: [] });
      expect(findDifferences(verdict)).toEqual([
        { name: check, total: 1, differences: [difference] },
      ]);
    }
    expect(await everything()).toBe(before);
    for (const [text, values] of undo(site)) await world.sql(text, values);
    await expectClean();
  });
}

describe('correct data', () => {
  test('I7 a site used in every way agrees, even after undoing and deleting', async () => {
    const { author, reader, post, comment } = await livelyPost();
    await reader.post(`/api/posts/${post}/dislike`);
    await reader.post(`/api/users/${author.uid}/follow`);
    await reader.post(`/api/posts/${post}/favorite`);
    await author.post(`/api/posts/${post}/comments`, { body: '另' });
    await reader.delete(`/api/comments/${comment}`);
    const [row] = await world.sql(
      'select likes, dislikes, comments, favorites from post_count where post_id = $1',
      [post],
    );
    expect(row).toEqual({ likes: 0, dislikes: 1, comments: 1, favorites: 0 });
    await expectClean();
  });

  test('I7 pending deltas are counted, and a delta without a day belongs to none', async () => {
    const { author, reader, post, comment } = await livelyPost();
    const flush = await lock('select from post_count where post_id = $1 for update', [post]);
    await author.post(`/api/posts/${post}/like`);
    await reader.delete(`/api/comments/${comment}`);
    await flush.release();
    expect(
      await world.sql(
        'select likes, comments, undated from post_count_delta where post_id = $1 order by id',
        [post],
      ),
    ).toEqual([
      { likes: 1, comments: 0, undated: false },
      { likes: 0, comments: -2, undated: true },
    ]);
    await expectClean();
    await flushCountDeltas(world.ctx);
    await expectClean();
  });

  test('a purged post without any text agrees', async () => {
    const { post } = await livelyPost();
    await world.sql(
      "update post set title = '-', summary = '', body = '', deleted_at = now() where id = $1",
      [post],
    );
    await world.ctx.tx((trx) => deleteRevisions(trx, [post]));
    await expectClean();
  });
});

describe('one snapshot', () => {
  test('a commit during the check is no difference; the next check sees it', async () => {
    const { author, post } = await livelyPost();
    let planted = false;
    const during = await verifyIntegrity(world.ctx, {
      repair: false,
      onChecked: async ({ name }) => {
        if (name !== 'post counters') return;
        // Half of a change to a later comparison: rows without their counter.
        await world.sql('update user_count set followers = 9 where uid = $1', [author.uid]);
        await world.sql('update post_day set likes = 9 where post_id = $1', [post]);
        planted = true;
      },
    });
    expect(planted).toBe(true);
    expect(findDifferences(during)).toEqual([]);
    const after = await verify();
    expect(findDifferences(after).map(({ name }) => name)).toEqual([
      'post days',
      'follow counters',
    ]);
    expect((await repair()).clean).toBe(true);
  });

  test('it is read-only, and outlives the request timeouts', async () => {
    await withOwnConnection(world.ctx.config, async (db) => {
      const write = runInSnapshot(db, (snapshot) =>
        sql`update user_count set followers = 1`.execute(snapshot),
      );
      await expect(write).rejects.toMatchObject({ code: '25006' });
      await runInSnapshot(db, (snapshot) => sql`select pg_sleep(3.6)`.execute(snapshot));
    });
  });

  test('it waits for a connection longer than a request would', async () => {
    const server = new URL(world.ctx.config.DATABASE_URL);
    const [port, host] = [Number(server.port), server.hostname];
    const busy = createServer(async (socket) => {
      socket.on('error', () => {});
      await sleep(TIME_BUDGET.poolAcquire * 1.5);
      const let_in = connect(port, host).on('error', () => {});
      socket.pipe(let_in).pipe(socket);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void busy.close());
    await once(busy, 'listening');
    server.host = `127.0.0.1:${(busy.address() as AddressInfo).port}`;
    const config = { ...world.ctx.config, DATABASE_URL: server.href };
    await verifyIntegrity({ ...world.ctx, config }, { repair: false });
  });

  test('more differences than a report lists are counted, and all of them are repaired', async () => {
    await world.sql(
      `insert into users (email, email_key, password_hash, created_at)
       select 'many' || n, 'many' || n, 'x', now() from generate_series(1, 120) n`,
    );
    const [found] = findDifferences(await verify());
    expect([found?.total, found?.differences.length]).toEqual([120, 100]);
    const repaired = await repair();
    expect([repaired.clean, repaired.repaired.length]).toEqual([true, 120]);
  });
});

describe('concurrency', () => {
  /** Readers that toggle everything until stopped; and flushing, like a worker. */
  async function bustle() {
    const { author, post, comment } = await livelyPost();
    const readers = await Promise.all(
      Array.from({ length: 8 }, () => world.member({ transport: 'bearer', exp: 1 })),
    );
    let stopped = false;
    const statuses = new Set<number>();
    const toggling = readers.map(async (reader, index) => {
      for (let turn = index; !stopped; turn++) {
        const toggles = [
          () => reader.post(`/api/posts/${post}/like`),
          () => reader.post(`/api/users/${author.uid}/follow`),
          () => reader.post(`/api/posts/${post}/favorite`),
          () => reader.post(`/api/comments/${comment}/reply`, { body: '又' }),
          () => reader.post(`/api/posts/${post}/dislike`),
        ];
        const response = await toggles[turn % toggles.length]?.();
        statuses.add(response?.status ?? 0);
      }
    });
    const stopFlushing = keepFlushingCounts(world.ctx);
    const end = () => {
      stopped = true;
      return Promise.all([...toggling, stopFlushing()]);
    };
    // Also if a check fails: otherwise they would run on into the following tests.
    onTestFinished(async () => void (await end()));
    const stop = async () => {
      await end();
      expect([...statuses].sort()).toEqual([200, 201]);
    };
    return { author, post, comment, stop };
  }

  test('I7 a site under writes is always reported as correct', async () => {
    const { stop } = await bustle();
    for (let look = 0; look < 10; look++) await expectClean();
    await stop();
    await expectClean();
  });

  test('I7 a repair during toggles fixes exactly the planted error', async () => {
    const { author, post, comment, stop } = await bustle();
    const last = await lastRepair();
    for (let turn = 0; turn < 5; turn++) {
      await world.sql('update post_count set likes = likes + 7 where post_id = $1', [post]);
      await world.sql('update post_day set comments = comments + 7 where post_id = $1', [post]);
      await world.sql('update user_count set followers = followers + 7 where uid = $1', [
        author.uid,
      ]);
      await world.sql('update comment set reply_count = reply_count + 7 where id = $1', [comment]);
      const verdict = await repair();
      expect([findDifferences(verdict), verdict.clean]).toEqual([[], true]);
    }
    await stop();
    await expectClean();
    const repairs = await repairsSince(last);
    expect(repairs).toHaveLength(20);
    for (const { stored, actual } of repairs as { stored: object; actual: object }[]) {
      const [wrong, right] = [Object.values(stored), Object.values(actual)];
      expect([wrong.length, wrong[0] - right[0]]).toEqual([1, 7]);
    }
  });

  /** Each plants a wrong number, and is in the middle of a change of the same number when the repair comes. */
  const WRITERS: Record<
    string,
    { plant: Plant['plant']; change: Plant['plant']; stored: object; actual: object }
  > = {
    'post counters': {
      plant: ({ post }) => [['update post_count set likes = 8 where post_id = $1', [post]]],
      change: ({ post, author }) => [
        ['update post_count set likes = likes + 1 where post_id = $1', [post]],
        ['update post_day set likes = likes + 1 where post_id = $1', [post]],
        [
          `insert into post_reaction (post_id, uid, kind, previous, changed_at, day)
           select post_id, $2, 'like', 'none', changed_at, day from post_reaction where post_id = $1`,
          [post, author.uid],
        ],
      ],
      stored: { likes: 9 },
      actual: { likes: 2 },
    },
    'reply counters': {
      plant: ({ comment }) => [
        ['update comment set reply_count = 8 where id = $1', [comment]],
        ['update comment_count set replies = 8 where comment_id = $1', [comment]],
      ],
      change: ({ post, comment }) => [
        ['update comment set reply_count = reply_count + 1 where id = $1', [comment]],
        ['update comment_count set replies = replies + 1 where comment_id = $1', [comment]],
        [
          `insert into comment (post_id, author_uid, root_id, reply_to_id, body, created_at, day)
           select post_id, author_uid, id, id, body, created_at, day from comment where id = $1`,
          [comment],
        ],
        ['update post_count set comments = comments + 1 where post_id = $1', [post]],
        ['update post_day set comments = comments + 1 where post_id = $1', [post]],
      ],
      stored: { reply_count: 9 },
      actual: { reply_count: 2 },
    },
    'follow counters': {
      plant: ({ author }) => [['update user_count set following = 8 where uid = $1', [author.uid]]],
      change: ({ author, reader }) => [
        ['update user_count set following = following + 1 where uid = $1', [author.uid]],
        ['update user_count set followers = followers + 1 where uid = $1', [reader.uid]],
        [
          `insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
           values ($1, $2, true, false, now())`,
          [author.uid, reader.uid],
        ],
      ],
      stored: { following: 9 },
      actual: { following: 1 },
    },
    'folder counters': {
      plant: ({ folder }) => [['update folder set item_count = 8 where id = $1', [folder]]],
      change: takeOut,
      stored: { item_count: 7 },
      actual: { item_count: 0 },
    },
    'favorite counters': {
      plant: ({ post }) => [['update post_favorite set folders = 8 where post_id = $1', [post]]],
      change: takeOut,
      stored: { folders: 7 },
      actual: { folders: 1 },
    },
  };

  /** Like the service: under the lock of all favorites of the reader, which is the only lock at first. */
  function takeOut({ post, folder, reader }: Lively): [string, unknown[]][] {
    return [
      ['select from folder where uid = $1 and is_default for update', [reader.uid]],
      ['delete from folder_item where folder_id = $1', [folder]],
      ['update folder set item_count = item_count - 1 where id = $1', [folder]],
      ['update post_favorite set folders = folders - 1 where post_id = $1', [post]],
    ];
  }

  for (const [check_name, { plant, change, stored, actual }] of Object.entries(WRITERS)) {
    test(`a repair of ${check_name} waits for a running write, and counts its rows`, async () => {
      const site = await livelyPost();
      for (const [text, values] of plant(site)) await world.sql(text, values);
      const [first, ...rest] = change(site);
      const writer = await lock(...(first as [string, unknown[]]));
      const repaired = repair();
      await until(() => isVerifyWaiting());
      for (const [text, values] of rest) await writer.query(text, values);
      await writer.release('commit');
      expect((await repaired).repaired).toMatchObject([{ check_name, stored, actual }]);
      await expectClean();
    });
  }

  test('a toggle during a repair leaves its delta, which the repair does not delete', async () => {
    const { author, post } = await livelyPost();
    await world.sql('update post_count set likes = 8 where post_id = $1', [post]);
    // Blocks the repair between its last write and its commit.
    const record = await lock('lock table integrity_repair in exclusive mode');
    const repaired = repair();
    await until(() => isVerifyWaiting());
    await author.post(`/api/posts/${post}/like`);
    await record.release();
    expect((await repaired).clean).toBe(true);
    const deltas = 'select likes from post_count_delta where post_id = $1';
    expect(await world.sql(deltas, [post])).toEqual([{ likes: 1 }]);
    await flushCountDeltas(world.ctx);
    expect(await world.sql('select likes from post_count where post_id = $1', [post])).toEqual([
      { likes: 2 },
    ]);
    await expectClean();
  });

  test('the second of two concurrent repairs records nothing', async () => {
    const { author } = await livelyPost();
    // A missing row is the hard case: there is no row to lock.
    await world.sql('delete from user_count where uid = $1', [author.uid]);
    const last = await lastRepair();
    const record = await lock('lock table integrity_repair in exclusive mode');
    const first = repair();
    await until(() => isVerifyWaiting(1));
    const second = repair();
    await until(() => isVerifyWaiting(2));
    await record.release();
    expect([(await first).repaired.length, (await second).repaired.length]).toEqual([1, 0]);
    expect([(await first).clean, (await second).clean]).toEqual([true, true]);
    expect(await repairsSince(last)).toHaveLength(1);
  });
});

test('a repair of a post with an unfounded delta records counter and day', async () => {
  const { post, day } = await livelyPost();
  await world.sql(
    'insert into post_count_delta (post_id, day, likes, dislikes, energy) values ($1, $2, 3, 0, 4)',
    [post, day],
  );
  const last = await lastRepair();
  expect((await repair()).clean).toBe(true);
  const wrong = { stored: { likes: 4, energy: 4 }, actual: { likes: 1, energy: 0 } };
  expect(await repairsSince(last)).toEqual([
    { check_name: 'post counters', subject: `post ${post}`, ...wrong },
    { check_name: 'post days', subject: `post ${post} on ${day}`, ...wrong },
  ]);
  expect(
    await world.sql(
      `select post_count.energy, post_day.energy as of_day, post_day.stirred
         from post_count join post_day using (post_id) where post_id = $1`,
      [post],
    ),
  ).toEqual([{ energy: 0, of_day: 0, stirred: true }]);
  expect(await world.sql('select 1 from post_count_delta where post_id = $1', [post])).toEqual([]);
});

describe('lamplight verify', () => {
  const lamplight = operatorOf(settingsOf(world.ctx.config));

  test('it lists its comparisons and exits with status 0', async () => {
    const [lines, document] = await Promise.all([lamplight('verify'), lamplight('verify --json')]);
    expect(lines).toMatchObject({ code: 0, stderr: '' });
    expect(lines.stdout).toMatch(/^(✓ [a-z -]+: \d+ rows?\n){52}All 52 checks agree\.\n$/);
    expect(document).toMatchObject({ code: 0, stderr: '' });
    const verdict = JSON.parse(document.stdout) as Verdict;
    expect(verdict).toMatchObject({ clean: true, repaired: [] });
    expect(verdict.checks.map((check: CheckResult) => check.total)).toEqual(Array(52).fill(0));
  });

  test('it reports differences with status 1, and repairs with --repair', async () => {
    const { post, author } = await livelyPost();
    await world.sql('update post_count set likes = 5 where post_id = $1', [post]);
    await world.sql('delete from user_count where uid = $1', [author.uid]);
    const [lines, document] = await Promise.all([lamplight('verify'), lamplight('verify --json')]);
    expect([lines.code, document.code]).toEqual([1, 1]);
    expect(lines.stdout).toMatch(/✗ post counters: 1 difference in \d+ rows\n {2}I7: likes, /);
    expect(lines.stdout).toContain(`\n  post ${post}: likes 5 instead of 1\n`);
    expect(lines.stdout).toContain(
      `\n  user ${author.uid}: followers missing instead of 1, following missing instead of 0\n`,
    );
    expect(lines.stdout).toMatch(
      /\n2 differences\. `lamplight verify --repair` repairs counters\.\n$/,
    );
    expect(JSON.parse(document.stdout)).toMatchObject({ clean: false, repaired: [] });

    const repaired = await lamplight('verify --repair');
    expect(repaired).toMatchObject({ code: 0, stderr: '' });
    expect(repaired.stdout).toContain(`\nrepaired post ${post}: likes 5 instead of 1\n`);
    expect(repaired.stdout).toMatch(/\n2 repaired\. All 52 checks agree\.\n$/);
    await expectClean();
  });

  test('differences left after a repair keep status 1', async () => {
    const { reader, post } = await livelyPost();
    await world.sql('update post_count set likes = 5 where post_id = $1', [post]);
    await world.sql('update post set version = 2 where id = $1', [post]);
    const repaired = await lamplight('verify --repair --json');
    expect(repaired.code).toBe(1);
    const verdict = JSON.parse(repaired.stdout) as Verdict;
    expect(verdict.repaired).toHaveLength(1);
    expect(findDifferences(verdict).map(({ name }) => name)).toEqual(['post revisions']);
    const lines = await lamplight('verify --repair');
    expect(lines.code).toBe(1);
    expect(lines.stdout).toContain('0 repaired. 1 difference. The rest is not a counter');
    await world.sql('update post set version = 1 where id = $1', [post]);
    expect((await reader.get(`/api/posts/${post}/reaction`)).body.like_count).toBe(1);
  });

  test('it exits with status 3 if it could not compare: no database, no right, no storage', async () => {
    const site = settingsOf(world.ctx.config);
    const away = { ...site, DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/nothing' };
    await world.sql('revoke select on comment from lamplight_app');
    try {
      const [noServer, noRight, noStorage, document] = await Promise.all([
        lamplight('verify', { env: away }),
        lamplight('verify'),
        lamplight('verify --files', { env: { ...site, STORAGE_DIR: '/nowhere' } }),
        lamplight('verify --json', { env: away }),
      ]);
      const message = expect.stringMatching(/^Not checked\. The database does not respond: /);
      expect(noServer).toEqual({ code: 3, stdout: '', stderr: message });
      expect(noRight).toMatchObject({ code: 3, stderr: expect.stringContaining('permission') });
      expect(noStorage).toMatchObject({ code: 3, stderr: expect.stringContaining('/nowhere') });
      expect(document).toMatchObject({ code: 3 });
      expect(JSON.parse(document.stdout)).toEqual({ clean: null, error: message });
    } finally {
      await world.sql('grant select on comment to lamplight_app');
    }
  });

  test('it prints its usage, and wrong usage exits with status 2', async () => {
    const [help, unknown, extra] = await Promise.all([
      lamplight('verify --help'),
      lamplight('verify --fix'),
      lamplight('verify posts'),
    ]);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/Examples:\n {2}lamplight verify\n {2}lamplight verify --repair/);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain("unknown option '--fix'");
    expect(extra).toMatchObject({ code: 2, stdout: '' });
  });
});

/** Another transaction that has begun to write. */
async function lock(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: world.ctx.config.DATABASE_URL });
  await client.connect();
  await client.query('begin');
  await client.query(text, values);
  return {
    query: (next: string, given: unknown[]) => client.query(next, given),
    release: async (how: 'commit' | 'rollback' = 'rollback') => {
      await client.query(how);
      await client.end();
    },
  };
}

async function isVerifyWaiting(times = 1): Promise<boolean> {
  const waiting = await world.sql(
    `select from pg_stat_activity where datname = current_database()
        and application_name = 'lamplight verify' and wait_event_type = 'Lock'`,
  );
  return waiting.length === times;
}
