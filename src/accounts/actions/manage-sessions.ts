import { Type } from 'typebox';
import { removeTokensOf } from '../../api-tokens/actions/tokens.ts';
import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TextKey,
  Timestamp,
  timeKeyOf,
  toPage,
} from '../../platform/http/pagination.ts';
import { Refusal } from '../../refusals.ts';
import { describeDevice } from '../device.ts';
import { isAlive } from '../rules.ts';
import type { Device } from '../schema.ts';
import * as ended from '../store/ended-sessions.ts';
import * as store from '../store/sessions.ts';
import { isGenuine, parseToken, type TokenKind } from '../tokens.ts';
import type { Caller } from './open-session.ts';

const SessionKey = Type.Tuple([Timestamp, TextKey]);

export async function listSessions(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest,
): Promise<Page<Device>> {
  const page = readPage(SessionKey, request);
  const rows = await store.listSessions(ctx.db, viewer.uid, ctx.now(), page);
  return toPage(rows, page.limit, timeKeyOf('created_at', 'id'), (row) =>
    presentDevice(row, viewer),
  );
}

function presentDevice(session: store.Session, viewer: Viewer): Device {
  return {
    sid: session.id,
    is_current: session.id === viewer.session_id,
    remark: session.remark,
    ip: session.ip,
    ...describeDevice(session.user_agent),
    transport: session.transport,
    created_at: session.created_at.toISOString(),
    last_used_at: session.last_used_at.toISOString(),
  };
}

export async function setRemark(
  ctx: Context,
  viewer: Viewer,
  sid: string,
  remark: string,
): Promise<void> {
  const found = await ctx.tx((trx) => store.updateRemark(trx, viewer.uid, sid, remark.trim()));
  if (!found) throw new Refusal('not_found');
}

export async function endSession(ctx: Context, viewer: Viewer, sid: string): Promise<void> {
  const found = await ctx.tx((trx) => ended.endSession(trx, viewer.uid, sid, 'ended', ctx.now()));
  if (!found) throw new Refusal('not_found');
}

export function endOtherSessions(ctx: Context, viewer: Viewer): Promise<number> {
  return ctx.tx((trx) =>
    ended.endOtherSessions(trx, viewer.uid, viewer.session_id, 'ended', ctx.now()),
  );
}

/** And all API tokens, in the transaction of the reason. */
export async function endAllSessions(
  ctx: Context,
  trx: Trx,
  uid: number,
  reason: string,
): Promise<void> {
  await ended.endOtherSessions(trx, uid, '', reason, ctx.now());
  await removeTokensOf(trx, uid);
}

/** All of a user's sessions and API tokens, from the command line. */
export function revokeSessions(ctx: Context, uid: number): Promise<number> {
  return ctx.tx(async (trx) => {
    await removeTokensOf(trx, uid);
    return ended.endOtherSessions(trx, uid, '', 'revoked', ctx.now());
  });
}

/** Accepts any genuine token of the session, expired or not: logging out must always work. */
export async function logOut(
  ctx: Context,
  caller: Caller,
  tokens: Record<TokenKind, string | undefined>,
): Promise<void> {
  for (const kind of ['access', 'refresh'] as const) {
    const token = parseToken(tokens[kind]);
    const session =
      token && (await store.findSessionWithUser(ctx.db, { uid: token.uid, id: token.session_id }));
    if (!session || session.transport !== caller.transport || !isAlive(session, ctx.now()))
      continue;
    if (!isGenuine(ctx.secrets, kind, session, token)) continue;
    await ctx.tx((trx) => ended.endSession(trx, session.uid, session.id, 'logout', ctx.now()));
    return;
  }
}
