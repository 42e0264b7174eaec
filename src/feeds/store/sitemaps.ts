import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';

/** A range of ids, from the first to the last. */
export type IdRange = { first: number; last: number };
type Texts = { text: string | null };

type LastIds = Record<'posts' | 'members' | 'tags' | 'series', number>;

/** The largest id of each kind; 0 without any. Read from the ends of the primary keys. */
export async function findLastIds(db: Db): Promise<LastIds> {
  const { rows } = await sql<LastIds>`
    select coalesce((select id from post order by id desc limit 1), 0) as posts,
           coalesce((select uid from member_card order by uid desc limit 1), 0) as members,
           coalesce((select id from tag order by id desc limit 1), 0) as tags,
           coalesce((select id from series order by id desc limit 1), 0) as series`.execute(db);
  return rows[0] ?? { posts: 0, members: 0, tags: 0, series: 0 };
}

/**
 * The entries of public posts, as XML. PostgreSQL writes the text: ten thousand rows would keep our event loop busy for
 * longer than all other requests of that moment.
 */
export async function readPostEntries(db: Db, origin: string, range: IdRange): Promise<string> {
  const posts = everyPublicPostQuery(db, FOR_EVERYBODY)
    .select(
      sql<Date>`greatest(coalesce(post.published_at, post.updated_at), post.written_at)`.as(
        'changed_at',
      ),
    )
    .where('post.id', '>=', range.first)
    .where('post.id', '<=', range.last);
  const { rows } = await sql<Texts>`
    select string_agg(
             '<url><loc>' || ${origin}::text || '/posts/' || id || '</loc><lastmod>' || ${timeSql(sql`changed_at`)}
               || '</lastmod></url>', E'\n' order by id) as text
      from (${posts}) as post`.execute(db);
  return rows[0]?.text ?? '';
}

/** Those who have published something: an empty space is no page to find. */
export async function readMemberEntries(db: Db, origin: string, range: IdRange): Promise<string> {
  const newest = everyPublicPostQuery(db, FOR_EVERYBODY)
    .select('post.published_at')
    .where('post.author_uid', '=', sql.ref<number>('member.uid'))
    .orderBy('post.published_at', 'desc')
    .limit(sql.lit(1));
  const { rows } = await sql<Texts>`
    select string_agg(
             '<url><loc>' || ${origin}::text || '/space/' || member.uid || '</loc><lastmod>'
               || ${timeSql(sql`newest.published_at`)} || '</lastmod></url>', E'\n' order by member.uid) as text
      from (select uid from member_card where uid between ${range.first} and ${range.last} and state <> 'deleted') as member
      cross join lateral (${newest}) as newest`.execute(db);
  return rows[0]?.text ?? '';
}

function timeSql(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

export function listTagSlugs(db: Db, { first, last }: IdRange) {
  return db
    .selectFrom('tag')
    .select(['id', 'slug'])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .where('posts', '>', 0)
    .where('merged_into', 'is', null)
    .where((eb) => eb.not('blocked'))
    .orderBy('id')
    .execute();
}

/** Those with a public post. */
export async function readSeriesEntries(db: Db, origin: string, range: IdRange): Promise<string> {
  const { rows } = await sql<Texts>`
    select string_agg('<url><loc>' || ${origin}::text || '/series/' || series.author_uid || '-' || series.id || '</loc></url>', E'\n'
                      order by series.id) as text
      from series
     where series.id between ${range.first} and ${range.last} and exists (
       select from series_post
        where series_post.author_uid = series.author_uid and series_post.series_id = series.id and series_post.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)}))`.execute(
    db,
  );
  return rows[0]?.text ?? '';
}
