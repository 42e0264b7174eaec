import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { KeysetPage, TimeAndId } from '../../platform/db/keyset.ts';

/** Word for word the condition of the partial index `post_bin`. */
const IN_BIN = sql<boolean>`post.deleted_by_author and post.purged_at is null`;

export type BinRow = {
  id: number;
  title: string;
  summary: string;
  lang: string | null;
  status: string;
  deleted_at: Date;
  restored: boolean;
};

/** What the author deleted since a time, the last deleted first. Posts that staff removed are not in it. */
export async function listBin(
  db: Db,
  uid: number,
  since: Date,
  { after, limit }: KeysetPage<TimeAndId>,
): Promise<BinRow[]> {
  const [time, id] = after ?? [];
  const { rows } = await sql<BinRow>`
    select post.id, post.title, post.summary, post.lang, post.status, post.deleted_at,
           exists (select from post_restore where post_id = post.id) as restored
      from post
     where post.author_uid = ${uid} and ${IN_BIN} and post.deleted_at > ${since}
       and ${time && id ? sql`(post.deleted_at, post.id) < (${new Date(time)}, ${id})` : sql`true`}
     order by post.deleted_at desc, post.id desc
     limit ${limit + 1}`.execute(db);
  return rows;
}

/** Serializes it with the purge, which skips a locked post, and with another restore. */
export async function lockDeleted(trx: Trx, uid: number, id: number) {
  return trx
    .selectFrom('post')
    .select(['id', 'status', 'version', 'live_version', 'deleted_at'])
    .where('id', '=', id)
    .where('author_uid', '=', uid)
    .where(IN_BIN)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function findDeleted(db: Db, uid: number, id: number) {
  return db
    .selectFrom('post')
    .select(['id', 'version', 'live_version'])
    .where('id', '=', id)
    .where('author_uid', '=', uid)
    .where(IN_BIN)
    .executeTakeFirst();
}

export async function findRestore(db: Db, postId: number): Promise<boolean> {
  const row = await db
    .selectFrom('post_restore')
    .select('post_id')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the post was restored before: its key allows one row. */
export async function insertRestore(
  trx: Trx,
  restore: { post_id: number; deleted_at: Date; restored_at: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('post_restore')
    .values(restore)
    .onConflict((conflict) => conflict.doNothing())
    .returning('post_id')
    .executeTakeFirst();
  return row !== undefined;
}
