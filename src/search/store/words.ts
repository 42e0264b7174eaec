import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { LAST_LETTER } from '../../platform/db/keyset.ts';

export async function insertWords(trx: Trx, words: string[]): Promise<void> {
  if (words.length === 0) return;
  // In order: two transactions that insert the same words must not wait for each other.
  await sql`
    insert into search_word (word) select unnest(${words.toSorted()}::text[]) on conflict do nothing`.execute(
    trx,
  );
}

/** Whether PostgreSQL can compare words (the extension pg_trgm). */
export async function findTrigrams(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from pg_extension where extname = 'pg_trgm') as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** The word most like each unknown one. */
export async function listSimilarWords(
  db: Db,
  words: string[],
): Promise<{ word: string; similar: string }[]> {
  const { rows } = await sql<{ word: string; similar: string }>`
    select asked.word, alike.word as similar
      from unnest(${words}::text[]) as asked (word)
     cross join lateral (
       select known.word from search_word known
        where known.word % asked.word and known.word <> asked.word
        order by similarity(known.word, asked.word) desc, known.word limit 1
     ) alike
     where not exists (select from search_word exact where exact.word = asked.word)`.execute(db);
  return rows;
}

/** The shortest known word that begins so. */
export async function findWordBeginning(db: Db, typed: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    select word from (
      select word from search_word where word > ${typed} and word < ${typed + LAST_LETTER} order by word limit 100
    ) as begun order by length(word), word limit 1`.execute(db);
  return rows[0]?.word;
}

export async function listWordsAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_word')
    .select('word')
    .where('word', '>', after)
    .orderBy('word')
    .limit(limit)
    .execute();
  return rows.map(({ word }) => word);
}

/** Whether any indexed post has the lexeme. */
export async function isIndexed(db: Db, lexeme: string): Promise<boolean> {
  const { rows } = await sql`
    select from search_posts(${`'${lexeme}'`}::tsquery, null, to_timestamp(0), clock_timestamp(), 0, 1, 700) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function deleteWord(db: TrxOrAutocommit, word: string): Promise<void> {
  await db.deleteFrom('search_word').where('word', '=', word).execute();
}
