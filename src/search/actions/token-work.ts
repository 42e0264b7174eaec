import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import type { NameTask, NameTokens, PostTask, PostTokens } from '../token-worker.ts';
import { type ParsedQuery, parseQuery } from '../tokens/parse-query.ts';
import { type SearchTerms, textsToCut, toTerms } from '../tokens/query.ts';

/** Both wait in the same queue; an owner has one task at a time, and texts must not wait behind all searches. */
const INDEXING = 1;
const SEARCHING = 2;

/** The dictionary takes longer to load on a busy machine; then nobody waits for it. */
const CUT_MS_MAX = 1_500;

const cuts = new LRUCache<string, string[]>({ max: 2_000 });

export function tokenizePost(ctx: Context, task: PostTask): Promise<PostTokens> {
  return ctx.searchWorkers.run(INDEXING, 'tokenizePost', task);
}

export function tokenizeName(ctx: Context, task: NameTask): Promise<NameTokens> {
  return ctx.searchWorkers.run(INDEXING, 'tokenizeName', task);
}

/**
 * The words of a query. While the thread is overloaded or loads its dictionary, a run of characters is one word: fewer
 * matches are found.
 */
export async function readQuery(
  ctx: Context,
  q: string,
): Promise<{ query: ParsedQuery; terms: SearchTerms }> {
  const query = parseQuery(q);
  const texts = textsToCut(query);
  const missing = texts.filter((text) => !cuts.has(text));
  if (missing.length > 0)
    await Promise.race([cutTexts(ctx, missing), sleep(CUT_MS_MAX, undefined, { ref: false })]);
  const found = new Map(texts.map((text) => [text, cuts.get(text) ?? [text]]));
  return { query, terms: toTerms(query, found) };
}

async function cutTexts(ctx: Context, texts: string[]): Promise<void> {
  try {
    const words = await ctx.searchWorkers.run<string[], string[][]>(SEARCHING, 'cutTexts', texts);
    for (const [index, text] of texts.entries()) cuts.set(text, words[index] ?? [text]);
  } catch (error) {
    if (!(error instanceof Refusal))
      ctx.log.warn({ err: error }, 'a query could not be cut into words');
  }
}
