import { sql } from 'kysely';
import type { TextsWithoutLanguage } from '../../platform/language/backfill.ts';

export const SIGNATURES_WITHOUT_LANGUAGE: TextsWithoutLanguage = {
  kind: 'signature',
  async lock(trx, afterId, limit) {
    const { rows } = await sql<{ id: number; text: string }>`
      select uid as id, signature as text from users
       where uid > ${afterId} and signature_lang is null and signature <> ''
       order by uid limit ${limit} for no key update skip locked`.execute(trx);
    return rows;
  },
  async store(trx, ids, languages) {
    await sql`
      update users set signature_lang = found.lang
        from unnest(${ids}::bigint[], ${languages}::text[]) as found (id, lang)
       where users.uid = found.id`.execute(trx);
    // Locked with the rows of `users`.
    await sql`
      update member_card set version = version + 1, signature_lang = found.lang
        from unnest(${ids}::bigint[], ${languages}::text[]) as found (id, lang)
       where member_card.uid = found.id`.execute(trx);
  },
};
