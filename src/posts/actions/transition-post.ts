import type { Context, Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { detectLanguage } from '../../platform/language/detect.ts';
import { Refusal } from '../../refusals.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { judgeTransition, type PostStatus, type Situation, type Trigger } from '../rules.ts';
import { findRevision } from '../store/revision-texts.ts';
import { deriveCard } from './derive-cards.ts';
import { runRenderText } from './text-work.ts';

type LockedPost = {
  id: number;
  status: string;
  pending_version: number | null;
  submitted_at: Date | null;
  locked_from: string | null;
};

/** The transition of a locked post by its author or the staff; throws its refusal. */
export async function getTransition(
  db: Db,
  post: LockedPost,
  trigger: Trigger,
  actor: Situation['actor'],
) {
  const move = judgeTransition(
    trigger,
    {
      status: post.status as PostStatus,
      has_edit: post.pending_version !== null,
      submitted: post.submitted_at !== null,
      audit: await getSiteSetting(db, 'audit.enabled'),
      actor,
    },
    post.locked_from as PostStatus | null,
  );
  if ('refuse' in move) throw new Refusal(move.refuse, { post_status: post.status });
  return move;
}

/** A saved version as readers see it. Call before the transaction, because highlighting is slow. */
export async function readVersion(ctx: Context, viewer: Viewer, postId: number, version: number) {
  const text = await findRevision(ctx.db, postId, version);
  if (!text) throw new Error(`post ${postId} has no revision ${version}`);
  const rendered = await runRenderText(ctx, viewer, text.body);
  return {
    ...text,
    ...(await deriveCard(ctx.db, text, version)),
    // Null in a version from before the language was stored.
    lang: text.lang ?? (await detectLanguage(`${text.title}\n${text.summary}`)),
    rendered: rendered === text.body ? null : rendered,
    live_version: version,
  };
}
