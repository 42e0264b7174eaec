import type { Trx } from '../../platform/db/database.ts';
import { highlightBody } from '../../platform/html/highlight.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { Refusal } from '../../refusals.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { judgeMove, type PostStatus, type Situation, type Trigger } from '../rules.ts';
import { findRevision } from '../store/posts.ts';

type Held = {
  id: number;
  status: string;
  pending_version: number | null;
  submitted_at: Date | null;
  locked_from: string | null;
};

/** The move a trigger makes of a locked post as it stands, by its author or the staff; or its refusal. */
export async function getMove(trx: Trx, post: Held, trigger: Trigger, actor: Situation['actor']) {
  const move = judgeMove(
    trigger,
    {
      status: post.status as PostStatus,
      has_edit: post.pending_version !== null,
      submitted: post.submitted_at !== null,
      audit: await getSiteSetting(trx, 'audit.enabled'),
      actor,
    },
    post.locked_from as PostStatus | null,
  );
  if ('refuse' in move) throw new Refusal(move.refuse, { post_status: post.status });
  return move;
}

/** A saved version as what readers see. It was sanitized when it was saved. */
export async function readVersion(trx: Trx, postId: number, version: number) {
  const text = await findRevision(trx, postId, version);
  if (!text) throw new Error(`post ${postId} has no revision ${version}`);
  const rendered = highlightBody(text.body as TrustedHtml);
  return { ...text, rendered: rendered === text.body ? null : rendered, live_version: version };
}
