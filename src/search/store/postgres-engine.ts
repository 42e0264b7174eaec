import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { EngineQuery, Hits, IndexedPost, Position, SearchEngine } from '../engine.ts';
import { TOKENS_VERSION } from '../tokens/document.ts';
import { isSingle, type QueryWord } from '../tokens/query.ts';

/** How long a search may read buckets; the next page continues where it stopped. */
const SEARCH_MS_MAX = 700;
const BEGINNING = new Date(0);
/** Of D, C, B and A: across words in texts and titles, words in texts and titles. */
const WEIGHTS = '{0.05,0.2,0.6,1}';
/** Divides by the logarithm of the length: a long text has everything somewhere. */
const BY_LENGTH = 1;

export const postgresEngine: SearchEngine = { index, remove, findNewest, rank };

async function index(trx: Trx, post: IndexedPost): Promise<void> {
  const { post_id, published_at, version, text, vector } = post;
  await sql`
    insert into post_search (post_id, published_at, version, tokens, text, tsv)
    values (${post_id}, ${published_at}, ${version}, ${TOKENS_VERSION}, ${text}, ${vector}::tsvector)
    on conflict (post_id) do update
       set published_at = excluded.published_at, version = excluded.version, tokens = excluded.tokens,
           text = excluded.text, tsv = excluded.tsv`.execute(trx);
}

async function remove(trx: Trx, postIds: number[]): Promise<void> {
  await trx.deleteFrom('post_search').where('post_id', '=', sql<number>`any(${postIds})`).execute();
}

/** One statement reads one bucket after the other, because a round trip takes longer than a bucket. */
async function findNewest(
  db: Db,
  query: EngineQuery,
  from: Position,
  count: number,
): Promise<Hits> {
  const rows = await hitsQuery(db, {
    target: toQuery(query),
    phrase: query.terms.phrases.join(' & ') || undefined,
    since: query.since ?? BEGINNING,
    ...{ ...from, count },
  });
  const last = rows.at(-1);
  const position =
    last?.matches === null ? { before: last.published_at, before_id: last.post_id } : undefined;
  return { post_ids: position ? rows.slice(0, -1) : rows, position };
}

type Probe = Position & {
  target: string;
  phrase: string | undefined;
  since: Date;
  count: number;
};

const hitsQuery = prepareQuery(
  (_db, { target, phrase, since, before, before_id, count }: Params<Probe>) => sql<{
    post_id: number;
    published_at: Date;
    matches: boolean | null;
  }>`
    select post_id, published_at, matches
      from search_posts(${target}::tsquery, ${phrase ?? sql`null`}::tsquery, ${since}, ${before}, ${before_id}, ${count},
                        ${sql.lit(SEARCH_MS_MAX)})`,
);

async function rank(db: Db, query: EngineQuery, postIds: number[]): Promise<Map<number, number>> {
  const rows = await rankQuery(db, { ids: postIds, target: toRankedQuery(query.terms.words) });
  return new Map(rows.map(({ post_id, score }) => [post_id, score]));
}

const rankQuery = prepareQuery(
  (_db, { ids, target }: Params<{ ids: number[]; target: string }>) => {
    const score = sql`ts_rank_cd(${sql.lit(WEIGHTS)}, tsv, ${target}::tsquery, ${sql.lit(BY_LENGTH)})`;
    return sql<{ post_id: number; score: number }>`
    select post_id, ${score}::float8 as score from post_search where post_id = any(${ids})`;
  },
);

function toQuery({ terms, filters }: EngineQuery): string {
  const target = [...new Set([...terms.words.flatMap(({ lexemes }) => lexemes), ...filters])];
  const excluded = terms.excluded.map(
    (words) => `!(${and(words.flatMap((word) => word.lexemes))})`,
  );
  return [and(target), ...excluded].join(' & ');
}

/** Lone characters have a position in titles only, and a rank needs one of every lexeme. */
function toRankedQuery(words: QueryWord[]): string {
  const lexemes = [...new Set(words.flatMap((word) => word.lexemes))];
  const positioned = lexemes.filter((lexeme) => !isSingle(lexeme) || /^[a-z0-9]$/.test(lexeme));
  return and(positioned.length > 0 ? positioned : lexemes);
}

function and(lexemes: string[]): string {
  return lexemes.map((lexeme) => `'${lexeme}'`).join(' & ');
}
