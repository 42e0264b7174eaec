import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live/announcements.ts';
import { subtractComments } from '../../posts/actions/post-counts.ts';
import { detachUploads } from '../../uploads/actions.ts';
import type { HoldCause } from '../rules.ts';
import {
  deleteHolds,
  findHold,
  findRecipients,
  type Hold,
  holdComments,
  markRemoved,
  restoreComments,
} from '../store/holds.ts';
import { listHiddenPictures } from '../store/purge.ts';
import { findPosition, findVisibleComment } from '../store/read.ts';
import { type CountChange, lockComments } from '../store/write.ts';
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
  id: number,
  cause: HoldCause,
): Promise<boolean> {
  await lockThread(trx, id);
  const { held, decreases } = await holdComments(trx, [id], { cause, now: ctx.now() });
  await changeCounters(ctx, trx, decreases, 1);
  announce(trx, 'queue');
  return held.length > 0;
}

/** Shows a held comment again. Returns what was held; undefined if somebody decided before. */
export async function releaseComment(
  ctx: Context,
  trx: Trx,
  id: number,
): Promise<Hold | undefined> {
  const hold = await lockHold(trx, id);
  if (!hold) return undefined;
  await deleteHolds(trx, [id]);
  const changes = await restoreComments(trx, [id]);
  if (hold.cause === 'rule') await notifyOfReleased(ctx, trx, hold);
  await changeCounters(ctx, trx, changes, -1);
  announce(trx, `comment:${hold.post_id}:${id}`);
  announce(trx, 'queue');
  return hold;
}

/** The same for a comment that is deleted for good: by the staff, or by its author while it waits. */
export async function removeHeld(
  ctx: Context,
  trx: Trx,
  remover: Pick<Viewer, 'uid'>,
  id: number,
): Promise<Hold | undefined> {
  const hold = await lockHold(trx, id);
  if (!hold) return undefined;
  await deleteHolds(trx, [id]);
  await markRemoved(trx, [id], { deleted_at: ctx.now(), deleted_by: remover.uid });
  const hidden = await listHiddenPictures(trx, [id]);
  await detachUploads(trx, 'comment', [id, ...hidden], ctx.now());
  announce(trx, 'queue');
  return hold;
}

/** Those whom a comment that a rule held has not reached yet. Whoever was notified before keeps one notification. */
async function notifyOfReleased(ctx: Context, trx: Trx, hold: Hold): Promise<void> {
  const { comment_id: id, post_id, author_uid } = hold;
  const { post_author_uid, reply_to_id, mentioned } = await findRecipients(trx, id);
  const target = reply_to_id === null ? null : await findVisibleComment(trx, post_id, reply_to_id);
  if (target === undefined) return;
  const post = { id: post_id, author_uid: post_author_uid };
  const posted = { id, now: ctx.now(), post, target: target ?? undefined, mentioned };
  await notifyPeople(trx, { uid: author_uid }, posted);
}

/** Nobody else decides on the comment until the transaction ends. */
async function lockHold(trx: Trx, id: number): Promise<Hold | undefined> {
  await lockThread(trx, id);
  return findHold(trx, id);
}

async function lockThread(trx: Trx, id: number): Promise<void> {
  const position = await findPosition(trx, id);
  if (position) await lockComments(trx, [position.root_id, id]);
}

async function changeCounters(
  ctx: Context,
  trx: Trx,
  changes: CountChange[],
  direction: 1 | -1,
): Promise<void> {
  for (const { post_id, comments } of changes)
    await subtractComments(ctx, trx, post_id, direction * comments);
}
