import type { Db } from '../../platform/db/database.ts';

/** Of a comment, whatever its state. */
export async function findPostOfComment(db: Db, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('comment')
    .select('post_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.post_id;
}
