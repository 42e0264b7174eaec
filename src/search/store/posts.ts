import { sql } from 'kysely';
import { FOR_EVERYBODY, type Hidden } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { everyPublicPostQuery, publicPostsQuery } from '../../posts/store/shared/visible-posts.ts';

/** How much of a text an excerpt is looked for in. */
const EXCERPT_FROM = 8_000;

type LiveFilter = {
  ids: number[];
  author: number | undefined;
  lang: string | undefined;
  hidden: Hidden;
};

/** D25: those of the matches that are public now and have the author and the language now, with their counts. */
export async function listLive(db: Db, { ids, author, lang, hidden }: LiveFilter) {
  const { rows } = await sql<{ id: number; published_at: Date; counted: number }>`
    select post.id, post.published_at,
           post_count.likes + 2 * post_count.favorites + post_count.comments + post_count.energy as counted
      from post join post_count on post_count.post_id = post.id
     where post.id in (${publicPostsQuery(db, ids, hidden)})
       and ${author === undefined ? sql`true` : sql`post.author_uid = ${author}`}
       and ${lang === undefined ? sql`true` : sql`post.lang = ${lang}`}`.execute(db);
  return rows;
}

/** The beginning of the indexed text, if it is that of the public version. */
const textsQuery = prepareQuery(
  (db, { ids }: Params<{ ids: number[] }>) =>
    sql<{ post_id: number; text: string }>`
    select post_search.post_id, left(post_search.text, ${sql.lit(EXCERPT_FROM)}) as text
      from post_search join post on post.id = post_search.post_id and post.live_version = post_search.version
     where post_search.post_id = any(${ids}) and post.id in (${everyPublicPostQuery(db, FOR_EVERYBODY)})`,
);

export async function listTexts(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await textsQuery(db, { ids });
  return new Map(rows.map(({ post_id, text }) => [post_id, text]));
}
