import { type RawBuilder, sql } from 'kysely';
import { everyStandingCommentQuery } from '../comments/actions/read-comments.ts';
import type { Viewer } from '../context.ts';
import { askedTogether, foundTogether } from '../platform/db/asked-together.ts';
import type { Db } from '../platform/db/database.ts';
import { type Places, prepared } from '../platform/db/prepared.ts';
import { countsInStatement } from '../posts/actions/count-post.ts';
import { everyVisiblePostQuery } from '../posts/actions/read-for-review.ts';
import type { Reaction } from '../reactions/rules.ts';

type Standing = {
  state: Reaction;
  likes: number;
  dislikes: number;
  favorited: boolean;
  given: number;
  i_follow: boolean;
  follows_me: boolean;
};

type Asked = { post_id: number; author_uid: number; uid: number };

type Columns = { post_ids: number[]; author_uids: number[]; uids: number[] };

/** Each from one row that its primary key finds; a follow is looked up by its key, and not in a list of follows. */
const standings = prepared(
  (_db, { post_ids, author_uids, uids }: Places<Columns>) => sql<Standing & { place: number }>`
    select asked.place, counted.likes, counted.dislikes,
           coalesce((select kind from post_reaction
                      where post_id = asked.post_id and uid = asked.uid), 'none') as state,
           exists (select from post_favorite
                    where post_id = asked.post_id and uid = asked.uid) as favorited,
           coalesce((select total from post_energize_total
                      where post_id = asked.post_id and uid = asked.uid), 0) as given,
           coalesce((select following from user_follow
                      where follower_uid = asked.uid and followed_uid = asked.author_uid), false) as i_follow,
           coalesce((select following from user_follow
                      where follower_uid = asked.author_uid and followed_uid = asked.uid), false) as follows_me
      from unnest(${post_ids}::bigint[], ${author_uids}::bigint[], ${uids}::bigint[])
           with ordinality as asked(post_id, author_uid, uid, place)
     cross join lateral (${countsInStatement(sql`asked.post_id`)}) as counted`,
);

/** For all who ask in one moment; each gets their own. */
export const findStanding = askedTogether(async (db, asked: Asked[]) => {
  const found = await standings(db, {
    post_ids: asked.map(({ post_id }) => post_id),
    author_uids: asked.map(({ author_uid }) => author_uid),
    uids: asked.map(({ uid }) => uid),
  });
  const byPlace = new Map(found.map((one) => [one.place, one]));
  return asked.map((_, index) => byPlace.get(index + 1));
});

/**
 * D25, D55: of these keys, the pictures that the viewer can see somewhere: in a post or a comment that is visible to
 * them, or as the avatar of an account that is there. A picture that nothing shows yet is its uploader's.
 */
function servedKeys(
  db: Db,
  viewer: Viewer | null,
  keys: RawBuilder<string[]>,
): RawBuilder<{ key: string }> {
  const isPostVisible = (id: RawBuilder<unknown>) =>
    sql`exists (select from (${everyVisiblePostQuery(db, viewer)}) as post where post.id = ${id})`;
  return sql<{ key: string }>`
    select upload.key from upload
     where upload.key = any(${keys}) and upload.removed_at is null and (exists (
       select from upload_use as use where use.upload_id = upload.id and ${isShownTo(viewer)}
          and case use.holder_kind
            when 'post' then ${isPostVisible(sql`use.holder_id`)}
            when 'comment' then exists (
              select from (${everyStandingCommentQuery()}) as comment
               where comment.id = use.holder_id and ${isPostVisible(sql`comment.post_id`)})
            else exists (select from users where users.uid = use.holder_id and users.deleted_at is null)
          end
     ) or ${isFreshUploadOf(viewer)})`;
}

/** Beside what readers read, an author and the staff see edits that wait and older versions. */
function isShownTo(viewer: Viewer | null): RawBuilder<unknown> {
  if (!viewer) return sql`use.live`;
  return viewer.role === 'member' ? sql`(use.live or upload.uid = ${viewer.uid})` : sql`true`;
}

function isFreshUploadOf(viewer: Viewer | null): RawBuilder<unknown> {
  if (!viewer) return sql`false`;
  return sql`(upload.uid = ${viewer.uid}
    and not exists (select from upload_use where upload_use.upload_id = upload.id))`;
}

const publicKeys = prepared((db, { keys }: Places<{ keys: string[] }>) =>
  servedKeys(db, null, keys),
);

const findPublicKey = foundTogether(
  (db, keys: string[]) => publicKeys(db, { keys }),
  ({ key }) => key,
);

/** Nearly every picture that is asked for, so requests that arrive together share a statement. */
export async function isPicturePublic(db: Db, key: string): Promise<boolean> {
  return (await findPublicKey(db, key)) !== undefined;
}

export async function isPictureVisible(db: Db, viewer: Viewer, key: string): Promise<boolean> {
  const { rows } = await servedKeys(db, viewer, sql.val([key])).execute(db);
  return rows.length > 0;
}
