import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../blocks/rules.ts';
import type { Db } from '../platform/db/database.ts';
import type { TrustedHtml } from '../platform/html/trusted.ts';
import { everyPublicPostQuery } from '../posts/store/shared/visible-posts.ts';
import { shownTagsSql } from '../tags/store/shared.ts';

/** Each may be 200 kB. */
const POSTS = 20;
const ROWS = 500;

/** Reads in short statements, in the order of the ids, so that a large site keeps no snapshot open. */
async function* inBatches<Row extends { key: number }>(
  size: number,
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.key;
  }
}

export function listPublicPosts(db: Db) {
  return inBatches(POSTS, (after) =>
    everyPublicPostQuery(db, FOR_EVERYBODY)
      .innerJoin('member_card', 'member_card.uid', 'post.author_uid')
      .select(['post.id as key', 'post.title', 'post.summary', 'post.cover_key', 'post.lang'])
      .select(['post.lang_chosen', 'post.author_uid', 'post.updated_at', 'post.published_at'])
      .select(['member_card.username', sql<TrustedHtml>`post.body`.as('body')])
      .select(shownTagsSql(sql.ref('post.tag_ids')).as('tags'))
      .where('post.id', '>', after)
      .orderBy('post.id')
      .limit(sql.lit(POSTS))
      .execute(),
  );
}

/** Members with public posts. */
export function listAuthors(db: Db) {
  return inBatches(ROWS, (after) =>
    db
      .selectFrom('member_card')
      .select(['uid as key', 'username', 'signature'])
      .where('uid', '>', after)
      .where(
        'uid',
        'in',
        everyPublicPostQuery(db, FOR_EVERYBODY).clearSelect().select('post.author_uid'),
      )
      .orderBy('uid')
      .limit(sql.lit(ROWS))
      .execute(),
  );
}

/** Series with public posts, and those in their order. */
export function listPublicSeries(db: Db) {
  return inBatches(ROWS, async (after) => {
    const { rows } = await sql<SeriesRow>`
      select series.id as key, series.title, series.description, series.author_uid, card.username,
             listed.posts
        from series
        join member_card card on card.uid = series.author_uid and card.state <> 'deleted'
       cross join lateral (
         select json_agg(post_id order by position) as posts from series_post
          where series_post.author_uid = series.author_uid and series_post.series_id = series.id
            and series_post.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)})) as listed
       where series.id > ${after} and listed.posts is not null
       order by series.id limit ${sql.lit(ROWS)}`.execute(db);
    return rows;
  });
}

type SeriesRow = {
  key: number;
  title: string;
  description: string;
  author_uid: number;
  username: string | null;
  posts: number[];
};
