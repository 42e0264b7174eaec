import type { Context, Viewer } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { Language } from '../../platform/language/languages.ts';
import { type Compared, type ComparedBy, FIRST_DAYS, finishedShare } from '../rules.ts';
import { listFirstDays, listPublicPosts, listTotals } from '../store/comparison.ts';

export type ComparedPost = Compared & {
  id: number;
  title: string;
  lang: Language | null;
  published_at: string;
  /** Calendar days since it was published, the first included. */
  age: number;
};

export type Comparison = { posts: ComparedPost[]; isAll: boolean };

type Request = { limit: number; period: 'total' | 'first'; by: ComparedBy };

const NOTHING: Compared = {
  ...{ reads: 0, likes: 0, comments: 0, favorites: 0, energy: 0 },
  ...{ measured: 0, finished: 0, follows: 0 },
};

/** The viewer's newest public posts beside each other, the best first. */
export async function comparePosts(
  ctx: Context,
  viewer: Viewer,
  { limit, period, by }: Request,
): Promise<Comparison> {
  const found = await listPublicPosts(ctx.db, viewer.uid, limit + 1);
  const posts = found.slice(0, limit);
  const rows =
    period === 'total'
      ? await listTotals(
          ctx.db,
          posts.map(({ id }) => id),
        )
      : await listFirstDays(ctx.db, viewer.uid, posts.map(withFirstDays));
  const countsOf = new Map(rows.map(({ id, ...counts }) => [id, counts]));
  const compared = posts.map(({ published_at, ...post }) => ({
    ...post,
    ...(countsOf.get(post.id) ?? NOTHING),
    published_at: published_at.toISOString(),
    age: ageOf(published_at, ctx.now()),
  }));
  return { posts: sortPosts(compared, by), isAll: found.length <= limit };
}

function withFirstDays({ id, published_at }: { id: number; published_at: Date }) {
  const days = Array.from({ length: FIRST_DAYS }, (_, age) =>
    calendarDay(addDays(published_at, age)),
  );
  return { id, days };
}

function ageOf(published: Date, now: Date): number {
  for (let age = 1; age <= FIRST_DAYS; age += 1)
    if (calendarDay(addDays(now, 1 - age)) <= calendarDay(published)) return age;
  return FIRST_DAYS + 1;
}

/** Newest first among equals, as they come. */
function sortPosts(posts: ComparedPost[], by: ComparedBy): ComparedPost[] {
  if (by === 'published') return posts;
  const value = (post: ComparedPost) =>
    by === 'finished' ? (finishedShare(post) ?? -1) : post[by];
  return posts.toSorted((one, other) => value(other) - value(one));
}
