import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COUNTED_FOLLOWERS_MAX } from '../../src/follows/rules.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { JOBS, tick } from '../../src/jobs.ts';
import { packagePath } from '../../src/paths.ts';
import type { Client } from '../support/client.ts';
import { keepFlushingCounts } from '../support/flush-counts.ts';
import { findDifferences } from '../support/integrity.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** D15: every count shown beside a list is the length of that list, whichever accounts are deleted. */
const world = await createWorld({ DATABASE_POOL: '20', LIMIT_SENSITIVE: 'off' });
const visitor = world.visitor();
const author = await world.member({ exp: 1, transport: 'bearer' });
const admin = await world.member({ role: 'admin', transport: 'bearer' });

async function people(count: number): Promise<Client[]> {
  const made: Client[] = [];
  while (made.length < count) made.push(await world.member({ transport: 'bearer' }));
  return made;
}

async function newPost(): Promise<number> {
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  return (await author.post('/api/studio/posts', text)).body.id;
}

async function created(
  response: Promise<{ status: number; body: { id: number } }>,
): Promise<number> {
  const { status, body } = await response;
  expect(status).toBe(201);
  return body.id;
}
const addComment = (by: Client, post: number) =>
  created(by.post(`/api/posts/${post}/comments`, { body: '写得真好。' }));
const reply = (by: Client, id: number) =>
  created(by.post(`/api/comments/${id}/reply`, { body: '同感。' }));
const follow = (by: Client, whom: Client) => by.post(`/api/users/${whom.uid}/follow`);

async function deleteAccount(client: Client): Promise<void> {
  const response = await client.post('/api/settings/delete-account', { password: PASSWORD });
  expect(response.status).toBe(200);
}

async function restore(client: Client): Promise<void> {
  const { body } = await client.logIn(client.email, PASSWORD, 'bearer');
  const { restore_token } = body;
  expect((await visitor.post('/api/auth/confirm-restore', { restore_token })).status).toBe(200);
  expect((await client.logIn(client.email, PASSWORD, 'bearer')).status).toBe(200);
}

type Row = { id: number; reply_count: number; comment_count: number };

async function wholeList(path: string, query: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const parameters = new URLSearchParams({ ...query, limit: '50', ...(cursor && { cursor }) });
    const { status, body } = await visitor.get(`${path}?${parameters}`);
    expect(status).toBe(200);
    rows.push(...body.items);
    cursor = body.next_cursor;
  }
  return rows;
}

/** Every count of these posts and users that is shown beside a list, and the length of the list. */
async function countsAndLists(posts: number[], members: Client[]) {
  const found: Record<string, { shown: number; listed: number }> = {};
  const cards = await wholeList('/api/posts', { author: String(author.uid) });
  for (const post of posts) {
    const roots = await wholeList(`/api/posts/${post}/comments`);
    let comments = roots.length;
    for (const root of roots) {
      const replies = await wholeList(`/api/posts/${post}/comments/${root.id}/replies`);
      found[`replies of ${root.id}`] = { shown: root.reply_count, listed: replies.length };
      comments += replies.length;
    }
    const { body: page } = await visitor.get(`/api/posts/${post}`);
    found[`comments of post ${post}`] = { shown: page.comment_count, listed: comments };
    const card = cards.find(({ id }) => id === post);
    const shown = card?.comment_count ?? -1;
    found[`comments on the card of post ${post}`] = { shown, listed: comments };
  }
  for (const { uid } of members) {
    const { body: profile } = await visitor.get(`/api/users/${uid}`);
    for (const list of ['followers', 'following'] as const) {
      const listed = (await wholeList(`/api/users/${uid}/${list}`)).length;
      const shown = list === 'followers' ? profile.follower_count : profile.following_count;
      found[`${list} of ${uid}`] = { shown, listed };
    }
  }
  return found;
}

async function expectAgreement(posts: number[], members: Client[]) {
  const found = await countsAndLists(posts, members);
  const apart = Object.entries(found).filter(([, { shown, listed }]) => shown !== listed);
  expect(apart).toEqual([]);
  return found;
}

async function expectClean(): Promise<void> {
  expect(findDifferences(await verifyIntegrity(world.ctx, { repair: false }))).toEqual([]);
}

/** A discussion in which the leaver began a thread, replied in others, and follows and is followed. */
async function discussion() {
  const [leaver, one, two] = (await people(3)) as [Client, Client, Client];
  const post = await newPost();
  const own = await addComment(leaver, post);
  for (const by of [one, two, leaver, one, one]) await reply(by, own);
  const other = await addComment(one, post);
  const replies: number[] = [];
  for (const by of [leaver, two, two, two, leaver]) replies.push(await reply(by, other));
  const removed = await reply(leaver, other);
  await leaver.delete(`/api/comments/${removed}`);
  const third = await addComment(two, post);
  await reply(leaver, third);
  for (const [by, whom] of [
    [leaver, one],
    [leaver, two],
    [one, leaver],
    [two, one],
  ] as const)
    await follow(by, whom);
  // Toggled twice: the row stays and counts for no post.
  for (const _ of [1, 2]) await follow(two, leaver);
  return { leaver, one, two, post, own, other, replies, third };
}

describe('D15 a deleted account', () => {
  test('is in no count beside a list, and its restore brings every count back', async () => {
    const { leaver, one, two, post } = await discussion();
    const others = [one, two];
    const before = await expectAgreement([post], others);
    expect(before[`comments of post ${post}`]).toEqual({ shown: 14, listed: 14 });
    await deleteAccount(leaver);
    const during = await expectAgreement([post], others);
    expect(during[`comments of post ${post}`]).toEqual({ shown: 5, listed: 5 });
    expect(during[`followers of ${one.uid}`]).toEqual({ shown: 1, listed: 1 });
    expect(during[`following of ${one.uid}`]).toEqual({ shown: 0, listed: 0 });
    await expectClean();
    await restore(leaver);
    expect(await expectAgreement([post], others)).toEqual(before);
    await expectAgreement([post], [leaver]);
    await expectClean();
  });

  test('D27 a comment removed during the deletion is subtracted once, before and after the restore', async () => {
    const { leaver, one, two, post, own, other, replies, third } = await discussion();
    await deleteAccount(leaver);
    // An invisible comment cannot be removed; its visible neighbours can.
    expect((await admin.delete(`/api/comments/${own}`)).status).toBe(404);
    expect((await admin.delete(`/api/comments/${replies[0]}`)).status).toBe(404);
    expect((await admin.delete(`/api/comments/${replies[1]}`)).status).toBe(204);
    expect((await admin.delete(`/api/comments/${third}`)).status).toBe(204);
    await follow(two, one);
    await reply(two, other);
    await expectAgreement([post], [one, two]);
    await expectClean();
    await restore(leaver);
    const after = await expectAgreement([post], [leaver, one, two]);
    expect(after[`comments of post ${post}`]?.shown).toBe(12);
    await expectClean();
    expect((await admin.delete(`/api/comments/${own}`)).status).toBe(204);
    expect((await admin.delete(`/api/comments/${other}`)).status).toBe(204);
    const nothing = await expectAgreement([post], []);
    expect(nothing[`comments of post ${post}`]?.shown).toBe(0);
    await expectClean();
  });

  test('two deleted accounts in the same threads: each deletion and each restore, in either order', async () => {
    const { leaver, one, two, post } = await discussion();
    const before = await expectAgreement([post], [two]);
    await deleteAccount(leaver);
    const without = await expectAgreement([post], [two]);
    await deleteAccount(one);
    await expectAgreement([post], [two]);
    await expectClean();
    await restore(leaver);
    await expectAgreement([post], [two, leaver]);
    await deleteAccount(leaver);
    await restore(one);
    expect(await expectAgreement([post], [two])).toEqual(without);
    await restore(leaver);
    expect(await expectAgreement([post], [two])).toEqual(before);
    await expectClean();
  });

  test('is purged after the window without being subtracted again', async () => {
    const { leaver, one, two, post } = await discussion();
    const gone = await discussion();
    await deleteAccount(leaver);
    await deleteAccount(gone.leaver);
    await deleteAccount(gone.one);
    const during = await expectAgreement([post, gone.post], [one, two, gone.two]);
    world.wait(30 * 24 * 3600 + 60);
    await Promise.all([
      JOBS.tasks['accounts_purge']?.(world.ctx, {}),
      JOBS.tasks['accounts_purge']?.(world.ctx, {}),
    ]);
    expect(await world.sql('select 1 from hidden_reply')).toEqual([]);
    expect(await expectAgreement([post, gone.post], [one, two, gone.two])).toEqual(during);
    await expectClean();
    for (const one of [author, admin]) await one.logIn(one.email, PASSWORD, 'bearer');
  });

  test('with more followers than are updated one by one is in no count either', async () => {
    const [star, fan, other] = (await people(3)) as [Client, Client, Client];
    await world.sql(
      `with made as (
         insert into users (email, email_key, password_hash, created_at)
         select e, e, '-', now()
           from (select gen_random_uuid() || '@example.org' as e from generate_series(0, $1)) as list
         returning uid
       ), followed as (
         insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
         select uid, $2, true, false, now() from made
       )
       insert into user_count (uid, following) select uid, 1 from made`,
      [COUNTED_FOLLOWERS_MAX, star.uid],
    );
    await world.sql('update user_count set followers = $2 where uid = $1', [
      star.uid,
      COUNTED_FOLLOWERS_MAX + 1,
    ]);
    for (const whom of [star, other]) await follow(fan, whom);
    await follow(star, fan);
    await follow(other, star);
    const before = await expectAgreement([], [fan, other]);
    const deleteAndLook = async (whoIsLeft: number) => {
      await deleteAccount(star);
      expect(await world.sql('select uid from hidden_star')).toEqual([{ uid: star.uid }]);
      const during = await expectAgreement([], [fan]);
      expect(during[`following of ${fan.uid}`]?.shown).toBe(whoIsLeft);
      await expectClean();
    };
    await deleteAndLook(1);
    await restore(star);
    expect(await expectAgreement([], [fan, other])).toEqual(before);
    await expectClean();
    // First an account deleted meanwhile, then the star's own rows.
    await deleteAccount(other);
    await deleteAndLook(0);
    await restore(other);
    await follow(other, fan);
    await expectClean();
    world.wait(30 * 24 * 3600 + 60);
    await JOBS.tasks['accounts_purge']?.(world.ctx, {});
    expect(await world.sql('select uid from hidden_star')).toEqual([]);
    await expectAgreement([], [fan, other]);
    await expectClean();
    for (const one of [author, admin]) await one.logIn(one.email, PASSWORD, 'bearer');
  });

  test('deleted before the upgrade is subtracted by the upgrade, and added back by its restore', async () => {
    const { leaver, one, two, post } = await discussion();
    const before = await expectAgreement([post], [one, two]);
    await world.sql('update users set deleted_at = $2 where uid = $1', [
      leaver.uid,
      world.ctx.now(),
    ]);
    const file = packagePath('migrations/0033-counts-without-deleted-accounts.sql');
    const statements = readFileSync(file, 'utf8').match(/^INSERT[^;]+;/gm) ?? [];
    expect(statements).toHaveLength(4);
    // Migration 0112 added the post to the key.
    for (const statement of statements)
      await world.sql(
        statement
          .replace('hidden_reply (uid,', 'hidden_reply (post_id, uid,')
          .replace(
            'SELECT users.uid, comment.root_id,',
            'SELECT comment.post_id, users.uid, comment.root_id,',
          )
          .replace(
            'GROUP BY users.uid, comment.root_id',
            'GROUP BY comment.post_id, users.uid, comment.root_id',
          ),
      );
    await expectClean();
    await tick(world.ctx);
    await expectAgreement([post], [one, two]);
    await restore(leaver);
    await expectClean();
    expect(await expectAgreement([post], [one, two])).toEqual(before);
  });
});

test('D15, I7 accounts are deleted and restored while others comment, reply, remove and follow: everything is counted once', async () => {
  const leavers = await people(3);
  const others = await people(5);
  const posts = [await newPost(), await newPost()];
  const comments: { id: number; by: Client }[] = [];
  const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const statuses = new Set<number>();
  async function act(by: Client): Promise<void> {
    const chance = Math.random();
    const target = comments.length > 0 ? pick(comments) : undefined;
    if (chance < 0.3) {
      const whom = pick([...leavers, ...others].filter((one) => one.uid !== by.uid));
      statuses.add((await follow(by, whom)).status);
      return;
    }
    if (target && chance < 0.45) {
      statuses.add((await pick([target.by, admin]).delete(`/api/comments/${target.id}`)).status);
      return;
    }
    const made =
      target && chance < 0.85
        ? await by.post(`/api/comments/${target.id}/reply`, { body: '嗯' })
        : await by.post(`/api/posts/${pick(posts)}/comments`, { body: '嗯' });
    statuses.add(made.status);
    if (made.status === 201) comments.push({ id: made.body.id, by });
  }
  const stopFlushing = keepFlushingCounts(world.ctx);
  for (let round = 0; round < 8; round++) {
    const acting = [...others, ...leavers, ...leavers].map(async (by) => {
      for (let count = 0; count < 6; count++) await act(by);
    });
    // All at once, so that members who follow each other leave and come back concurrently.
    await Promise.all(leavers.map(deleteAccount));
    const left = verifyIntegrity(world.ctx, { repair: false });
    await Promise.all(leavers.map(restore));
    await Promise.all(acting);
    expect(findDifferences(await left)).toEqual([]);
  }
  await Promise.all(leavers.slice(0, 2).map(deleteAccount));
  await stopFlushing();
  // The last run may have begun before the last deletion.
  await tick(world.ctx);
  // 401: an account deleted meanwhile has no session.
  expect([...statuses].filter((one) => ![200, 201, 204, 401, 404].includes(one))).toEqual([]);
  await expectClean();
  await expectAgreement(posts, [...leavers.slice(2), ...others]);
});
