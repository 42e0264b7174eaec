import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { TagName } from '../rules.ts';

export async function findTagIds(db: Db, slugs: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tag')
    .select(['id', 'slug'])
    .where('slug', '=', sql<string>`any(${slugs})`)
    .execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/**
 * Leaves existing tags as they are. In the order of their slugs: two members who make the same tags at once would wait
 * for each other otherwise.
 */
export async function insertMissingTags(trx: Trx, tags: TagName[], now: Date): Promise<void> {
  const sorted = tags.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  await trx
    .insertInto('tag')
    .values(sorted.map(({ slug, name }) => ({ slug, name, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
