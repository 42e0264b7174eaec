import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY, type Hidden } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { Language } from '../../platform/language/languages.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';
import { cardVersionSql } from '../../users/store/shared.ts';
import { CHOSEN_TAGGED_POSTS, TAG_FACT_POSTS } from '../rules.ts';
import { isAfter, type TimeCursor, timeCursor, withAuthorAndCounts } from './lists.ts';
import { SUMMARY_COLUMNS } from './posts.ts';
import { type HotScoreCursor, isBelowScore } from './score-cursor.ts';
import { taggedQuery } from './tagged-query.ts';
import { isPublic } from './visibility.ts';

/** `hidden`: whom the reader hides (D67). */
export type TagAndLanguage = { tag: number; lang?: Language | undefined; hidden: Hidden };

const newestTaggedQuery = prepareQuery(
  (db, { tag, hidden, ...from }: Params<TimeCursor & { tag: number; hidden: Hidden }>) => {
    const listed = taggedQuery(db, tag, from, hidden)
      .select(['post.id', 'post_tag.published_at as listed_at', 'post_tag.post_id as listed_id'])
      .limit(PAGE_ROWS);
    // By the columns of the index, and limited before the joins: by those of the post it would sort a hundred rows first.
    const ids = db
      .selectFrom(listed.as('listed'))
      .select('listed.id')
      .orderBy('listed.listed_at', 'desc')
      .orderBy('listed.listed_id', 'desc')
      .limit(from.limit);
    const page = db
      .selectFrom(ids.as('listed'))
      .innerJoin('post', 'post.id', 'listed.id')
      .select(SUMMARY_COLUMNS);
    return withAuthorAndCounts(db, page, from.limit)
      .orderBy('post.published_at', 'desc')
      .orderBy('post.id', 'desc');
  },
);

export function listNewestTagged(
  db: Db,
  { tag, lang, hidden }: TagAndLanguage,
  page: KeysetPage<TimeAndId>,
) {
  const from = timeCursor(page);
  return lang
    ? newestInLanguageQuery(db, { tag, lang, hidden, ...from })
    : newestTaggedQuery(db, { tag, hidden, ...from });
}

/** Bounds what no index serves: by score or by language, an index could have to be read to its end. */
function newestOfTag(db: Db, tag: RawBuilder<number>) {
  return db
    .selectFrom('post_tag')
    .select('post_tag.post_id')
    .where('post_tag.tag_id', '=', tag)
    .orderBy('post_tag.published_at', 'desc')
    .orderBy('post_tag.post_id', 'desc')
    .limit(sql.lit(CHOSEN_TAGGED_POSTS))
    .as('newest');
}

const newestInLanguageQuery = prepareQuery(
  (
    db,
    {
      tag,
      lang,
      hidden,
      limit,
      ...from
    }: Params<TimeCursor & { tag: number; lang: string; hidden: Hidden }>,
  ) => {
    const page = db
      .selectFrom(newestOfTag(db, tag))
      .innerJoin('post', 'post.id', 'newest.post_id')
      .select(SUMMARY_COLUMNS)
      .where((eb) => isPublic(hidden)(eb as never))
      .where('post.lang', '=', lang)
      .where(isAfter('post.published_at', from) as never)
      .orderBy('post.published_at', 'desc')
      .orderBy('post.id', 'desc')
      .limit(PAGE_ROWS);
    return withAuthorAndCounts(db, page, limit)
      .orderBy('post.published_at', 'desc')
      .orderBy('post.id', 'desc');
  },
);

const hottestTaggedQuery = prepareQuery(
  (
    db,
    {
      tag,
      lang,
      hidden,
      limit,
      ...from
    }: Params<HotScoreCursor & { tag: number; lang?: string; hidden: Hidden }>,
  ) => {
    const page = db
      .selectFrom(newestOfTag(db, tag))
      .innerJoin('post_hot_score', 'post_hot_score.post_id', 'newest.post_id')
      .innerJoin('post', 'post.id', 'newest.post_id')
      .select([...SUMMARY_COLUMNS, 'post_hot_score.score'])
      .where((eb) => isPublic(hidden)(eb as never))
      .where((eb) => (lang ? eb('post.lang', '=', lang) : eb.lit(true)))
      .where((eb) => isBelowScore(eb as never, from))
      .orderBy('post_hot_score.score', 'desc')
      .orderBy('post_hot_score.post_id', 'desc')
      .limit(PAGE_ROWS);
    return withAuthorAndCounts(db, page, limit)
      .orderBy('post.score', 'desc')
      .orderBy('post.id', 'desc');
  },
);

export function listHottestTagged(
  db: Db,
  { tag, lang, hidden }: TagAndLanguage,
  { after, limit }: KeysetPage<[score: number, id: number]>,
) {
  const from = { score: after?.[0], id: after?.[1], limit: limit + 1 };
  return hottestTaggedQuery(db, { tag, hidden, ...(lang ? { lang } : {}), ...from });
}

/** The authors and neighbours of a tag are read from its newest posts, however many it has. */
function factPosts(db: Db, tag: RawBuilder<number>) {
  return taggedQuery(db, tag, { time: undefined, id: undefined }, FOR_EVERYBODY)
    .select(['post.id', 'post.author_uid', 'post.lang'])
    .limit(sql.lit(TAG_FACT_POSTS));
}

const tagAuthorsQuery = prepareQuery((db, { tag, limit }: Params<{ tag: number; limit: number }>) =>
  db
    .selectFrom(
      db
        .selectFrom(factPosts(db, tag).as('newest'))
        .innerJoin('post_count', 'post_count.post_id', 'newest.id')
        .select(({ fn }) => [
          'newest.author_uid',
          fn.countAll<number>().as('posts'),
          sql<number>`sum(post_count.energy)::bigint`.as('energy'),
          sql<number>`(count(*) over ())::int`.as('authors'),
          sql<number>`(sum(sum(post_count.energy)) over ())::bigint`.as('all_energy'),
        ])
        .groupBy('newest.author_uid')
        .orderBy('posts', 'desc')
        .orderBy('energy', 'desc')
        .orderBy('newest.author_uid')
        .limit(limit)
        .as('author'),
    )
    .innerJoin('member_card', 'member_card.uid', 'author.author_uid')
    .select([
      ...CARD_COLUMNS,
      cardVersionSql,
      'author.posts',
      'author.energy',
      'author.authors',
      'author.all_energy',
    ])
    .orderBy('author.posts', 'desc')
    .orderBy('author.energy', 'desc')
    .orderBy('author.author_uid'),
);

/** Who wrote most of them; each row also has the sums of all. */
export function listTagAuthors(db: Db, tag: number, limit: number) {
  return tagAuthorsQuery(db, { tag, limit });
}

const relatedTagsQuery = prepareQuery(
  (db, { tag, limit }: Params<{ tag: number; limit: number }>) => sql<{ id: number; name: string }>`
    select tag.id, tag.name
      from (select other.tag_id, count(*) as posts
              from (${factPosts(db, tag)}) as newest
              join post_tag as other on other.post_id = newest.id and other.tag_id <> ${tag}
             group by other.tag_id) as together
      join tag on tag.id = together.tag_id and not tag.blocked and tag.merged_into is null
     order by together.posts desc, tag.posts desc, tag.id limit ${limit}`,
);

export function listRelatedTags(db: Db, tag: number, limit: number) {
  return relatedTagsQuery(db, { tag, limit });
}

const tagLanguagesQuery = prepareQuery(
  (db, { tag }: Params<{ tag: number }>) => sql<{ lang: string }>`
    select lang from (${factPosts(db, tag)}) as newest where lang is not null
     group by lang order by count(*) desc, lang`,
);

/** The languages of its newest posts, the most used first. */
export async function listTagLanguages(db: Db, tag: number): Promise<string[]> {
  return (await tagLanguagesQuery(db, { tag })).map(({ lang }) => lang);
}
