import { type AliasableExpression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { PostStatus } from '../rules.ts';
import { OWN_POST_COLUMNS, SHOWN_WITH, SUMMARY_COLUMNS } from './posts.ts';
import { isPublic } from './visibility.ts';

type HotScoreAndId = [number, number];

/** Where a page ordered by time begins, and how many rows say whether there is another. */
type FromMoment = { time: Date | undefined; id: number | undefined; limit: number };

export function fromMoment({ after, limit }: KeysetPage<TimeAndId>): FromMoment {
  return { time: after && new Date(after[0]), id: after?.[1], limit: limit + 1 };
}

const newestPosts = prepareQuery(
  (db, { author, ...from }: Params<FromMoment & { author: number | undefined }>) => {
    const found = newest(db, from).select(SUMMARY_COLUMNS).limit(PAGE_ROWS);
    return newestFirst(db, author ? found.where('post.author_uid', '=', author) : found, from);
  },
);

export function listNewest(db: Db, author: number | undefined, page: KeysetPage<TimeAndId>) {
  return newestPosts(db, { author, ...fromMoment(page) });
}

/**
 * A page can only come from as many authors as it has posts: those whose newest post is newest. So one index
 * entry is read per followed author, and a page's worth only for these few.
 */
const followedPosts = prepareQuery((db, { uid, ...from }: Params<FromMoment & { uid: number }>) => {
  const authors = db
    .selectFrom('user_follow')
    .crossJoinLateral(
      newest(db, from)
        .select(['post.id', 'post.published_at'])
        .where('post.author_uid', '=', sql.ref<number>('user_follow.followed_uid'))
        .limit(sql.lit(1))
        .as('first'),
    )
    .select('user_follow.followed_uid')
    .where('user_follow.follower_uid', '=', uid)
    .where((eb) => eb.ref('user_follow.following'))
    .orderBy('first.published_at', 'desc')
    .orderBy('first.id', 'desc')
    .limit(from.limit);
  const ids = db
    .selectFrom(authors.as('author'))
    .crossJoinLateral(
      newest(db, from)
        .select(['post.id', 'post.published_at'])
        .where('post.author_uid', '=', sql.ref<number>('author.followed_uid'))
        .limit(from.limit)
        .as('one'),
    )
    .select('one.id')
    .orderBy('one.published_at', 'desc')
    .orderBy('one.id', 'desc')
    // Sorted, so all of it is read: just as much as the page needs.
    .limit(from.limit);
  const found = db
    .selectFrom(ids.as('followed'))
    .innerJoin('post', 'post.id', 'followed.id')
    .select(SUMMARY_COLUMNS);
  return newestFirst(db, found, from);
});

export function listFollowed(db: Db, uid: number, page: KeysetPage<TimeAndId>) {
  return followedPosts(db, { uid, ...fromMoment(page) });
}

type FromHotScore = { heat: number | undefined; id: number | undefined; limit: number };

const hottestPosts = prepareQuery((db, { heat, id, limit }: Params<FromHotScore>) => {
  const found = db
    .selectFrom('post_heat')
    .innerJoin('post', 'post.id', 'post_heat.post_id')
    .select([...SUMMARY_COLUMNS, 'post_heat.heat'])
    .where((eb) => isPublic(eb as never))
    .where(({ eb, lit, refTuple, tuple }) =>
      heat && id
        ? eb(refTuple('post_heat.heat', 'post_heat.post_id'), '<', tuple(heat, id))
        : lit(true),
    )
    .orderBy('post_heat.heat', 'desc')
    .orderBy('post_heat.post_id', 'desc')
    .limit(PAGE_ROWS);
  return shown(db, found, limit).orderBy('post.heat', 'desc').orderBy('post.id', 'desc');
});

export function listHottest(db: Db, { after, limit }: KeysetPage<HotScoreAndId>) {
  return hottestPosts(db, { heat: after?.[0], id: after?.[1], limit: limit + 1 });
}

export function listOwn(
  db: Db,
  uid: number,
  status: PostStatus | undefined,
  page: KeysetPage<TimeAndId>,
) {
  const from = fromMoment(page);
  const found = db
    .selectFrom('post')
    .select(OWN_POST_COLUMNS)
    .where('post.author_uid', '=', uid)
    .where('post.deleted_at', 'is', null)
    .where(isBeyond('post.updated_at', from))
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(PAGE_ROWS);
  return shown(db, status ? found.where('post.status', '=', status) : found, from.limit)
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .execute();
}

/** A value, or the place for one in a prepared statement. */
type Given<T> = T | RawBuilder<T>;
type After = { time: Given<Date> | undefined; id: Given<number> | undefined };

/** Public posts from where the page before ended. */
export function newest(db: Db, after: After) {
  return db
    .selectFrom('post')
    .where(isPublic)
    .where(isBeyond('post.published_at', after))
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc');
}

type Moment = 'post.published_at' | 'post.updated_at' | 'post.submitted_at';

/** What comes after the page before: older, or with `>` newer. */
export function isBeyond(column: Moment, { time, id }: After, side: '<' | '>' = '<') {
  return ({ eb, lit, refTuple, tuple }: ExpressionBuilder<DB, 'post'>) =>
    time && id ? eb(refTuple(column, 'post.id'), side, tuple(time, id)) : lit(true);
}

type Found = { id: number; author_uid: number; published_at: Date | null };

function newestFirst<Row extends Found>(
  db: Db,
  found: AliasableExpression<Row>,
  { limit }: { limit: RawBuilder<number> },
) {
  return shown(db, found as AliasableExpression<Found & Row>, limit)
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc');
}

/** The page is found first and the rest joined after: joined before, the limit would not stop the join. */
export function shown<Row extends { id: number; author_uid: number }>(
  db: Db,
  found: AliasableExpression<Row>,
  limit: Given<number>,
) {
  return db
    .selectFrom(found.as('post'))
    .innerJoin('users', 'users.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .selectAll('post')
    .select([...SHOWN_WITH])
    .limit(limit);
}
