import { Type } from 'typebox';
import { type Hidden, hiddenFrom } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { PAGE_LIMIT } from '../../platform/db/keyset.ts';
import { readPage, TimeKey, Timestamp, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import type { EngineQuery, Position } from '../engine.ts';
import { RANKED_MAX, scoreOf, startOfPeriod } from '../rules.ts';
import type { Found, FoundPost, SearchQuery } from '../schema.ts';
import { postgresEngine as engine } from '../store/postgres-engine.ts';
import { listLive, listTexts } from '../store/posts.ts';
import { markAll, markExcerpt } from '../tokens/marks.ts';
import { type QueryWord, relaxTerms } from '../tokens/query.ts';
import { correctQuery } from './correct-query.ts';
import { findFilters, type PostFilters } from './find-filters.ts';
import { readQuery } from './token-work.ts';

/** Matches that are read for a page of the newest: a few more than it shows, for those that are hidden by now. */
const PROBED = PAGE_LIMIT + 10;
/** Fewer results than this ask whether a word is misspelt. */
const FEW = 3;

type PostSearch = EngineQuery & {
  filters: string[];
  live: Omit<PostFilters, 'lexemes'> & { hidden: Hidden };
};
type Match = { id: number; published_at: Date; counted: number };
type PageOfMatches = { ids: number[]; next_cursor: string | null; more: boolean };

/** D61: public posts that match, by relevance or newest first. */
export async function searchPosts(
  ctx: Context,
  viewer: Viewer | null,
  input: SearchQuery,
): Promise<Found<FoundPost>> {
  const { sort = 'relevance', q = '' } = input;
  const search = await readSearch(ctx, viewer, input);
  if (!search) return { items: [], next_cursor: null, more: false };
  const isRanked = sort === 'relevance' && search.terms.words.length > 0;
  const find = isRanked ? findBest : findNewest;
  let page = await find(ctx, search, input);
  const relaxed = page.ids.length === 0 && !page.more ? relaxTerms(search.terms) : undefined;
  if (relaxed) page = await find(ctx, { ...search, terms: relaxed }, input);
  const items = await presentFound(ctx, viewer, page.ids, search.terms.words);
  const found = { items, next_cursor: page.next_cursor, more: page.more };
  if (items.length >= FEW || input.cursor !== undefined) return found;
  const did_you_mean = await correctQuery(ctx, q, async (corrected) => {
    const other = await readSearch(ctx, viewer, { ...input, q: corrected });
    return other !== undefined && (await findNewest(ctx, other, {})).ids.length > 0;
  });
  return did_you_mean === undefined ? found : { ...found, did_you_mean };
}

/** The newest public posts that match, their ids only. */
export async function findNewestPosts(
  ctx: Context,
  viewer: Viewer | null,
  q: string,
): Promise<number[]> {
  const search = await readSearch(ctx, viewer, { q });
  return search ? (await findNewest(ctx, search, {})).ids : [];
}

/** Undefined if nothing can match: an unknown author or tag, or nothing to search for. */
async function readSearch(
  ctx: Context,
  viewer: Viewer | null,
  input: SearchQuery,
): Promise<PostSearch | undefined> {
  const { query, terms } = await readQuery(ctx, input.q ?? '');
  const filters = await findFilters(ctx, {
    author: input.author ?? query.author,
    tag: input.tag ?? query.tag,
    lang: input.lang,
  });
  if (!filters || (terms.words.length === 0 && filters.lexemes.length === 0)) return undefined;
  const { lexemes, ...live } = { ...filters, hidden: hiddenFrom(viewer) };
  return { terms, filters: lexemes, live, since: startOfPeriod(input.since, ctx.now()) };
}

async function findNewest(
  ctx: Context,
  search: PostSearch,
  request: { cursor?: string },
): Promise<PageOfMatches> {
  const { limit, after } = readPage(TimeKey, { ...request, limit: PAGE_LIMIT });
  const from = after ? { before: new Date(after[0]), before_id: after[1] } : latest(ctx);
  const { post_ids, position } = await engine.findNewest(ctx.readDb, search, from, PROBED);
  const live = await findLive(
    ctx,
    search,
    post_ids.map(({ post_id }) => post_id),
  );
  const rows = live.toSorted(byTime);
  const scannedTo = position && [position.before.toISOString(), Math.max(position.before_id, 1)];
  const keyOf = ({ published_at, id }: Match) => [published_at.toISOString(), id];
  const { items, next_cursor } = toPage(rows, limit, keyOf, ({ id }) => id, scannedTo);
  return { ids: items, next_cursor, more: next_cursor !== null };
}

/** The newest post that was considered, when that was, and the last one shown. */
const BestKey = Type.Tuple([Timestamp, Type.Integer({ minimum: 0 }), Type.Number(), Id]);

/**
 * The best of the newest matches: to rank all of a common word would take minutes. Later pages rank the same ones as of
 * the same moment, so that none is shown twice; a reader who gets to their end can have the older ones by time.
 */
async function findBest(
  ctx: Context,
  search: PostSearch,
  request: { cursor?: string },
): Promise<PageOfMatches> {
  const { limit, after } = readPage(BestKey, { ...request, limit: PAGE_LIMIT });
  const from = after ? { before: new Date(after[0]), before_id: after[1] } : latest(ctx);
  const { post_ids, position } = await engine.findNewest(ctx.readDb, search, from, RANKED_MAX);
  const ids = post_ids.slice(0, RANKED_MAX).map(({ post_id }) => post_id);
  const [live, ranks] = await Promise.all([
    findLive(ctx, search, ids),
    engine.rank(ctx.readDb, search, ids),
  ]);
  const scored = live
    .map((match) => ({ ...match, score: scoreOf(match, ranks.get(match.id) ?? 0, from.before) }))
    .toSorted((a, b) => b.score - a.score || b.id - a.id);
  const [, , score, id] = after ?? [];
  const rest = scored.filter(
    (one) =>
      score === undefined ||
      id === undefined ||
      one.score < score ||
      (one.score === score && one.id < id),
  );
  const keyOf = (one: { score: number; id: number }) => [
    from.before.toISOString(),
    from.before_id,
    one.score,
    one.id,
  ];
  const { items, next_cursor } = toPage(rest, limit, keyOf, (one) => one.id);
  return { ids: items, next_cursor, more: next_cursor !== null || position !== undefined };
}

function findLive(ctx: Context, { live, since }: PostSearch, ids: number[]): Promise<Match[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return listLive(ctx.readDb, { ids, ...live }).then((rows) =>
    rows.filter(({ published_at }) => since === undefined || published_at >= since),
  );
}

/** A post of this very millisecond included. */
function latest(ctx: Context): Position {
  return { before: new Date(ctx.now().getTime() + 1), before_id: 0 };
}

function byTime(a: Match, b: Match): number {
  return b.published_at.getTime() - a.published_at.getTime() || b.id - a.id;
}

async function presentFound(
  ctx: Context,
  viewer: Viewer | null,
  ids: number[],
  words: QueryWord[],
): Promise<FoundPost[]> {
  if (ids.length === 0) return [];
  const [summaries, texts] = await Promise.all([
    listPublicSummaries(ctx, viewer, ctx.readDb, ids),
    listTexts(ctx.readDb, ids),
  ]);
  return ids.flatMap((id) => {
    const post = summaries.get(id);
    if (!post) return [];
    const text = markExcerpt(texts.get(id) ?? post.summary, words);
    return [{ ...post, marks: { title: markAll(post.title, words), text } }];
  });
}
