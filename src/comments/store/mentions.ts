import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { THREAD_REPLIES } from '../rules.ts';
import { type CommentKey, isOneOf } from './keys.ts';

/**
 * Users with one of these names or uids. Includes deleted accounts: their name is still taken, and must not be
 * read as a shorter name of another user.
 */
export function findPeople(db: Db, names: string[], uids: number[]) {
  return db
    .selectFrom('users')
    .select(['uid', 'username', 'username_key', 'deleted_at'])
    .where((eb) =>
      eb.or([
        eb('username_key', '=', sql<string>`any(${names})`),
        eb('uid', '=', sql<number>`any(${uids})`),
      ]),
    )
    .execute();
}

export async function insertMentions(
  trx: Trx,
  { post_id, id }: CommentKey,
  mentions: { uid: number; label: string }[],
): Promise<void> {
  if (mentions.length === 0) return;
  await trx
    .insertInto('comment_mention')
    .values(mentions.map((mention) => ({ ...mention, post_id, comment_id: id })))
    .execute();
}

export async function deleteMentions(trx: Trx, keys: CommentKey[]): Promise<void> {
  await trx.deleteFrom('comment_mention').where(isOneOf('comment_mention', keys)).execute();
}

/** The authors of the latest replies. */
export async function listThreadPeople(db: Db, postId: number, rootId: number): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`
    select author_uid as uid from comment
     where post_id = ${postId} and root_id = ${rootId} and deleted_at is null
     order by id desc limit ${sql.lit(THREAD_REPLIES)}`.execute(db);
  return rows.map((row) => row.uid);
}
