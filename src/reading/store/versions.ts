import { type RawBuilder, sql } from 'kysely';
import { batchedRead, readByServer } from '../../platform/db/batch/batched-read.ts';
import { onCluster } from '../../platform/db/cluster.ts';
import type { Db } from '../../platform/db/database.ts';
import { PAGE_LIMIT } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import {
  newestVersionSql,
  postVersionSql,
  tagVersionSql,
} from '../../posts/store/shared/versions.ts';
import {
  membershipVersionSql,
  type SeriesKey,
  seriesPageVersionSql,
  seriesVersionsSql,
} from '../../series/store/shared.ts';

/** The members and other posts that a response shows. */
type ShownIds = { members: number[]; posts: number[] };
/** And the comments and series of a post. */
type PostShownIds = ShownIds & { comments: number[]; series: number[] };
/** `shown`: one text like `member:7 1234` for each existing row. */
export type VersionRow = { own: string | null; shown: string[] };

type PostColumns = Record<'members' | 'comments' | 'posts' | 'series', string[]> & {
  ids: number[];
  /** If there is only one: on a cluster it leads to the server that has the comments. */
  only: number | null;
};

const postVersionsQuery = prepareQuery(
  (db, { ids, only, members, comments, posts, series }: Params<PostColumns>) => sql<VersionRow>`
    select ${postVersionSql(sql`input.id`)} || ${membershipVersionSql(sql`input.id`)} as own,
           ${shownVersionsSql({
             members: sql`string_to_array(input.members, ' ')::bigint[]`,
             posts: sql`string_to_array(input.posts, ' ')::bigint[]`,
           })} || input.versions || array(${seriesVersionsSql(db, sql`string_to_array(input.series, ' ')::bigint[]`)}) as shown
      from (
        select request.*, array(
                 -- A look-up for each: with "= any(…)" PostgreSQL reads every comment of the post and compares it with the list.
                 select 'comment:' || comment.id || ' ' || concat_ws('.', comment.xmin, counted.xmin)
                   from unnest(string_to_array(request.comments, ' ')::bigint[]) as shown (id)
                   join comment on comment.post_id = request.id and comment.id = shown.id
                               and ${onCluster(sql`comment.post_id = ${only}::bigint`)}
                   left join comment_count counted
                     on counted.post_id = request.id and counted.comment_id = shown.id
                    and ${onCluster(sql`counted.post_id = ${only}::bigint`)}
               ) as versions
          from unnest(${ids}::bigint[], ${members}::text[], ${comments}::text[], ${posts}::text[],
                      ${series}::text[])
               with ordinality as request(id, members, comments, posts, series, position)
      ) as input
     order by input.position`,
);

/** Many versions in one statement, by primary key. */
export const readPostVersions = readByServer((db, requests: ({ id: number } & PostShownIds)[]) =>
  postVersionsQuery(db, {
    ids: requests.map(({ id }) => id),
    only: requests.length === 1 ? (requests[0]?.id ?? null) : null,
    members: requests.map(({ members }) => members.join(' ')),
    comments: requests.map(({ comments }) => comments.join(' ')),
    posts: requests.map(({ posts }) => posts.join(' ')),
    series: requests.map(({ series }) => series.join(' ')),
  }),
);

/** Batches concurrent requests into one statement. */
export const findPostVersion = batchedRead(readPostVersions);

const newestVersionQuery = prepareQuery(
  (db, { members, posts }: Params<ShownIds>) => sql<VersionRow>`
    select concat_ws(' ', exists (select from users where role = 'owner'),
                     ${newestVersionSql(db)}) as own,
           ${shownVersionsSql({
             members: sql`${members}::bigint[]`,
             posts: sql`${posts}::bigint[]`,
           })} as shown`,
);

/** The version of the newest posts' first page, and whether the site has an owner: the front page shows both. */
export async function readNewestVersion(db: Db, shown: ShownIds): Promise<VersionRow> {
  const [version] = await newestVersionQuery(db, shown);
  return version ?? { own: null, shown: [] };
}

const tagVersionQuery = prepareQuery(
  (db, { slug, members, posts }: Params<ShownIds & { slug: string }>) => sql<VersionRow>`
    select ${tagVersionSql(db, slug)} as own,
           ${shownVersionsSql({
             members: sql`${members}::bigint[]`,
             posts: sql`${posts}::bigint[]`,
           })} as shown`,
);

/** The version of a tag and the first page of its newest posts. */
export async function readTagVersion(db: Db, slug: string, shown: ShownIds): Promise<VersionRow> {
  const [version] = await tagVersionQuery(db, { slug, ...shown });
  return version ?? { own: null, shown: [] };
}

const seriesVersionQuery = prepareQuery(
  (db, { author_uid, id, members, posts }: Params<ShownIds & SeriesKey>) => sql<VersionRow>`
    select ${seriesPageVersionSql(db, { author_uid, id })} as own,
           ${shownVersionsSql({
             members: sql`${members}::bigint[]`,
             posts: sql`${posts}::bigint[]`,
           })} as shown`,
);

/** The version of a series and all its public posts. */
export async function readSeriesVersion(
  db: Db,
  { author_uid, id, members, posts }: ShownIds & SeriesKey,
): Promise<VersionRow> {
  const [version] = await seriesVersionQuery(db, { author_uid, id, members, posts });
  return version ?? { own: null, shown: [] };
}

const tagsVersionQuery = prepareQuery(
  (_db, { limit }: Params<{ limit: number }>) => sql<{ own: string }>`
    select coalesce(string_agg(concat_ws(' ', id, xmin), ',' order by posts desc, id desc), '') as own
      from (select id, posts, xmin from tag
             where posts > 0 and not blocked and merged_into is null
             order by posts desc, id desc limit ${limit}) as page`,
);

/** The version of the first page of the most used tags. */
export async function readTagsVersion(db: Db): Promise<string> {
  const [version] = await tagsVersionQuery(db, { limit: PAGE_LIMIT + 1 });
  return version?.own ?? '';
}

function shownVersionsSql({
  members,
  posts,
}: Record<keyof ShownIds, RawBuilder<unknown>>): RawBuilder<string[]> {
  return sql`array(
    select 'member:' || uid || ' ' || version from member_card where uid = any(${members})
    union all
    select 'post:' || id || ' ' || xmin from post where id = any(${posts}))`;
}
