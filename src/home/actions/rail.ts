import type { Context } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import { agedRead } from '../../platform/db/batch/aged-read.ts';
import { LANGUAGE_TAGS, type Language } from '../../platform/language/languages.ts';
import {
  AUTHOR_DAYS,
  COUNTED,
  type RecentPost,
  rankLanguages,
  TOPIC_DAYS,
  TOPICS,
} from '../rules.ts';
import { countTopics, listAuthorFacts, listLanguages, listTopics } from '../store/rail.ts';

/** A number that is exact, or only known to be at least this. */
type BoundedCount = { value: number; isMore: boolean };

export type Topic = {
  slug: string;
  name: string;
  /** Of these days; null for one of the most used topics of all days. */
  recent: BoundedCount | null;
  posts: number;
};

/** What an author wrote lately, and what it received. */
export type AuthorFacts = { posts: BoundedCount; energy: number };

type Recent = { posts: RecentPost[]; authors: number[] };

/** Counting costs some thousand index entries, so it is done this much less often than a cached page is checked. */
const COUNT_AGES = 60;

const readCounts = agedRead(async (db, now: Date, { posts, authors }: Recent) => {
  const [topics, facts, languages] = await Promise.all([
    countTopics(db, { since: addDays(now, -TOPIC_DAYS), limit: TOPICS.instead }),
    listAuthorFacts(db, { uids: authors, since: addDays(now, -AUTHOR_DAYS) }),
    listLanguages(db, LANGUAGE_TAGS),
  ]);
  return {
    topics: new Map(
      topics.map((topic) => [topic.tag_id, bounded(topic.posts, COUNTED.postsOfTopic)]),
    ),
    facts: new Map(
      facts.map(({ uid, energy, ...author }): [number, AuthorFacts] => [
        uid,
        { posts: bounded(author.posts, COUNTED.postsOfAuthor), energy },
      ]),
    ),
    languages: rankLanguages(posts, languages as Language[]),
  };
});

const readRail = agedRead(async (db, counts: Awaited<ReturnType<typeof readCounts>>) => {
  const ids = [...counts.topics.keys()];
  const rows = await listTopics(db, { ids, limit: TOPICS.instead });
  const topics = rows.map(
    ({ id, slug, name, posts }): Topic => ({
      slug,
      name,
      recent: counts.topics.get(id) ?? null,
      posts,
    }),
  );
  const { facts, languages } = counts;
  return { topics, facts, languages, version: JSON.stringify([topics, [...facts], languages]) };
});

/**
 * The topics of these days, what authors wrote lately, and the languages of posts: the same for everybody, so each process
 * reads it once for all requests. The numbers may be a minute old. Names are read as often as a page is checked, so that a
 * blocked topic is gone with the next page; the people are checked by whoever shows them.
 */
export async function getRail(ctx: Context, recent: Recent) {
  const { readDb } = ctx;
  const age = ctx.config.PAGE_CACHE_AGE_MS;
  const counts = await readCounts(readDb, age * COUNT_AGES, ctx.now(), recent);
  return readRail(readDb, age, counts);
}

function bounded(count: number, max: number): BoundedCount {
  return { value: count, isMore: count >= max };
}
