import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live/announcements.ts';
import { detachUploads } from '../../uploads/actions.ts';
import type { HoldCause } from '../rules.ts';
import {
  deleteHolds,
  findHold,
  findRecipients,
  type Hold,
  insertHold,
  markRemoved,
  restoreComment,
} from '../store/holds.ts';
import type { CommentPosition } from '../store/keys.ts';
import { listHiddenPictures } from '../store/purge.ts';
import { findVisibleComment } from '../store/read.ts';
import { lockThread } from '../store/write.ts';
import { countChanges } from './count-comments.ts';
import { notifyPeople } from './notify-people.ts';

/**
 * D66: hides a comment from everybody but its author and the staff, until the staff releases or removes it; a root
 * with its replies. False if it does not stand any more. Pictures stay attached: they are served with a visible comment
 * only. Changes counters, so it is among the last steps of a transaction. A rule that holds a new comment notifies nobody
 * of it: the release does.
 */
export async function holdComment(
  ctx: Context,
  trx: Trx,
  at: CommentPosition,
  cause: HoldCause,
): Promise<boolean> {
  await lockThread(trx, at);
  const { held, decreases } = await insertHold(trx, at, { cause, now: ctx.now() });
  await countChanges(ctx, trx, decreases, 1);
  announce(trx, 'queue');
  return held;
}

/** Shows a held comment again. Returns what was held; undefined if somebody decided before. */
export async function releaseComment(
  ctx: Context,
  trx: Trx,
  at: CommentPosition,
): Promise<Hold | undefined> {
  const hold = await lockHold(trx, at);
  if (!hold) return undefined;
  await deleteHolds(trx, [at]);
  const changes = await restoreComment(trx, at);
  if (hold.cause === 'rule') await notifyOfReleased(ctx, trx, hold);
  await countChanges(ctx, trx, changes, -1);
  announce(trx, `comment:${at.post_id}:${at.id}`);
  announce(trx, 'queue');
  return hold;
}

/** The same for a comment that is deleted for good: by the staff, or by its author while it waits. */
export async function removeHeld(
  ctx: Context,
  trx: Trx,
  remover: Pick<Viewer, 'uid'>,
  at: CommentPosition,
): Promise<Hold | undefined> {
  const hold = await lockHold(trx, at);
  if (!hold) return undefined;
  await deleteHolds(trx, [at]);
  await markRemoved(trx, at, { deleted_at: ctx.now(), deleted_by: remover.uid });
  const hidden = await listHiddenPictures(trx, [at]);
  await detachUploads(trx, 'comment', [at.id, ...hidden], ctx.now());
  announce(trx, 'queue');
  return hold;
}

/** Those whom a comment that a rule held has not reached yet. Whoever was notified before keeps one notification. */
async function notifyOfReleased(ctx: Context, trx: Trx, hold: Hold): Promise<void> {
  const { comment_id: id, post_id, author_uid } = hold;
  const { post_author_uid, reply_to_id, mentioned } = await findRecipients(trx, { post_id, id });
  const target =
    reply_to_id === null ? null : await findVisibleComment(trx, { post_id, id: reply_to_id });
  if (target === undefined) return;
  const post = { id: post_id, author_uid: post_author_uid };
  const posted = { id, now: ctx.now(), post, target: target ?? undefined, mentioned };
  await notifyPeople(trx, { uid: author_uid }, posted);
}

/** Nobody else decides on the comment until the transaction ends. */
async function lockHold(trx: Trx, at: CommentPosition): Promise<Hold | undefined> {
  await lockThread(trx, at);
  return findHold(trx, at);
}
