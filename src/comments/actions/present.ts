import type { Context } from '../../context.ts';
import type { Language } from '../../platform/language/languages.ts';
import { urlOf } from '../../uploads/rules.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { HoldCause } from '../rules.ts';
import type { Comment, RootComment } from '../schema.ts';
import type { HeldRow } from '../store/holds.ts';
import type { CommentRow } from '../store/read.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * The only way to show a comment; records for the page cache which users and comments a response shows. `liked`: those
 * that the viewer likes.
 */
export function presentComment(ctx: Context, row: CommentRow, liked = NONE): Comment {
  ctx.dependencies.add('comment', row.id, row.comment_version);
  ctx.dependencies.addTime(row.created_at);
  for (const { uid, user_version } of row.mentions)
    ctx.dependencies.add('member', uid, user_version);
  return {
    id: row.id,
    post_id: row.post_id,
    root_id: row.root_id,
    reply_to:
      row.reply_to_id === null || row.reply_to_author === null
        ? null
        : { id: row.reply_to_id, user: presentCard(ctx, row.reply_to_author) },
    author: presentCard(ctx, row),
    body: row.body,
    lang: row.lang as Language | null,
    image: presentImage(row),
    mentions: row.mentions.map(({ uid, label }) => ({ uid, label })),
    reply_count: row.reply_count,
    like_count: row.likes,
    liked: liked.has(row.id),
    pinned: row.pinned,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}

/** For its author and the staff. */
export function presentHeld(ctx: Context, row: HeldRow): Comment & { held: HoldCause } {
  return { ...presentComment(ctx, row), held: row.cause };
}

export function presentRoot(
  ctx: Context,
  row: CommentRow,
  page: CommentRow[],
  liked?: ReadonlySet<number>,
): RootComment {
  const replies = page.filter((one) => one.root_id === row.id);
  return {
    ...presentComment(ctx, row, liked),
    replies: replies.map((reply) => presentComment(ctx, reply, liked)),
  };
}

function presentImage(row: CommentRow): Comment['image'] {
  const { image_key, image_id, image_width: width, image_height: height } = row;
  if (image_key === null || image_id === null || width === null || height === null) return null;
  return { id: image_id, url: urlOf(image_key), width, height };
}
