import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { TrustedHtml } from '../../../platform/html/trusted.ts';
import { isPublic } from '../visibility.ts';

/** D25: the texts of those of the posts that are public, for what is derived from them. */
export async function listPublicDocuments(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('post')
    .select(['id', 'author_uid', 'title', 'summary', 'body', 'lang', 'live_version', 'tag_ids'])
    .select(sql<Date>`published_at`.as('published_at'))
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where(isPublic(FOR_EVERYBODY))
    .execute();
  return rows.map(({ body, tag_ids, ...row }) => ({
    ...row,
    body: body as TrustedHtml,
    // The driver leaves the numbers of an array as texts.
    tag_ids: tag_ids.map(Number),
  }));
}
