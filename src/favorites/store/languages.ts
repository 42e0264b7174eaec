import { sql } from 'kysely';
import type { TextsWithoutLanguage } from '../../platform/language/backfill.ts';

export const FOLDERS_WITHOUT_LANGUAGE: TextsWithoutLanguage = {
  kind: 'folder',
  async lock(trx, afterId, limit) {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, name || E'\\n' || description as text from folder
       where id > ${afterId} and lang is null and name <> ''
       order by id limit ${limit} for no key update skip locked`.execute(trx);
    return rows;
  },
  async store(trx, ids, languages) {
    await sql`
      update folder set lang = found.lang
        from unnest(${ids}::bigint[], ${languages}::text[]) as found (id, lang)
       where folder.id = found.id`.execute(trx);
  },
};
