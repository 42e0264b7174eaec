import { expect } from 'vitest';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { flushUserCountDeltas } from '../../src/users/actions/count-follows.ts';
import type { Client } from '../../test/support/client.ts';
import { pick } from './command.ts';
import { folderStatus } from './commands/favorites.ts';
import { ownPostView } from './commands/posts.ts';
import { compareProfile } from './commands/profiles.ts';
import { followStatus, rootsOf } from './commands/readers.ts';
import {
  arrive,
  canSee,
  countReactions,
  energizeExpToday,
  levelOf,
  type Member,
  type Model,
  type Post,
  reactionOf,
  repliesTo,
  type Status,
  shownTitle,
} from './model.ts';
import { addReceived, receivedBy, receivedOn } from './received-counts.ts';
import { clientOf, type Service } from './service.ts';

const DAY_MS = 24 * 3600 * 1000;
const STATUSES: Status[] = ['draft', 'pending', 'approved', 'rejected', 'locked'];

/** Compares everything the run has touched, read through the API, with the model. */
export async function compare(model: Model, service: Service): Promise<void> {
  // There is no worker to flush the counter deltas of concurrent requests.
  await flushCountDeltas(service.world.ctx);
  await flushUserCountDeltas(service.world.ctx);
  await Promise.all(model.members.map((member) => compareBalance(model, service, member)));
  await Promise.all([
    ...model.members.flatMap((member) => compareMember(model, service, member)),
    ...model.posts.map((post) => comparePost(model, service, post)),
  ]);
}

/** First, because any request may check the member in, and concurrent ones must not race for it. */
async function compareBalance(model: Model, service: Service, member: Member): Promise<void> {
  arrive(model, member);
  const { balance } = member;
  expect(await read(clientOf(service, member), '/api/energy/info')).toEqual({ balance });
}

function compareMember(model: Model, service: Service, member: Member): Promise<void>[] {
  const client = clientOf(service, member);
  // Each member looks at the next: every pair of the three once.
  const next = pick(model.members, member.index + 1);
  return [
    compareLogs(client, member),
    compareFolders(client, member),
    compareProfile(service, member),
    compareRead(client, '/api/level/info', levelInfo(model, member)),
    compareRead(client, '/api/studio/overview', overviewOf(model, member)),
    compareRead(client, `/api/users/${next.uid}/follow-status`, followStatus(model, member, next)),
  ];
}

async function compareRead(client: Client, url: string, expected: object): Promise<void> {
  expect(await read(client, url), url).toMatchObject(expected);
}

/** D38: a balance is the sum of its entries, and so is exp. */
async function compareLogs(client: Client, member: Member): Promise<void> {
  const ledger = await readAll(client, '/api/energy/logs');
  expect(ledger.map(toEntry)).toEqual(member.ledger.toReversed());
  const exp = await readAll(client, '/api/level/logs');
  expect(exp.map(toEntry)).toEqual(member.exp_entries.toReversed());
}

const toEntry = ({ amount, reason }: { amount: number; reason: string }) => ({ amount, reason });

function levelInfo(model: Model, member: Member) {
  return {
    exp: member.exp,
    level: levelOf(member.exp),
    checked_in_today: member.checked_in_on === model.day,
    energize_exp_today: energizeExpToday(model, member),
    tasks: ['avatar', 'username', 'signature'].map((task) => ({
      task,
      done: (member.tasks as Set<string>).has(task),
      exp: 10,
    })),
  };
}

function overviewOf(model: Model, member: Member) {
  const written = model.posts.filter((post) => post.author === member);
  const existing = written.filter((post) => !post.deleted);
  const count = (status: Status) => existing.filter((post) => post.status === status).length;
  const yesterday = new Date(Date.parse(model.day) - DAY_MS).toISOString().slice(0, 10);
  return {
    posts: {
      total: existing.length,
      ...Object.fromEntries(STATUSES.map((status) => [status, count(status)])),
    },
    received: addReceived(existing.map((post) => receivedBy(model, post))),
    today: addReceived(written.map((post) => receivedOn(model, post, model.day))),
    yesterday: addReceived(written.map((post) => receivedOn(model, post, yesterday))),
    follower_count: model.members.filter((one) => one.follows.has(member)).length,
  };
}

type FolderView = { id: number; is_default: boolean; item_count: number };

async function compareFolders(client: Client, member: Member): Promise<void> {
  const folders: FolderView[] = await readAll(client, '/api/folders');
  // D33: created on first use; an unused empty folder is not compared.
  const known = (one: FolderView) => member.folders.some((folder) => folder.id === one.id);
  const unused = folders.filter((one) => !known(one));
  expect(unused.filter((one) => !one.is_default || one.item_count > 0)).toEqual([]);
  expect(folders.filter(known).map(({ id, item_count }) => [id, item_count])).toEqual(
    member.folders.map((folder) => [folder.id, folder.posts.size]),
  );
  for (const folder of member.folders.filter((one) => one.posts.size > 0)) {
    const items = await readAll(client, `/api/folders/${folder.id}/posts`);
    const ids = items.map((item: { post_id: number }) => item.post_id);
    expect(new Set(ids)).toEqual(folder.posts);
  }
}

async function comparePost(model: Model, service: Service, post: Post): Promise<void> {
  const author = clientOf(service, post.author);
  const own = await author.get(`/api/studio/posts/${post.id}`);
  if (post.deleted) expect(own.status).toBe(404);
  else expect(own.body).toMatchObject(ownPostView(post));
  await compareShown(model, service.visitor, null, post);
  if (post.status !== 'approved') await compareShown(model, author, post.author, post);
  else if (!post.deleted) {
    await Promise.all(model.members.map((member) => compareTraces(service, member, post)));
  }
  if (!post.deleted) await compareComments(author, post);
}

/** D25 */
async function compareShown(
  model: Model,
  client: Client,
  member: Member | null,
  post: Post,
): Promise<void> {
  const url = `/api/posts/${post.id}`;
  if (canSee(member, post)) await compareRead(client, url, shownOf(model, post));
  else expect((await client.get(url)).status).toBe(404);
}

/** A member's reaction and favorite on a public post. */
async function compareTraces(service: Service, member: Member, post: Post): Promise<void> {
  const client = clientOf(service, member);
  const reaction = { state: reactionOf(post, member), ...countReactions(post) };
  await compareRead(client, `/api/posts/${post.id}/reaction`, reaction);
  await compareRead(client, `/api/posts/${post.id}/folder-status`, folderStatus(member, post));
}

function shownOf(model: Model, post: Post) {
  const { comments, favorites, energy } = receivedBy(model, post);
  return {
    status: post.status,
    title: shownTitle(post),
    ...countReactions(post),
    comment_count: comments,
    favorite_count: favorites,
    energy,
  };
}

async function compareComments(client: Client, post: Post): Promise<void> {
  const roots = await readAll(client, `/api/posts/${post.id}/comments`);
  expect(roots).toMatchObject(rootsOf(post));
  const withReplies = post.comments.filter((one) => repliesTo(post, one).length > 0);
  for (const root of withReplies) {
    const replies = await readAll(client, `/api/posts/${post.id}/comments/${root.id}/replies`);
    const ids = replies.map((reply: { id: number }) => reply.id);
    expect(ids).toEqual(repliesTo(post, root).map((reply) => reply.id));
  }
}

async function read(client: Client, url: string) {
  const { status, body } = await client.get(url);
  expect([url, status]).toEqual([url, 200]);
  return body;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
async function readAll(client: Client, url: string): Promise<any[]> {
  const found = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await read(client, `${url}?limit=100${cursor && `&cursor=${cursor}`}`);
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  return found;
}
