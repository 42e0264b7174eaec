import {
  assertNotRefused,
  explainHold,
  judgeText,
  recordDecision,
} from '../../automatic-rules/actions/judge-text.ts';
import { type Judgement, maskText } from '../../automatic-rules/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';

/** Null: stays as it is. */
export type RequestedChange = { username: string | null; signature: string | null };

/** A name is not masked: it waits. A signature is. */
export async function judgeProfile(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  { username, signature }: RequestedChange,
): Promise<{ requested: RequestedChange; judgement: Judgement }> {
  const judgement = await judgeText({ ...ctx, db: trx }, viewer, {
    parts: { '/username': username ?? '', '/signature': signature ?? '' },
    pictures: false,
    mentions: 0,
  });
  assertNotRefused(judgement);
  const inName = judgement.found.some((one) => one.pointer === '/username');
  const masked = signature === null ? null : maskText(signature, judgement.found, '/signature');
  return {
    requested: { username, signature: masked },
    judgement: inName ? { ...judgement, outcome: 'hold' } : judgement,
  };
}

export async function recordProfileDecision(
  ctx: Context,
  trx: Trx,
  uid: number,
  judgement: Judgement,
): Promise<void> {
  const { outcome } = judgement;
  if (outcome !== 'hold' && outcome !== 'mask') return;
  await recordDecision(ctx, trx, judgement, { outcome, kind: 'user', id: uid });
  if (outcome === 'mask') return;
  const now = ctx.now();
  await notifyUser(trx, {
    uid,
    kind: 'profile_held',
    cause: `profile_held:${uid}:${now.getTime()}`,
    payload: { reason: explainHold(ctx, judgement) },
    created_at: now,
  });
}
