import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../../platform/db/prepared.ts';
import { newestQuery } from '../lists.ts';
import { isPublic } from '../visibility.ts';

const FIRST_PAGE = { time: undefined, id: undefined };
/** Of each kind: bounds the query however many posts a day brings. */
const COUNT = sql.lit(200);

const recentPostsQuery = prepareQuery((db, _: Params<object>) => {
  const newest = newestQuery(db, FIRST_PAGE, FOR_EVERYBODY).select('post.id').limit(COUNT);
  const hottest = db
    .selectFrom('post_hot_score')
    .select('post_hot_score.post_id as id')
    .orderBy('post_hot_score.score', 'desc')
    .orderBy('post_hot_score.post_id', 'desc')
    .limit(COUNT);
  const ids = sql<{
    id: number;
  }>`(select id from (${newest}) n union select id from (${hottest}) h)`;
  return (
    db
      .selectFrom(ids.as('recent'))
      .innerJoin('post', 'post.id', 'recent.id')
      .innerJoin('post_count', 'post_count.post_id', 'post.id')
      .select(['post.id', 'post.author_uid', 'post.published_at', 'post.lang', 'post_count.energy'])
      .select(sql<string>`post.xmin`.as('version'))
      // The picture of an earlier text does not count.
      .select(
        sql<
          number | null
        >`case when post.card_version = post.live_version then post.picture_width end`.as(
          'picture_width',
        ),
      )
      .where((eb) => isPublic(FOR_EVERYBODY)(eb as never))
  );
});

/** The newest public posts and the hottest ones: on a busy site, the brightest of a day are among these. */
export function listRecentPosts(db: Db) {
  return recentPostsQuery(db, {});
}
