import { type RawBuilder, sql } from 'kysely';
import { visibleCommentsQuery } from '../../comments/actions/read-comments.ts';
import type { Viewer } from '../../context.ts';
import { batchedFind } from '../../platform/db/batch/batched-read.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { everyVisiblePostQuery } from '../../posts/store/shared/visible-posts.ts';

/** `comments`: that show the image, if nothing else decides. */
type Image = { key: string; visible: boolean; comments: number[] };

/**
 * D25, D55: of these keys, the images that the viewer may see: used in a post or comment that is visible to them, or as
 * the avatar of an existing account. An unused image is visible to its uploader only. Comments are asked separately, because
 * they can be on other machines than the rest.
 */
function imagesSql(db: Db, viewer: Viewer | null, keys: RawBuilder<string[]>): RawBuilder<Image> {
  return sql<Image>`
    select upload.key, exists (
             select from upload_use as use where use.uid = upload.uid and use.upload_id = upload.id and ${isUseVisible(viewer)}
                and case use.holder_kind
                  when 'post' then exists (
                    select from (${everyVisiblePostQuery(db, viewer)}) as post where post.id = use.holder_id)
                  when 'comment' then false
                  else exists (
                    select from member_card where member_card.uid = use.holder_id and member_card.state <> 'deleted')
                end
           ) or ${isUnusedUploadOf(viewer)} as visible, array(
             select use.holder_id from upload_use as use
              where use.uid = upload.uid and use.upload_id = upload.id and use.holder_kind = 'comment' and ${isUseVisible(viewer)}
           )::float8[] as comments
      from upload where upload.key = any(${keys}) and upload.removed_at is null`;
}

/** Those of the comments that the viewer may see. */
function commentsSql(
  db: Db,
  viewer: Viewer | null,
  ids: RawBuilder<number[]>,
): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`
    with shown as materialized (
      select visible.id, visible.post_id from (${visibleCommentsQuery()}) as visible where visible.id = any(${ids})
    )
    select shown.id from shown
     where exists (select from (${everyVisiblePostQuery(db, viewer)}) as post where post.id = shown.post_id)`;
}

async function findVisibleKeys(
  images: Image[],
  findComments: (ids: number[]) => Promise<{ id: number }[]>,
): Promise<{ key: string }[]> {
  const asked = images.flatMap(({ visible, comments }) => (visible ? [] : comments));
  const found = new Set(asked.length > 0 ? (await findComments(asked)).map(({ id }) => id) : []);
  return images.filter(({ visible, comments }) => visible || comments.some((id) => found.has(id)));
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

const publicImagesQuery = prepareQuery((db, { keys }: Params<{ keys: string[] }>) =>
  imagesSql(db, null, keys),
);
const publicCommentsQuery = prepareQuery((db, { ids }: Params<{ ids: number[] }>) =>
  commentsSql(db, null, ids),
);

const findPublicKey = batchedFind(
  async (db, keys: string[]) =>
    findVisibleKeys(await publicImagesQuery(db, { keys }), (ids) =>
      publicCommentsQuery(db, { ids }),
    ),
  ({ key }) => key,
);

/** Most requested images are public, so concurrent requests share a statement. */
export async function isImagePublic(db: Db, key: string): Promise<boolean> {
  return (await findPublicKey(db, key)) !== undefined;
}

export async function isImageVisible(db: Db, viewer: Viewer, key: string): Promise<boolean> {
  const { rows } = await imagesSql(db, viewer, sql.val([key])).execute(db);
  const find = async (ids: number[]) =>
    (await commentsSql(db, viewer, sql.val(ids)).execute(db)).rows;
  return (await findVisibleKeys(rows, find)).length > 0;
}
