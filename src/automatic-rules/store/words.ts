import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { prepareQuery } from '../../platform/db/prepared.ts';
import type { Category, Choices } from '../rules.ts';
import type { ListedWord } from '../schema.ts';

export type RuleRow = Choices & { edition: number };

const ruleQuery = prepareQuery(
  (_db, _values: object) => sql<RuleRow>`
    select edition, links_level, pictures_level, mentions_max, repeats_max, hosts_max from automatic_rule`,
);

export async function selectRule(db: Db): Promise<RuleRow> {
  const [row] = await ruleQuery(db, {});
  if (!row) throw new Error('there is no row of automatic rules');
  return row;
}

export async function updateChoices(trx: Trx, choices: Choices): Promise<void> {
  await trx.updateTable('automatic_rule').set(choices).execute();
}

type Word = { word: string; category: Category; homophones: boolean };

/** With the edition they belong to, read in one statement. */
export async function selectWords(db: Db): Promise<{ edition: number; words: Word[] }> {
  const { rows } = await sql<{ edition: number; words: Word[] | null }>`
    select (select edition from automatic_rule) as edition,
           (select json_agg(json_build_object('word', word, 'category', category, 'homophones', homophones))
              from listed_word) as words`.execute(db);
  return { edition: rows[0]?.edition ?? 0, words: rows[0]?.words ?? [] };
}

export async function upsertWords(
  trx: Trx,
  words: string[],
  { category, homophones, now }: { category: Category; homophones: boolean; now: Date },
): Promise<void> {
  await sql`
    insert into listed_word (word, category, homophones, created_at)
    select word, ${category}, ${homophones}, ${now} from unnest(${words}::text[]) as word order by word
    on conflict on constraint listed_word_once
       do update set category = excluded.category, homophones = excluded.homophones`.execute(trx);
}

export async function countWords(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from listed_word`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function deleteWord(
  trx: Trx,
  id: number,
): Promise<{ word: string; category: string } | undefined> {
  return trx
    .deleteFrom('listed_word')
    .where('id', '=', id)
    .returning(['word', 'category'])
    .executeTakeFirst();
}

/** Newest first. The list is the owner's and bounded, so a search may read all of it. */
export async function listWords(
  db: Db,
  q: string | undefined,
  page: KeysetPage<number>,
): Promise<ListedWord[]> {
  let query = db.selectFrom('listed_word').select(['id', 'word', 'category', 'homophones']);
  if (page.after !== undefined) query = query.where('id', '<', page.after);
  if (q) query = query.where(sql<boolean>`position(${q} in word) > 0`);
  const rows = await query.orderBy('id', 'desc').limit(PAGE_ROWS).execute();
  return rows.slice(0, page.limit + 1) as ListedWord[];
}
