import { endBanIfOver } from '../../bans/actions/end-ban.ts';
import type { Context, UserStatus, Viewer } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import { effectiveRole, isBanOver } from '../../users/rules.ts';
import { isAccessCurrent, isAlive, TOUCH_SECONDS } from '../rules.ts';
import { findSessionWithUser, updateSession } from '../store/sessions.ts';
import { isGenuine, parseToken } from '../tokens.ts';
import type { Caller } from './open-session.ts';

type SessionWithUser = NonNullable<Awaited<ReturnType<typeof findSessionWithUser>>>;

/** D12: reads the database every time, so an ended session or a ban takes effect from the next request on. */
export async function findViewer(
  ctx: Context,
  caller: Caller,
  text: string | undefined,
): Promise<Viewer | null> {
  const token = parseToken(text);
  const session =
    token && (await findSessionWithUser(ctx.db, { uid: token.uid, id: token.session_id }));
  if (!session || session.transport !== caller.transport) return null;
  if (!isGenuine(ctx.secrets, 'access', session, token)) return null;
  if (!isAlive(session, ctx.now()) || !isAccessCurrent(session, token.generation, ctx.now()))
    return null;

  const current = await endBan(ctx, session);
  await touch(ctx, caller, current, token.generation);
  return toViewer(current);
}

/** By its id, while it is alive. Only for a browser that has shown in another way that it has this session. */
export async function findSessionViewer(
  ctx: Context,
  { uid, session_id }: Pick<Viewer, 'uid' | 'session_id'>,
): Promise<Viewer | null> {
  const session = await findSessionWithUser(ctx.db, { uid, id: session_id });
  return session && isAlive(session, ctx.now()) ? toViewer(await endBan(ctx, session)) : null;
}

/** D68: a ban whose end has come does not wait for the worker. */
async function endBan(ctx: Context, session: SessionWithUser): Promise<SessionWithUser> {
  if (!isBanOver(session, ctx.now())) return session;
  try {
    await endBanIfOver(ctx, session.uid);
  } catch (error) {
    // The worker ends it. Until then a write may be refused, but reading must not fail.
    ctx.log.warn({ err: error }, 'could not end a ban that is over');
  }
  return { ...session, status: 'active' };
}

type Identified = Pick<
  SessionWithUser,
  'uid' | 'role' | 'lacks_factor' | 'status' | 'exp' | 'checked_in_on' | 'accepted_terms' | 'hidden'
> & { id: string };

/** Viewers are created only here: guards, visibility and pages all read this role. */
export function toViewer(session: Identified): Viewer {
  return {
    uid: session.uid,
    role: session.lacks_factor ? 'member' : effectiveRole(session),
    lacks_factor: session.lacks_factor,
    status: session.status as UserStatus,
    session_id: session.id,
    exp: session.exp,
    checked_in_on: session.checked_in_on,
    accepted_terms: session.accepted_terms,
    ...(session.hidden ? { hidden: session.hidden } : {}),
  };
}

/** Records that the newest generation was used, and at most once a minute that the session is in use. */
async function touch(
  ctx: Context,
  caller: Caller,
  session: SessionWithUser,
  generation: number,
): Promise<void> {
  const now = ctx.now();
  const seen = !session.child_seen && generation === session.generation;
  const used = addSeconds(session.last_used_at, TOUCH_SECONDS) <= now;
  if (!seen && !used) return;
  try {
    await ctx.autocommit((trx) =>
      updateSession(trx, session.uid, session.id, {
        ...(seen ? { child_seen: true } : {}),
        ...(used ? { last_used_at: now, ip: caller.ip, user_status: session.status } : {}),
      }),
    );
  } catch (error) {
    // This write is not essential: its failure must not fail the request.
    ctx.log.warn({ err: error }, 'could not record the use of a session');
  }
}
