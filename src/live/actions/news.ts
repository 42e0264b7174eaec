import { countQueues } from '../../administration/actions/count-queues.ts';
import { isHiddenFrom } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { getUnread } from '../../notifications/actions/inbox.ts';
import type { LiveEvent } from '../../platform/http/event-streams.ts';
import { IDS_MAX, type List, type Topics } from '../rules.ts';
import {
  listCommentsSince,
  listFollowedSince,
  listPostsSince,
  type NewComment,
  type NewPost,
} from '../store.ts';

/** An event without its id. */
export type News = Omit<LiveEvent, 'id'>;

/** Everything a subscriber may know now, and what is new since then. */
export async function readNews(
  ctx: Context,
  viewer: Viewer,
  topics: Topics,
  since: Date,
): Promise<News[]> {
  const [unread, queue, lists, comments] = await Promise.all([
    readUnread(ctx, viewer),
    topics.queue ? readQueue(ctx, viewer) : undefined,
    readLists(ctx, viewer, topics, since),
    topics.posts.size > 0 ? listCommentsSince(ctx.db, [...topics.posts], since, IDS_MAX) : [],
  ]);
  return [unread, ...(queue ? [queue] : []), ...lists, ...commentNews(viewer, comments)];
}

export async function readUnread(ctx: Context, viewer: Viewer): Promise<News> {
  // The streams of a member on this process share the read.
  const unread = await ctx.singleFlight(`live unread ${viewer.uid}`, () => getUnread(ctx, viewer));
  return { name: 'unread', data: unread };
}

/** Nothing for members, whatever they subscribe to. */
export async function readQueue(ctx: Context, viewer: Viewer): Promise<News | undefined> {
  if (viewer.role === 'member') return undefined;
  const { posts, profile_changes, queue } = await ctx.singleFlight('live queue', () =>
    countQueues(ctx),
  );
  const total = Object.values(queue).reduce((sum, one) => sum + one, 0);
  return { name: 'queue', data: { queue: total, posts, profile_changes } };
}

async function readLists(
  ctx: Context,
  viewer: Viewer,
  { lists }: Topics,
  since: Date,
): Promise<News[]> {
  const period = { since, until: ctx.now() };
  const [newest, following] = await Promise.all([
    lists.has('newest')
      ? ctx.singleFlight(`live posts ${since.getTime()}`, () =>
          listPostsSince(ctx.db, since, IDS_MAX),
        )
      : [],
    lists.has('following') ? listFollowedSince(ctx.db, viewer.uid, period, IDS_MAX) : [],
  ]);
  return [...postNews(viewer, 'newest', newest), ...postNews(viewer, 'following', following)];
}

/** Not their own posts, and not those of whom they hide (D67). */
export function postNews(viewer: Viewer, list: List, posts: NewPost[]): News[] {
  const shown = posts.filter(
    ({ author_uid }) => author_uid !== viewer.uid && !isHiddenFrom(viewer, author_uid),
  );
  if (shown.length === 0) return [];
  const data = { list, posts: shown.map(({ id, published_at: at }) => ({ id, at: at.getTime() })) };
  return [{ name: 'posts', data }];
}

/** Not their own comments, and none in a thread or under a post of whom they hide. */
export function commentNews(viewer: Viewer, comments: NewComment[]): News[] {
  const shown = comments.filter(
    ({ authors }) =>
      authors[0] !== viewer.uid && !authors.some((author) => isHiddenFrom(viewer, author)),
  );
  const byPost = Map.groupBy(shown, ({ post_id }) => post_id);
  return [...byPost].map(([post_id, of]) => ({
    name: 'comments',
    data: {
      post_id,
      comments: of.map(({ id, created_at: at }) => ({ id, at: at.getTime() })),
    },
  }));
}
