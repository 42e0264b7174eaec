import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY, type Hidden } from '../../blocks/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import type { KeysetPage, TimeAndId } from '../../platform/db/keyset.ts';
import { everyPublicPostQuery, publicPostsQuery } from '../../posts/store/shared/visible-posts.ts';
import { Refusal } from '../../refusals.ts';
import { FOLDER_ITEMS_MAX } from '../rules.ts';
import type { FolderKey } from './folders.ts';

/** The number of removed items, and the posts that are now in no folder of the member. */
export type Removal = { items: number; unsaved: { post_id: number; day: string }[] };

export async function isPublicPost(db: Db, postId: number): Promise<boolean> {
  return (await publicPostsQuery(db, [postId], FOR_EVERYBODY).executeTakeFirst()) !== undefined;
}

/** The member's folders with the post. */
export async function listFolderIds(db: Db, uid: number, postId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('folder_item')
    .select('folder_id')
    .where('uid', '=', uid)
    .where('post_id', '=', postId)
    .orderBy('folder_id')
    .execute();
  return rows.map((row) => row.folder_id);
}

/** Newest first; without `all`, only public posts that the reader does not hide. Callers read the posts themselves. */
export function listItems(
  db: Db,
  { uid, id }: FolderKey,
  shown: 'all' | { hidden: Hidden },
  page: KeysetPage<TimeAndId>,
) {
  let items = db
    .selectFrom('folder_item')
    .select(['post_id', 'created_at'])
    .where('uid', '=', uid)
    .where('folder_id', '=', id);
  if (shown !== 'all') items = items.where('post_id', 'in', everyPublicPostQuery(db, shown.hidden));
  if (page.after) {
    const [time, id] = page.after;
    items = items.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'post_id'), '<', tuple(new Date(time), id)),
    );
  }
  return items
    .orderBy('created_at', 'desc')
    .orderBy('post_id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** The last few items of each of a member's folders, by one short index scan per folder. */
export async function listLatestItems(
  db: Db,
  uid: number,
  folderIds: number[],
  each: number,
): Promise<{ folder_id: number; post_id: number }[]> {
  const { rows } = await sql<{ folder_id: number; post_id: number }>`
    select folder.id as folder_id, latest.post_id
      from unnest(${folderIds}::bigint[]) as folder (id)
     cross join lateral (
       select post_id, created_at from folder_item where uid = ${uid} and folder_id = folder.id
        order by created_at desc, post_id desc limit ${each}
     ) as latest
     order by folder.id, latest.created_at desc, latest.post_id desc`.execute(db);
  return rows;
}

/** How many of the last items of each folder are public posts. */
export async function countPublicItems(
  db: Db,
  uid: number,
  folderIds: number[],
  most: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; posts: number }>`
    select folder.id, count(*)::int as posts
      from unnest(${folderIds}::bigint[]) as folder (id)
     cross join lateral (
       select post_id from folder_item where uid = ${uid} and folder_id = folder.id
        order by created_at desc, post_id desc limit ${most}
     ) as item
     where item.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)})
     group by folder.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.posts]));
}

/**
 * Inserts an item and updates the counts in one statement; no effect if it exists. D33: true if the post was in no
 * folder of the member before.
 */
export async function insertItem(
  trx: Trx,
  item: { folder_id: number; uid: number; post_id: number; created_at: Date; day: string },
): Promise<boolean> {
  try {
    const { rows } = await sql<{ folders: number }>`
      with added as (
        insert into folder_item (uid, folder_id, post_id, created_at)
        values (${item.uid}, ${item.folder_id}, ${item.post_id}, ${item.created_at})
        on conflict (uid, post_id, folder_id) do nothing
        returning uid, folder_id, post_id
      ), resized as (
        update folder set item_count = item_count + 1 from added
         where folder.uid = added.uid and folder.id = added.folder_id
      ), favorite as (
        insert into post_favorite as current (post_id, uid, folders, day)
        select post_id, uid, 1, ${item.day}::date from added
        on conflict (post_id, uid) do update set folders = current.folders + 1
        returning folders
      )
      select folders from favorite`.execute(trx);
    return rows[0]?.folders === 1;
  } catch (error) {
    if (violatedConstraint(error) === 'folder_item_limit')
      throw new Refusal('too_many', { limit: FOLDER_ITEMS_MAX });
    throw error;
  }
}

export function removeItem(trx: Trx, { uid, id }: FolderKey, postId: number): Promise<Removal> {
  return remove(
    trx,
    uid,
    sql`delete from folder_item where uid = ${uid} and folder_id = ${id} and post_id = ${postId}`,
    postId,
  );
}

export function removeFromAllFolders(trx: Trx, uid: number, postId: number): Promise<Removal> {
  const deletion = sql`delete from folder_item where uid = ${uid} and post_id = ${postId}`;
  return remove(trx, uid, deletion, postId);
}

export function emptyFolder(trx: Trx, { uid, id }: FolderKey): Promise<Removal> {
  return remove(trx, uid, sql`delete from folder_item where uid = ${uid} and folder_id = ${id}`);
}

/** Some items of the member's folders. */
export function removeSome(trx: Trx, uid: number, limit: number): Promise<Removal> {
  return remove(
    trx,
    uid,
    sql`delete from folder_item where uid = ${uid} and (post_id, folder_id) in (
          select post_id, folder_id from folder_item where uid = ${uid} limit ${limit})`,
  );
}

/**
 * Deletes items, and updates the folders' sizes and the member's favorites in the same statement. `postId`, if all are of one
 * post: on a cluster the other servers are not asked. A cluster runs the parts in order, and each sees the rows of those before:
 * first the favorites that end, because a lowered count could look like the last.
 */
async function remove(
  trx: Trx,
  uid: number,
  deletion: RawBuilder<unknown>,
  postId?: number,
): Promise<Removal> {
  const isOfPost = postId === undefined ? sql`true` : sql`post_favorite.post_id = ${postId}`;
  const { rows } = await sql<Removal>`
    with removed as (${deletion} returning folder_id, post_id), resized as (
      update folder set item_count = folder.item_count - each.items
        from (select folder_id, count(*)::int as items from removed group by folder_id) as each
       where folder.uid = ${uid} and folder.id = each.folder_id
    ), reduced as (
      select post_id, count(*)::int as folders from removed group by post_id
    ), unsaved as (
      delete from post_favorite using reduced
       where post_favorite.uid = ${uid} and post_favorite.post_id = reduced.post_id
         and post_favorite.folders = reduced.folders and ${isOfPost}
      returning post_favorite.post_id, day
    ), still_saved as (
      update post_favorite set folders = post_favorite.folders - reduced.folders from reduced
       where post_favorite.uid = ${uid} and post_favorite.post_id = reduced.post_id
         and post_favorite.folders > reduced.folders and ${isOfPost}
    )
    select (select count(*) from removed) as items,
           (select coalesce(json_agg(unsaved), '[]') from unsaved) as unsaved`.execute(trx);
  return rows[0] ?? { items: 0, unsaved: [] };
}
