import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { newestVersionSql, postVersionSql } from '../../posts/store/shared/versions.ts';

/** The members and comments that a response shows. */
type Shown = { members: number[]; comments: number[] };
/** `shown`: one text for each of them that is there, as `member:7 1234`. */
export type VersionRow = { own: string | null; shown: string[] };

type PostColumns = { ids: number[]; members: string[]; comments: string[] };

const postVersions = prepareQuery(
  (_db, { ids, members, comments }: Params<PostColumns>) => sql<VersionRow>`
    select ${postVersionSql(sql`asked.id`)} as own,
           ${shownVersions({
             members: sql`string_to_array(asked.members, ' ')::bigint[]`,
             comments: sql`string_to_array(asked.comments, ' ')::bigint[]`,
           })} as shown
      from unnest(${ids}::bigint[], ${members}::text[], ${comments}::text[])
           with ordinality asked (id, members, comments, place)
     order by asked.place`,
);

/** Many in one statement; each row is found by its primary key. */
export function readPostVersions(
  db: Db,
  requests: ({ id: number } & Shown)[],
): Promise<VersionRow[]> {
  return postVersions(db, {
    ids: requests.map(({ id }) => id),
    members: requests.map(({ members }) => members.join(' ')),
    comments: requests.map(({ comments }) => comments.join(' ')),
  });
}

const newestVersions = prepareQuery(
  (db, { members, comments }: Params<Shown>) => sql<VersionRow>`
    select concat_ws(' ', exists (select from users where role = 'owner'),
                     ${newestVersionSql(db)}) as own,
           ${shownVersions({
             members: sql`${members}::bigint[]`,
             comments: sql`${comments}::bigint[]`,
           })} as shown`,
);

/** Of the first page of the newest posts, and of whether the site has an owner, which its front page says. */
export async function readNewestVersion(db: Db, shown: Shown): Promise<VersionRow> {
  const [version] = await newestVersions(db, shown);
  return version ?? { own: null, shown: [] };
}

function shownVersions({
  members,
  comments,
}: Record<keyof Shown, RawBuilder<unknown>>): RawBuilder<string[]> {
  return sql`array(
    select 'member:' || uid || ' ' || xmin from users where uid = any(${members})
    union all
    select 'comment:' || id || ' ' || xmin from comment where id = any(${comments}))`;
}
