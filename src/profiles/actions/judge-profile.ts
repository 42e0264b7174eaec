import { askService } from '../../automatic-rules/actions/ask-service.ts';
import {
  assertNotRefused,
  explainHold,
  judgeText,
  recordDecision,
} from '../../automatic-rules/actions/judge-text.ts';
import {
  type Judgement,
  maskText,
  type ServiceVerdict,
  withVerdict,
} from '../../automatic-rules/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';

/** Null: stays as it is. */
export type RequestedChange = { username: string | null; signature: string | null };

export function onlyNew(user: User, { username, signature }: RequestedChange): RequestedChange {
  return {
    username: username === user.username ? null : username,
    signature: signature === user.signature ? null : signature,
  };
}

/** Before the transaction, about what is new. */
export async function askAboutProfile(
  ctx: Context,
  viewer: Viewer,
  typed: RequestedChange,
): Promise<ServiceVerdict | undefined> {
  const user = ctx.checkText && (await findUser(ctx.db, viewer.uid));
  if (!user) return undefined;
  const { username, signature } = onlyNew(user, typed);
  if (username === null && !signature) return undefined;
  const parts = {
    ...(username === null ? {} : { '/username': username }),
    ...(signature ? { '/signature': signature } : {}),
  };
  return askService(ctx, viewer, { kind: 'profile', parts });
}

/** A name is not masked: it waits. A signature is. */
export async function judgeProfile(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  { username, signature }: RequestedChange,
  verdict: ServiceVerdict | undefined,
): Promise<{ requested: RequestedChange; judgement: Judgement }> {
  const parts = { '/username': username ?? '', '/signature': signature ?? '' };
  const own = await judgeText({ ...ctx, db: trx }, viewer, { parts, pictures: false });
  const judgement = withVerdict(own, verdict);
  assertNotRefused(ctx, judgement);
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
