import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Deleted accounts too, until they are purged: staff see them in the list of members as well. */
export function listNames(
  db: Db,
  uids: number[],
): Promise<{ uid: number; username: string | null }[]> {
  return db
    .selectFrom('member_card')
    .select(['uid', 'username'])
    .where('uid', '=', sql<number>`any(${uids})`)
    .execute();
}

/** Who asked for these profile changes. */
export function listChangeOwners(db: Db, ids: number[]): Promise<{ id: number; uid: number }[]> {
  return db
    .selectFrom('profile_change')
    .select(['id', 'uid'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/** Comments in every state, for entries that name no author. */
export function listCommentSources(
  db: Db,
  ids: number[],
): Promise<{ id: number; author_uid: number; post_id: number }[]> {
  return db
    .selectFrom('comment')
    .select(['id', 'author_uid', 'post_id'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/** Of posts that the staff removed, until they are purged. D51: a draft that its author deleted has no title here. */
export async function listRemovedTitles(
  db: Db,
  ids: number[],
): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from post
     where id = any(${ids}::bigint[]) and deleted_at is not null and status <> 'draft' and exists (
       select from staff_action
        where subject_kind = 'post' and subject_id = post.id and action = 'post.remove')`.execute(
    db,
  );
  return rows;
}
