import type { Context } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { canAppeal } from '../rules.ts';
import type { Ban } from '../schema.ts';
import { listWaitingAppeals } from '../store/appeals.ts';
import { findLastBan, type OwnBan } from '../store/bans.ts';

/** The ban of a member as they see it; the last one if none stands. */
export async function findBan(ctx: Context, uid: number): Promise<Ban | undefined> {
  const found = await findLastBan(ctx.db, uid);
  return found && presentBan(found, ctx.now());
}

/** D68: what a refused write of a banned member learns besides. */
export async function refusalOfBanned(ctx: Context, uid: number): Promise<Refusal> {
  const ban = await findBan(ctx, uid);
  return new Refusal('banned', { reason: ban?.reason ?? '', until: ban?.ends_at ?? null });
}

/** For the staff: appeals that wait, oldest first. */
export function readWaitingAppeals(
  ctx: Context,
  page: { after: { since: Date; id: number }; limit: number },
) {
  return listWaitingAppeals(ctx.db, page);
}

/** A ban whose end has come is over, even if no worker has noticed yet. */
function presentBan(found: OwnBan, now: Date): Ban {
  const { reason, banned_at, ends_at, body, appealed_at, outcome, reply } = found;
  const isOver = ends_at !== null && ends_at <= now;
  const ended_at = found.ended_at ?? (isOver ? ends_at : null);
  return {
    reason,
    banned_at: banned_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
    appeal:
      body === null || appealed_at === null
        ? null
        : { body, created_at: appealed_at.toISOString(), outcome, reply: reply ?? '' },
    can_appeal: canAppeal({ ended_at, appealed_at }),
  };
}
