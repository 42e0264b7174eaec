import {
  type AliasableExpression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Hidden } from '../../blocks/rules.ts';
import type { HiddenParam } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { PostStatus } from '../rules.ts';
import { AUTHOR_AND_COUNTS, OWN_POST_COLUMNS, SUMMARY_COLUMNS } from './posts.ts';
import { type HotScoreCursor, isBelowScore } from './score-cursor.ts';
import { taggedQuery } from './tagged-query.ts';
import { isPublic } from './visibility.ts';

type HotScoreAndId = [number, number];

/** Where a page ordered by time begins. One row more than the page decides whether there is another. */
export type TimeCursor = { time: Date | undefined; id: number | undefined; limit: number };

export function timeCursor({ after, limit }: KeysetPage<TimeAndId>): TimeCursor {
  return { time: after && new Date(after[0]), id: after?.[1], limit: limit + 1 };
}

/** One of them at most: an index has the newest posts of an author, another those in a language. */
type NewestFilter = { author: number | undefined; lang: string | undefined; hidden: Hidden };

const newestPostsQuery = prepareQuery(
  (db, { author, lang, hidden, ...from }: Params<TimeCursor & NewestFilter>) => {
    let page = newestQuery(db, from, hidden).select(SUMMARY_COLUMNS).limit(PAGE_ROWS);
    if (author) page = page.where('post.author_uid', '=', author);
    if (lang) page = page.where('post.lang', '=', lang);
    return newestFirst(db, page, from);
  },
);

export function listNewest(db: Db, filter: NewestFilter, page: KeysetPage<TimeAndId>) {
  return newestPostsQuery(db, { ...filter, ...timeCursor(page) });
}

type Follower = { uid: number; hidden: Hidden };

/**
 * A page has posts of at most as many authors as it has rows: those with the newest posts. So the query reads one index
 * entry for each followed author, and a page of posts only for these few. `followed` is a CTE: follows are on shards, posts
 * on the coordinator.
 */
function ofFollowedAuthors(db: Db, { hidden, ...from }: Params<TimeCursor & Follower>) {
  const authors = db
    .selectFrom(sql<{ followed_uid: number }>`followed`.as('follow'))
    .crossJoinLateral(
      newestQuery(db, from, hidden)
        .select(['post.id', 'post.published_at'])
        .where('post.author_uid', '=', sql.ref<number>('follow.followed_uid'))
        .limit(sql.lit(1))
        .as('first'),
    )
    .select('follow.followed_uid')
    .orderBy('first.published_at', 'desc')
    .orderBy('first.id', 'desc')
    .limit(from.limit);
  return (
    db
      .selectFrom(authors.as('author'))
      .crossJoinLateral(
        newestQuery(db, from, hidden)
          .select(['post.id', 'post.published_at'])
          .where('post.author_uid', '=', sql.ref<number>('author.followed_uid'))
          .limit(from.limit)
          .as('one'),
      )
      .select(['one.id', 'one.published_at'])
      .orderBy('one.published_at', 'desc')
      .orderBy('one.id', 'desc')
      // The sort reads every row, so the limit is exactly what the page needs.
      .limit(from.limit)
  );
}

/** The same for followed tags; merged ones as the tag that they became. */
function ofFollowedTags(db: Db, { uid, hidden, ...from }: Params<TimeCursor & Follower>) {
  const tags = db
    .selectFrom('tag_follow')
    .innerJoin('tag', 'tag.id', 'tag_follow.tag_id')
    .innerJoin('tag as shown', (join) =>
      join.on('shown.id', '=', sql<number>`coalesce(tag.merged_into, tag.id)`),
    )
    .crossJoinLateral(
      taggedQuery(db, sql.ref<number>('shown.id'), from, hidden)
        .select(['post.id', 'post.published_at'])
        .limit(sql.lit(1))
        .as('first'),
    )
    .select('shown.id')
    .where('tag_follow.uid', '=', uid)
    .where(sql<SqlBool>`not shown.blocked`)
    .orderBy('first.published_at', 'desc')
    .orderBy('first.id', 'desc')
    .limit(from.limit);
  return db
    .selectFrom(tags.as('followed_tag'))
    .crossJoinLateral(
      taggedQuery(db, sql.ref<number>('followed_tag.id'), from, hidden)
        .select(['post.id', 'post.published_at'])
        .limit(from.limit)
        .as('one'),
    )
    .select(['one.id', 'one.published_at'])
    .orderBy('one.published_at', 'desc')
    .orderBy('one.id', 'desc')
    .limit(from.limit);
}

/** A post of a followed author that also has a followed tag is listed once. */
const followedPostsQuery = prepareQuery((db, follower: Params<TimeCursor & Follower>) => {
  const ids = db
    .selectFrom(
      sql<{ id: number; published_at: Date }>`(
        (${ofFollowedAuthors(db, follower)}) union (${ofFollowedTags(db, follower)}))`.as('each'),
    )
    .select('each.id')
    .orderBy('each.published_at', 'desc')
    .orderBy('each.id', 'desc')
    .limit(follower.limit);
  const page = db
    .selectFrom(ids.as('followed'))
    .innerJoin('post', 'post.id', 'followed.id')
    .select(SUMMARY_COLUMNS);
  const followed = sql`
    select followed_uid from user_follow where follower_uid = ${follower.uid} and following`;
  return sql<Awaited<ReturnType<typeof newestPostsQuery>>[number]>`
    with followed as materialized (${followed}) ${newestFirst(db, page, follower)}`;
});

export function listFollowed(db: Db, follower: Follower, page: KeysetPage<TimeAndId>) {
  return followedPostsQuery(db, { ...follower, ...timeCursor(page) });
}

type HotFilter = { lang: string | undefined; hidden: Hidden };

const hottestPostsQuery = prepareQuery((db, params: Params<HotScoreCursor & HotFilter>) => {
  const { lang, hidden, limit } = params;
  const hottest = db
    .selectFrom('post_hot_score')
    .innerJoin('post', 'post.id', 'post_hot_score.post_id')
    .select([...SUMMARY_COLUMNS, 'post_hot_score.score'])
    .where((eb) => isPublic(hidden)(eb as never))
    .where((eb) => isBelowScore(eb as never, params))
    .orderBy('post_hot_score.score', 'desc')
    .orderBy('post_hot_score.post_id', 'desc')
    .limit(PAGE_ROWS);
  // The score's row may have the language of an earlier text: it only finds the posts.
  const page = lang
    ? hottest.where('post_hot_score.lang', '=', lang).where('post.lang', '=', lang)
    : hottest;
  return withAuthorAndCounts(db, page, limit)
    .orderBy('post.score', 'desc')
    .orderBy('post.id', 'desc');
});

export function listHottest(
  db: Db,
  filter: HotFilter,
  { after, limit }: KeysetPage<HotScoreAndId>,
) {
  const from = { score: after?.[0], id: after?.[1], limit: limit + 1 };
  return hottestPostsQuery(db, { ...filter, ...from });
}

export function listOwn(
  db: Db,
  uid: number,
  status: PostStatus | undefined,
  page: KeysetPage<TimeAndId>,
) {
  const from = timeCursor(page);
  const posts = db
    .selectFrom('post')
    .select(OWN_POST_COLUMNS)
    .where('post.author_uid', '=', uid)
    .where('post.deleted_at', 'is', null)
    .where(isAfter('post.updated_at', from))
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(PAGE_ROWS);
  return withAuthorAndCounts(
    db,
    status ? posts.where('post.status', '=', status) : posts,
    from.limit,
  )
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .execute();
}

/** A value, or a parameter of a prepared statement. */
type Value<T> = T | RawBuilder<T>;
type After = { time: Value<Date> | undefined; id: Value<number> | undefined };

/** Public posts after the end of the previous page. */
export function newestQuery(db: Db, after: After, hidden: HiddenParam) {
  return db
    .selectFrom('post')
    .where(isPublic(hidden))
    .where(isAfter('post.published_at', after))
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc');
}

type TimeColumn = 'post.published_at' | 'post.updated_at' | 'post.submitted_at';

/** Rows after the end of the previous page: older ones, or with `>` newer ones. */
export function isAfter(column: TimeColumn, { time, id }: After, side: '<' | '>' = '<') {
  return ({ eb, lit, refTuple, tuple }: ExpressionBuilder<DB, 'post'>) =>
    time && id ? eb(refTuple(column, 'post.id'), side, tuple(time, id)) : lit(true);
}

type PublishedRow = { id: number; author_uid: number; published_at: Date | null };

function newestFirst<Row extends PublishedRow>(
  db: Db,
  page: AliasableExpression<Row>,
  { limit }: { limit: RawBuilder<number> },
) {
  return withAuthorAndCounts(db, page as AliasableExpression<PublishedRow & Row>, limit)
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc');
}

/** Selects the page first and joins after: with the join inside, the limit would not stop it. */
export function withAuthorAndCounts<Row extends { id: number; author_uid: number }>(
  db: Db,
  page: AliasableExpression<Row>,
  limit: Value<number>,
) {
  return db
    .selectFrom(page.as('post'))
    .innerJoin('member_card', 'member_card.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .selectAll('post')
    .select([...AUTHOR_AND_COUNTS])
    .limit(limit);
}
