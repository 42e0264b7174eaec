import type { Db } from '../../platform/db/database.ts';

/** When the text that readers see was written. The post's own time also moves for what only its author sees. */
export async function findWrittenAt(
  db: Db,
  postId: number,
  version: number,
): Promise<Date | undefined> {
  const revision = await db
    .selectFrom('post_revision')
    .select('created_at')
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .executeTakeFirst();
  return revision?.created_at;
}
