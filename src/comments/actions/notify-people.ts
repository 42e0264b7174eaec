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

export type PostedComment = {
  id: number;
  now: Date;
  post: LockedPost;
  /** What it answers; nothing, for a root. */
  target: VisibleComment | undefined;
  mentioned: number[];
};

/** SPEC §6, D44: one notice per person. All have one cause, so who is told of a mention first is told no more. */
export async function notifyPeople(trx: Trx, viewer: Viewer, said: PostedComment): Promise<void> {
  const notice = {
    cause: `comment:${said.id}`,
    actor_uid: viewer.uid,
    related_id: said.post.id,
    payload: { comment_id: said.id },
    created_at: said.now,
  };
  for (const uid of await findNotifiable(trx, viewer, said)) {
    await notifyUser(trx, { ...notice, uid, kind: 'mention' });
  }
  if (said.target) await notifyUser(trx, { ...notice, uid: said.target.author_uid, kind: 'reply' });
  else await notifyUser(trx, { ...notice, uid: said.post.author_uid, kind: 'comment' });
}

/** D28: search is gated and typing is not, so a newcomer's mention reaches only whom it can concern. */
async function findNotifiable(trx: Trx, viewer: Viewer, said: PostedComment): Promise<number[]> {
  if (said.mentioned.length === 0) return [];
  const writer = await findUser(trx, viewer.uid);
  if (levelOf(writer?.exp ?? 0) >= MENTION_LEVEL) return said.mentioned;
  const rootId = said.target?.root_id ?? said.id;
  const familiar = await findFollowed(trx, viewer.uid, said.mentioned);
  for (const uid of await listThreadPeople(trx, rootId)) familiar.add(uid);
  familiar.add(said.post.author_uid);
  if (said.target) familiar.add(said.target.root_author_uid);
  return said.mentioned.filter((uid) => familiar.has(uid));
}
