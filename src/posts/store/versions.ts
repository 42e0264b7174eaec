import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { PAGE_LIMIT } from '../../platform/db/keyset.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { newest } from './lists.ts';

export type VersionRow = { own: string | null; people: string | null };

const FIRST = { time: undefined, id: undefined };
const NOWHERE: VersionRow = { own: null, people: null };

type PostAsked = { id: number; people: number[] };

const postVersions = prepared(
  (_db, { ids, people }: Places<{ ids: number[]; people: string[] }>) => sql<VersionRow>`
    select (select concat_ws(' ', post.xmin, post_count.xmin)
              from post join post_count on post_count.post_id = post.id
             where post.id = asked.id) as own,
           ${versionOf(sql`string_to_array(asked.people, ' ')::bigint[]`)} as people
      from unnest(${ids}::bigint[], ${people}::text[]) with ordinality asked (id, people, place)
     order by asked.place`,
);

/**
 * A row that is written again bears the number of the transaction that did it, so these numbers tell whether
 * anything has changed without saying what could: a column that is added is part of it. The counters also
 * tell of every comment that came or went. Locks leave no such number.
 */
export function readPostVersions(db: Db, asked: PostAsked[]): Promise<VersionRow[]> {
  return postVersions(db, {
    ids: asked.map(({ id }) => id),
    people: asked.map(({ people }) => people.join(' ')),
  });
}

const newestVersion = prepared((db, { people }: Places<{ people: number[] }>) => {
  const found = newest(db, FIRST)
    .select(['post.id', 'post.published_at', sql<string>`post.xmin`.as('written')])
    // With the one that says whether there is a next page.
    .limit(sql.lit(PAGE_LIMIT + 1));
  return sql<VersionRow>`
    select (select exists (select from users where role = 'owner') || ' ' ||
                   coalesce(string_agg(concat_ws(' ', found.id, found.written, post_count.xmin), ','
                                       order by found.published_at desc, found.id desc), '')
              from (${found}) found join post_count on post_count.post_id = found.id) as own,
           ${versionOf(people)} as people`;
});

/** Of the first page of the newest posts, and of whether the site has an owner, which its front page says. */
export async function readNewestVersion(db: Db, people: number[]): Promise<VersionRow> {
  const [version = NOWHERE] = await newestVersion(db, { people });
  return version;
}

function versionOf(people: RawBuilder<unknown>) {
  return sql`(select string_agg(concat_ws(' ', uid, xmin), ',' order by uid)
                from users where uid = any(${people}))`;
}
