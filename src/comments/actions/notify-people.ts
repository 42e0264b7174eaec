import type { Viewer } from '../../context.ts';
import { findFollowed } from '../../follows/actions.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { LockedPost } from '../../posts/actions/lock-post.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { levelOf } from '../../users/rules.ts';
import { MENTION_LEVEL } from '../rules.ts';
import { listThreadPeople } from '../store/mentions.ts';
import type { VisibleComment } from '../store/read.ts';

type Writer = Pick<Viewer, 'uid'>;

export type PostedComment = {
  id: number;
  now: Date;
  post: LockedPost;
  /** The comment it replies to, or itself if it is edited; undefined for a new root. */
  target: VisibleComment | undefined;
  mentioned: number[];
};

/** SPEC §6, D44: all share one cause, so each person gets one notification; mentions are first and win. */
export async function notifyPeople(
  trx: Trx,
  viewer: Writer,
  comment: PostedComment,
): Promise<void> {
  const notification = notificationOf(viewer, comment);
  await notifyMentioned(trx, viewer, comment);
  if (comment.target)
    await notifyUser(trx, { ...notification, uid: comment.target.author_uid, kind: 'reply' });
  else await notifyUser(trx, { ...notification, uid: comment.post.author_uid, kind: 'comment' });
}

/** For a new text of a comment: people whom the comment has notified before get no second notification. */
export async function notifyMentioned(
  trx: Trx,
  viewer: Writer,
  comment: PostedComment,
): Promise<void> {
  const notification = notificationOf(viewer, comment);
  for (const uid of await findNotifiable(trx, viewer, comment)) {
    await notifyUser(trx, { ...notification, uid, kind: 'mention' });
  }
}

function notificationOf(viewer: Writer, { id, now, post }: PostedComment) {
  return {
    cause: `comment:${id}`,
    actor_uid: viewer.uid,
    related_id: post.id,
    payload: { comment_id: id },
    created_at: now,
  };
}

/** D28: a new member can type any name, so their mentions notify only people of the thread and people they follow. */
async function findNotifiable(trx: Trx, viewer: Writer, comment: PostedComment): Promise<number[]> {
  if (comment.mentioned.length === 0) return [];
  const writer = await findUser(trx, viewer.uid);
  if (levelOf(writer?.exp ?? 0) >= MENTION_LEVEL) return comment.mentioned;
  const rootId = comment.target?.root_id ?? comment.id;
  const familiar = await findFollowed(trx, viewer.uid, comment.mentioned);
  for (const uid of await listThreadPeople(trx, comment.post.id, rootId)) familiar.add(uid);
  familiar.add(comment.post.author_uid);
  if (comment.target) familiar.add(comment.target.root_author_uid);
  return comment.mentioned.filter((uid) => familiar.has(uid));
}
