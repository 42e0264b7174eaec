import { sql } from 'kysely';
import type { TextsWithoutLanguage } from '../../platform/language/backfill.ts';
import { insertChanges } from './changes.ts';

export const POSTS_WITHOUT_LANGUAGE: TextsWithoutLanguage = {
  kind: 'post',
  async lock(trx, afterId, limit) {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, title || E'\\n' || summary as text from post
       where id > ${afterId} and lang is null and purged_at is null
       order by id limit ${limit} for no key update skip locked`.execute(trx);
    return rows;
  },
  async store(trx, ids, languages) {
    const { rows } = await sql<{ id: number; is_public: boolean }>`
      update post set lang = found.lang
        from unnest(${ids}::bigint[], ${languages}::text[]) as found (id, lang)
       where post.id = found.id
      returning post.id, status = 'approved' and deleted_at is null as is_public`.execute(trx);
    const shown = rows.filter((row) => row.is_public).map((row) => row.id);
    insertChanges(trx, 'post.updated', shown);
  },
};
