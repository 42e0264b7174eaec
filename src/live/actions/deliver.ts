import { findSessionViewer } from '../../accounts/actions/validate-session.ts';
import type { Context, Viewer } from '../../context.ts';
import type { Announcement } from '../../platform/live/announcements.ts';
import { listFollowers, listPublicComments, listPublicPosts, type NewPost } from '../store.ts';
import type { Audience, Subscriber } from './audience.ts';
import { commentNews, type News, postNews, readQueue, readUnread } from './news.ts';

/** What one subscriber gets of it; read as this viewer, who may see less than an hour ago. */
type Part = (viewer: Viewer) => Promise<News[]> | News[];
type Plan = Map<Subscriber, Part[]>;

/** At most so many members' counts are read at once, whoever is notified: the pool is for requests. */
const READS_AT_ONCE = 4;

/** Sends each subscriber what they may see of the announced. What nobody here subscribes to costs nothing. */
export async function deliver(
  ctx: Context,
  audience: Audience,
  announcements: Announcement[],
): Promise<void> {
  const now = ctx.now();
  const plan: Plan = new Map();
  const add = (subscribers: Iterable<Subscriber>, part: Part) => {
    for (const subscriber of subscribers) {
      const parts = plan.get(subscriber);
      if (parts) parts.push(part);
      else plan.set(subscriber, [part]);
    }
  };
  const named = readAnnouncements(announcements);
  for (const [uid, post_id] of named.own_posts)
    add(audience.ofMember(uid), () => [{ name: 'own_post', data: { post_id } }]);
  await planPosts(ctx, audience, named.published, add);
  const comments = new Map(
    named.comments.flatMap(([post_id, id]) =>
      audience.ofPost(post_id).size > 0 ? [[id, { post_id, id }] as const] : [],
    ),
  );
  if (comments.size > 0) {
    const rows = await listPublicComments(ctx.db, [...comments.values()]);
    for (const [post, of] of Map.groupBy(rows, ({ post_id }) => post_id))
      add(audience.ofPost(post), (viewer) => commentNews(viewer, of));
  }
  if (named.queue)
    add(audience.ofQueue(), async (viewer) => {
      const queue = await readQueue(ctx, viewer);
      return queue ? [queue] : [];
    });

  // Those who need no read first: many read the same post, few are notified.
  await Promise.all([...plan].map(([one, parts]) => sendParts(ctx, one, parts, now)));
  const notified = unique(named.notifications).flatMap((uid) => [...audience.ofMember(uid)]);
  await inTurns(notified, (one) =>
    sendParts(ctx, one, [async (viewer) => [await readUnread(ctx, viewer)]], now),
  );
}

async function planPosts(
  ctx: Context,
  audience: Audience,
  ids: number[],
  add: (subscribers: Iterable<Subscriber>, part: Part) => void,
): Promise<void> {
  const [newest, following] = [audience.ofList('newest'), audience.ofList('following')];
  if (ids.length === 0 || newest.size + following.size === 0) return;
  const posts = await listPublicPosts(ctx.db, ids);
  add(newest, (viewer) => postNews(viewer, 'newest', posts));
  if (following.size === 0 || posts.length === 0) return;
  const uids = unique([...following].map(({ uid }) => uid));
  const followed = await listFollowers(
    ctx.db,
    posts.map(({ id }) => id),
    uids,
  );
  const ofMember = Map.groupBy(followed, ({ uid }) => uid);
  for (const subscriber of following) {
    const own = ofMember.get(subscriber.uid)?.map(({ post_id }) => post_id);
    const theirs: NewPost[] = own ? posts.filter(({ id }) => own.includes(id)) : [];
    if (theirs.length > 0) add([subscriber], (viewer) => postNews(viewer, 'following', theirs));
  }
}

/**
 * Reads the viewer again before anything is sent: whom they hide, their role, and whether their session is alive, which
 * ends the stream if not. Concurrent calls share a statement.
 */
export async function sendParts(
  ctx: Context,
  subscriber: Subscriber,
  parts: Part[],
  now: Date,
): Promise<void> {
  const viewer = await findSessionViewer(ctx, subscriber);
  if (!viewer) return subscriber.stream.end();
  for (const part of parts) {
    for (const news of await part(viewer)) {
      if (isRepeated(subscriber, news)) continue;
      subscriber.stream.send({ ...news, id: String(now.getTime()) });
    }
  }
}

/** D67: an event without news would tell that somebody whom they hide wrote to them. */
function isRepeated({ counts }: Subscriber, { name, data }: News): boolean {
  if (name !== 'unread' && name !== 'queue') return false;
  const text = JSON.stringify(data);
  if (counts[name] === text) return true;
  counts[name] = text;
  return false;
}

export async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, worker));
}

function readAnnouncements(announcements: Announcement[]) {
  const named = {
    notifications: [] as number[],
    own_posts: [] as [number, number][],
    published: [] as number[],
    comments: [] as [number, number][],
    queue: false,
  };
  for (const announcement of announcements) {
    const [kind, ...rest] = announcement.split(':');
    const [first = 0, second = 0] = rest.map(Number);
    if (kind === 'notifications') named.notifications.push(first);
    else if (kind === 'own_post') named.own_posts.push([first, second]);
    else if (kind === 'published') named.published.push(first);
    else if (kind === 'comment') named.comments.push([first, second]);
    else if (kind === 'queue') named.queue = true;
  }
  return named;
}

function unique(numbers: number[]): number[] {
  return [...new Set(numbers)];
}
