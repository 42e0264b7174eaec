import { type RawBuilder, sql } from 'kysely';
import { visibleCommentsQuery } from '../../comments/actions/read-comments.ts';
import type { Viewer } from '../../context.ts';
import { batchedFind } from '../../platform/db/batch/batched-read.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { everyVisiblePostQuery } from '../../posts/store/shared/visible-posts.ts';

/**
 * D25, D55: of these keys, the images that the viewer may see: used in a post or comment that is visible to them, or as
 * the avatar of an existing account. An unused image is visible to its uploader only.
 */
function visibleKeysSql(
  db: Db,
  viewer: Viewer | null,
  keys: RawBuilder<string[]>,
): RawBuilder<{ key: string }> {
  const isPostVisible = (id: RawBuilder<unknown>) =>
    sql`exists (select from (${everyVisiblePostQuery(db, viewer)}) as post where post.id = ${id})`;
  return sql<{ key: string }>`
    select upload.key from upload
     where upload.key = any(${keys}) and upload.removed_at is null and (exists (
       select from upload_use as use where use.uid = upload.uid and use.upload_id = upload.id and ${isUseVisible(viewer)}
          and case use.holder_kind
            when 'post' then ${isPostVisible(sql`use.holder_id`)}
            when 'comment' then exists (
              select from (${visibleCommentsQuery()}) as comment
               where comment.id = use.holder_id and ${isPostVisible(sql`comment.post_id`)})
            else exists (
              select from member_card where member_card.uid = use.holder_id and member_card.state <> 'deleted')
          end
     ) or ${isUnusedUploadOf(viewer)})`;
}

/** Authors and staff also see pending edits and older versions. */
function isUseVisible(viewer: Viewer | null): RawBuilder<unknown> {
  if (!viewer) return sql`use.live`;
  return viewer.role === 'member' ? sql`(use.live or upload.uid = ${viewer.uid})` : sql`true`;
}

function isUnusedUploadOf(viewer: Viewer | null): RawBuilder<unknown> {
  if (!viewer) return sql`false`;
  return sql`(upload.uid = ${viewer.uid}
    and not exists (
      select from upload_use where upload_use.uid = upload.uid and upload_use.upload_id = upload.id))`;
}

const publicKeysQuery = prepareQuery((db, { keys }: Params<{ keys: string[] }>) =>
  visibleKeysSql(db, null, keys),
);

const findPublicKey = batchedFind(
  (db, keys: string[]) => publicKeysQuery(db, { keys }),
  ({ key }) => key,
);

/** Most requested images are public, so concurrent requests share a statement. */
export async function isImagePublic(db: Db, key: string): Promise<boolean> {
  return (await findPublicKey(db, key)) !== undefined;
}

export async function isImageVisible(db: Db, viewer: Viewer, key: string): Promise<boolean> {
  const { rows } = await visibleKeysSql(db, viewer, sql.val([key])).execute(db);
  return rows.length > 0;
}
