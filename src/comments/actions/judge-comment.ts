import { askService } from '../../automatic-rules/actions/ask-service.ts';
import {
  assertNotRefused,
  explainHold,
  judgeText,
  recordDecision,
} from '../../automatic-rules/actions/judge-text.ts';
import { type Judgement, maskText, withVerdict } from '../../automatic-rules/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { CommentPosition } from '../store/keys.ts';
import { insertRevision } from '../store/revisions.ts';
import { holdComment } from './hold-comment.ts';
import type { CommentText } from './read-text.ts';

export type JudgedText = CommentText & { judgement: Judgement; original: string };

/** Refuses the text, or returns it with the judgement and its masked words covered. */
export async function judgeComment(
  ctx: Context,
  viewer: Viewer,
  text: CommentText,
): Promise<JudgedText> {
  const parts = { '/body': text.body };
  const own = await judgeText(ctx, viewer, { parts, pictures: text.image.image_key !== null });
  assertNotRefused(ctx, own);
  // The staff reads a held one anyway.
  const verdict =
    own.outcome === 'hold' ? undefined : await askService(ctx, viewer, { kind: 'comment', parts });
  const judgement = withVerdict(own, verdict);
  assertNotRefused(ctx, judgement);
  const body = maskText(text.body, judgement.found, '/body');
  return { ...text, body, original: text.body, judgement };
}

/** After the comment is written; a hold changes counters, so it is the last step. */
export async function applyRules(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  { at, text, now }: { at: CommentPosition; text: JudgedText; now: Date },
): Promise<void> {
  const { judgement, original } = text;
  const { id } = at;
  // The staff reads what was covered, for as long as other replaced texts.
  if (original !== text.body) {
    await insertRevision(trx, at, { body: original, written_at: now, now });
    await recordDecision(ctx, trx, judgement, { outcome: 'mask', kind: 'comment', id });
  }
  if (judgement.outcome !== 'hold') return;
  if (!(await holdComment(ctx, trx, at, 'rule'))) return;
  await recordDecision(ctx, trx, judgement, { outcome: 'hold', kind: 'comment', id });
  await notifyUser(trx, {
    uid: viewer.uid,
    kind: 'comment_held',
    cause: `comment_held:${id}:${now.getTime()}`,
    payload: { reason: explainHold(ctx, judgement) },
    created_at: now,
  });
}
