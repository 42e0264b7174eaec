import type { Context } from '../../context.ts';
import { agedRead } from '../../platform/db/batch/aged-read.ts';
import type { Trx } from '../../platform/db/database.ts';
import { listShared, listWords, readWordShares } from '../store/alike.ts';
import { postgresEngine } from '../store/postgres-engine.ts';
import { authorLexeme } from '../tokens/buckets.ts';
import { type Keyword, type PostWord, pickKeywords, similarity } from '../tokens/keywords.ts';

/** Statistics of words change slowly. */
const SHARES_AGE_MS = 10 * 60_000;
/** How many posts each pair of keywords finds. */
const PER_PAIR = 15;
/** Which keywords are searched for together: one alone finds too much. */
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;
/** Less than this in common is chance. */
const SIMILARITY_MIN = 0.35;
/** For all posts of a call: their transaction is open. What is not found in time is not found. */
const BUDGET_MS = 600;

type Post = { id: number; author_uid: number };

const readShares = agedRead((_db, trx: Trx) => readWordShares(trx));

/**
 * Posts of others with the same keywords, and how alike they are, from 0 to 1. Reads the index of each post itself and asks
 * it a few bounded questions, newest matches first. Whether the posts are public is up to the caller.
 */
export async function findAlike(
  ctx: Context,
  trx: Trx,
  posts: Post[],
): Promise<Map<number, Map<number, number>>> {
  if (posts.length === 0) return new Map();
  const shares = await readShares(ctx.db, SHARES_AGE_MS, trx);
  const words = new Map<number, PostWord[]>();
  for (const { post_id, ...word } of await listWords(
    trx,
    posts.map(({ id }) => id),
  ))
    words.set(post_id, [...(words.get(post_id) ?? []), word]);

  const deadline = performance.now() + BUDGET_MS;
  const alike = new Map<number, Map<number, number>>();
  for (const post of posts) {
    if (performance.now() > deadline) break;
    const keywords = pickKeywords(words.get(post.id) ?? [], shares);
    alike.set(post.id, await findByKeywords(ctx, trx, post, keywords));
  }
  return alike;
}

async function findByKeywords(
  ctx: Context,
  trx: Trx,
  { id, author_uid }: Post,
  keywords: Keyword[],
): Promise<Map<number, number>> {
  const found = new Set<number>();
  const start = { before: ctx.now(), before_id: Number.MAX_SAFE_INTEGER };
  const ofAuthor = { word: '', lexemes: [authorLexeme(author_uid)], kind: 'word' as const };
  for (const [first, second] of PAIRS) {
    const lexemes = [keywords[first], keywords[second]].flatMap((one) => one?.lexeme ?? []);
    if (lexemes.length < 2) continue;
    const terms = {
      words: lexemes.map((lexeme) => ({ word: lexeme, lexemes: [lexeme], kind: 'word' as const })),
      phrases: [],
      excluded: [[ofAuthor]],
    };
    const query = { terms, filters: [], since: undefined };
    const hits = await postgresEngine.findNewest(trx, query, start, PER_PAIR);
    for (const { post_id } of hits.post_ids) if (post_id !== id) found.add(post_id);
  }
  if (found.size === 0) return new Map();
  const lexemes = keywords.map(({ lexeme }) => lexeme);
  const shared = await listShared(trx, [...found], lexemes);
  return new Map(
    [...shared]
      .map(([other, common]): [number, number] => [other, similarity(keywords, common)])
      .filter(([, alike]) => alike >= SIMILARITY_MIN),
  );
}
