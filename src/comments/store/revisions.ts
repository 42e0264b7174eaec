import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type CommentKey, isOneOf } from './keys.ts';

type ReplacedText = { body: string; written_at: Date; now: Date };

/** The caller has locked the comment. */
export async function insertRevision(
  trx: Trx,
  { post_id, id }: CommentKey,
  { body, written_at, now }: ReplacedText,
): Promise<void> {
  await sql`
    insert into comment_revision (post_id, comment_id, version, body, written_at, replaced_at)
    select post_id, id, 1 + coalesce((
             select max(version) from comment_revision where post_id = ${post_id} and comment_id = ${id}), 0),
           ${body}::text, ${written_at}::timestamptz, ${now}::timestamptz
      from comment where post_id = ${post_id} and id = ${id}`.execute(trx);
}

export type RevisionRow = { comment_id: number; body: string; written_at: Date };

/** Oldest first. */
export function listRevisions(db: Db, keys: CommentKey[]): Promise<RevisionRow[]> {
  return db
    .selectFrom('comment_revision')
    .select(['comment_id', 'body', 'written_at'])
    .where(isOneOf('comment_revision', keys))
    .orderBy('comment_id')
    .orderBy('version')
    .execute();
}

export async function deleteOldRevisions(
  trx: TrxOrAutocommit,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from comment_revision using (
      select post_id, comment_id, version from comment_revision where replaced_at < ${before}
       order by replaced_at limit ${limit}
    ) as old
     where comment_revision.post_id = old.post_id and comment_revision.comment_id = old.comment_id
       and comment_revision.version = old.version`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export async function deleteRevisions(trx: Trx, keys: CommentKey[]): Promise<void> {
  await trx.deleteFrom('comment_revision').where(isOneOf('comment_revision', keys)).execute();
}
