import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { newestOfAuthorQuery } from '../../posts/store/shared/author-posts.ts';
import {
  newestInLanguageQuery,
  newestPublicIdsQuery,
} from '../../posts/store/shared/public-posts.ts';
import { AUTHORS_OF_TOPIC, COUNTED, POSTS_OF_TOPIC } from '../rules.ts';

type Topics = { since: Date; limit: number };

/** What several people have written about since then, most posts first. */
export const countTopics = prepareQuery(
  (db, { since, limit }: Params<Topics>) => sql<{ tag_id: number; posts: number }>`
    with candidate as materialized (
      select post_tag.tag_id
        from (${newestPublicIdsQuery(db, COUNTED.newest)}) newest
       -- A look-up for each: as a join, the planner may read all tags of all posts.
       cross join lateral (
         select tag_id from post_tag
          where post_tag.post_id = newest.id and published_at >= ${since} offset 0) post_tag
       group by post_tag.tag_id
       order by count(*) desc, post_tag.tag_id desc limit ${sql.lit(COUNTED.topics)})
    select candidate.tag_id, counted.posts
      from candidate
     cross join lateral (
       select count(*) as posts, count(distinct author_uid) as authors
         from (select author_uid from post_tag
                where post_tag.tag_id = candidate.tag_id and published_at >= ${since}
                order by published_at desc, post_id desc limit ${sql.lit(COUNTED.postsOfTopic)}) one) counted
     where counted.posts >= ${sql.lit(POSTS_OF_TOPIC)} and counted.authors >= ${sql.lit(AUTHORS_OF_TOPIC)}
     order by counted.posts desc, candidate.tag_id desc limit ${limit}`,
);

type TopicRow = { id: number; slug: string; name: string; posts: number };

/** Those of the tags, in this order, that staff did not block or merge; then the most used of all. */
export const listTopics = prepareQuery(
  (_db, { ids, limit }: Params<{ ids: number[]; limit: number }>) => sql<TopicRow>`
    select id, slug, name, posts
      from (select id, slug, name, posts, array_position(${ids}::bigint[], id) as position
              from tag where id = any(${ids}) and not blocked and merged_into is null
            union all
            (select id, slug, name, posts, null
               from tag
              where posts >= ${sql.lit(POSTS_OF_TOPIC)} and not blocked and merged_into is null
                and id <> all(${ids})
              order by posts desc, id desc limit ${limit})) topic
     where posts > 0
     order by position, posts desc, id desc limit ${limit}`,
);

type AuthorFacts = { uid: number; posts: number; energy: number };

/** How many posts each author published since then, and the energy that these received. */
export const listAuthorFacts = prepareQuery(
  (db, { uids, since }: Params<{ uids: number[]; since: Date }>) => sql<AuthorFacts>`
    select author.uid, count(*) as posts, sum(post_count.energy)::bigint as energy
      from unnest(${uids}::bigint[]) as author(uid)
     cross join lateral (${newestOfAuthorQuery(db, sql`author.uid`, COUNTED.postsOfAuthor)}) post
      join post_count on post_count.post_id = post.id
     where post.published_at >= ${since}
     group by author.uid`,
);

/** Those of the languages in which something is public. Not `exists`: that would read the whole table for all of them. */
export async function listLanguages(db: Db, tags: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ lang: string }>`
    select lang from unnest(${tags}::text[]) as language(lang)
     where (${newestInLanguageQuery(db, sql`language.lang`)}) is not null`.execute(db);
  return rows.map(({ lang }) => lang);
}
