import type { Context, Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { detectLanguage } from '../../platform/language/detect.ts';
import { Refusal } from '../../refusals.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import type { PostStatus } from '../rules.ts';
import { findRevision } from '../store/revision-texts.ts';
import { findSchedule, type ScheduleRow } from '../store/schedules.ts';
import { actorOf, judgeTransition, type Timing, type Trigger } from '../transitions.ts';
import { deriveCard } from './derive-cards.ts';
import { runRenderText } from './text-work.ts';

type LockedPost = {
  id: number;
  status: string;
  pending_version: number | null;
  submitted_at: Date | null;
  locked_from: string | null;
  /** An automatic rule asks for a review, whether review is on or off. */
  held?: boolean;
};

/** The transition of a locked post by the trigger's own actor; throws its refusal. */
export async function getTransition(ctx: Context, db: Db, post: LockedPost, trigger: Trigger) {
  const move = judgeTransition(
    trigger,
    {
      status: post.status as PostStatus,
      has_edit: post.pending_version !== null,
      submitted: post.submitted_at !== null,
      // Only the transitions of pending posts depend on it.
      timing:
        post.status === 'pending' ? timingOf(await findSchedule(db, post.id), ctx.now()) : 'none',
      audit: post.held || (await getSiteSetting(db, 'audit.enabled')),
      actor: actorOf(trigger),
    },
    post.locked_from as PostStatus | null,
  );
  if ('refuse' in move) throw new Refusal(move.refuse, { post_status: post.status });
  return move;
}

function timingOf(schedule: ScheduleRow | undefined, now: Date): Timing {
  if (schedule?.approved_at) return 'approved';
  return schedule && schedule.publish_at > now ? 'ahead' : 'none';
}

/** A saved version as readers see it. Call before the transaction, because highlighting is slow. */
export async function readVersion(ctx: Context, viewer: Viewer, postId: number, version: number) {
  const revision = await findRevision(ctx.db, postId, version);
  if (!revision) throw new Error(`post ${postId} has no revision ${version}`);
  const { created_at: written_at, ...text } = revision;
  const rendered = await runRenderText(ctx, viewer, text.body);
  return {
    ...text,
    ...(await deriveCard(ctx.db, text, version)),
    // Null in a version from before the language was stored.
    lang: text.lang ?? (await detectLanguage(`${text.title}\n${text.summary}`)),
    rendered: rendered === text.body ? null : rendered,
    live_version: version,
    written_at,
  };
}
