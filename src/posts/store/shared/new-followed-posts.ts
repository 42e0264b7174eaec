import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import { notHiddenFromSql } from '../../../blocks/store/shared.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newestQuery } from '../lists.ts';
import { taggedQuery } from '../tagged-query.ts';

type Period = {
  uid: RawBuilder<number>;
  /** A relation with the `followed_uid` of everybody whom the member follows: a CTE, because follows are not stored
   * with the posts. */
  follows: RawBuilder<unknown>;
  after: RawBuilder<Date>;
  until: RawBuilder<Date>;
};

/** Before every post of that moment. */
const FIRST_ID = sql.lit(0);

/**
 * Public posts of a time by authors and with tags that the member follows, newest first; a part of statements of other
 * domains. Without members whom the reader hides (D67). The post of a followed author that also has a followed tag is
 * listed once, and own posts are not.
 */
export function newFollowedPostsQuery(db: Db, period: Period, limit: number) {
  const most = sql.lit(limit);
  return db
    .selectFrom(
      sql<{ id: number; published_at: Date }>`(
        (${ofAuthors(db, period, most)}) union (${ofTags(db, period, most)}))`.as('each'),
    )
    .select('each.id')
    .orderBy('each.published_at', 'desc')
    .orderBy('each.id', 'desc')
    .limit(most);
}

/**
 * The authors with the newest posts first: at most as many as there are posts to list. So only one index entry is read
 * of every other author.
 */
function ofAuthors(db: Db, { uid, follows, after, until }: Period, limit: RawBuilder<number>) {
  const postsOf = (author: RawBuilder<number>) =>
    newestQuery(db, { time: until, id: FIRST_ID }, FOR_EVERYBODY)
      .select(['post.id', 'post.published_at'])
      .where('post.author_uid', '=', author)
      .where('post.published_at', '>', after)
      .where(notHiddenFromSql(sql.ref('post.author_uid'), uid));
  const authors = db
    .selectFrom(sql<{ followed_uid: number }>`${follows}`.as('follow'))
    .crossJoinLateral(postsOf(sql.ref('follow.followed_uid')).limit(sql.lit(1)).as('first'))
    .select('follow.followed_uid')
    .orderBy('first.published_at', 'desc')
    .orderBy('first.id', 'desc')
    .limit(limit);
  return db
    .selectFrom(authors.as('author'))
    .crossJoinLateral(postsOf(sql.ref('author.followed_uid')).limit(limit).as('one'))
    .select(['one.id', 'one.published_at'])
    .orderBy('one.published_at', 'desc')
    .orderBy('one.id', 'desc')
    .limit(limit);
}

/** The same for tags; merged ones as the tag that they became. */
function ofTags(db: Db, { uid, after, until }: Period, limit: RawBuilder<number>) {
  const postsOf = (tag: RawBuilder<number>) =>
    taggedQuery(db, tag, { time: until, id: FIRST_ID }, FOR_EVERYBODY)
      .select(['post.id', 'post.published_at'])
      .where('post_tag.published_at', '>', after)
      .where('post_tag.author_uid', '<>', uid)
      .where(notHiddenFromSql(sql.ref('post_tag.author_uid'), uid));
  const tags = db
    .selectFrom('tag_follow')
    .innerJoin('tag', 'tag.id', 'tag_follow.tag_id')
    .innerJoin('tag as shown', (join) =>
      join.on('shown.id', '=', sql<number>`coalesce(tag.merged_into, tag.id)`),
    )
    .crossJoinLateral(postsOf(sql.ref('shown.id')).limit(sql.lit(1)).as('first'))
    .select('shown.id')
    .where('tag_follow.uid', '=', uid)
    .where(sql<SqlBool>`not shown.blocked`)
    .orderBy('first.published_at', 'desc')
    .orderBy('first.id', 'desc')
    .limit(limit);
  return db
    .selectFrom(tags.as('followed_tag'))
    .crossJoinLateral(postsOf(sql.ref('followed_tag.id')).limit(limit).as('one'))
    .select(['one.id', 'one.published_at'])
    .orderBy('one.published_at', 'desc')
    .orderBy('one.id', 'desc')
    .limit(limit);
}
