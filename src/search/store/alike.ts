import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { PostWord } from '../tokens/keywords.ts';

/** Of each post: those that it has most often. */
const WORDS_READ = sql.lit(60);

/** The words of indexed posts: no filters, no lone characters, no numbers, no pairs across two words. */
export async function listWords(
  trx: Trx,
  postIds: number[],
): Promise<(PostWord & { post_id: number })[]> {
  const { rows } = await sql<PostWord & { post_id: number }>`
    select post_search.post_id, often.lexeme, often.titles, often.texts
      from post_search
     cross join lateral (
       select word.lexeme, cardinality(array_positions(word.weights, 'A')) as titles,
              cardinality(array_positions(word.weights, 'B')) as texts
         from unnest(post_search.tsv) as word
        where word.weights && '{A,B}' and length(word.lexeme) > 1 and word.lexeme !~ '^[#0-9]'
        order by 3 * cardinality(array_positions(word.weights, 'A'))
                 + cardinality(array_positions(word.weights, 'B')) desc, word.lexeme
        limit ${WORDS_READ}) often
     where post_search.post_id = any(${postIds})`.execute(trx);
  return rows;
}

/** The most common words, and which part of the posts has them, as of the last ANALYZE. */
export async function readWordShares(trx: Trx): Promise<Map<string, number>> {
  const { rows } = await sql<{ lexeme: string; share: number }>`
    select common.lexeme, common.share
      from pg_stats
     cross join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as common(lexeme, share)
     where schemaname = 'public' and tablename = 'post_search' and attname = 'tsv'
       and common.lexeme is not null`.execute(trx);
  return new Map(rows.map(({ lexeme, share }) => [lexeme, share]));
}

/** Which of the words each post has. */
export async function listShared(
  trx: Trx,
  postIds: number[],
  lexemes: string[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ post_id: number; shared: string[] }>`
    select post_id, array(select lexeme from unnest(${lexemes}::text[]) as lexeme
                           where tsv @@ quote_literal(lexeme)::tsquery) as shared
      from post_search where post_id = any(${postIds})`.execute(trx);
  return new Map(rows.map(({ post_id, shared }) => [post_id, shared]));
}
