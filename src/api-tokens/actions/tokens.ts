import type { Context } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { randomLetters } from '../../platform/secrets.ts';
import { Refusal } from '../../refusals.ts';
import { EXPIRED_DAYS, formToken, hashToken, RANDOM_LENGTH, TOKENS_MAX } from '../rules.ts';
import type { ApiToken, NewApiToken } from '../schema.ts';
import * as store from '../store/tokens.ts';

export type MadeToken = ApiToken & { token: string };

const BATCH = 1000;

export async function listTokens(ctx: Context, db: Db, uid: number): Promise<ApiToken[]> {
  const rows = await store.selectTokensOf(db, uid);
  return rows.map((row) => presentToken(row, ctx.now()));
}

/** After `lockUser`, which makes the limit hold for concurrent requests. */
export async function makeToken(
  ctx: Context,
  trx: Trx,
  uid: number,
  { scopes, expires_in_days, ...input }: NewApiToken,
): Promise<MadeToken> {
  const own = await store.selectTokensOf(trx, uid);
  if (own.length >= TOKENS_MAX) throw new Refusal('too_many', { limit: TOKENS_MAX });
  const token = formToken(uid, randomLetters(RANDOM_LENGTH));
  const created_at = ctx.now();
  const expires_at = expires_in_days === null ? null : addDays(created_at, expires_in_days);
  const stored = { name: input.name.trim(), scopes, created_at, expires_at };
  const id = await store.insertToken(trx, { uid, token_hash: hashToken(token), ...stored });
  return { ...presentToken({ id, ...stored, last_used_at: null }, created_at), token };
}

export async function removeToken(trx: Trx, uid: number, id: number): Promise<void> {
  if (!(await store.deleteToken(trx, uid, id))) throw new Refusal('not_found');
}

/** In the transaction of the reason. */
export function removeTokensOf(trx: Trx, uid: number): Promise<void> {
  return store.deleteTokensOf(trx, uid);
}

export async function sweepTokens(ctx: Context): Promise<void> {
  const before = addDays(ctx.now(), -EXPIRED_DAYS);
  for (let deleted = BATCH; deleted === BATCH; )
    deleted = await ctx.tx((trx) => store.deleteExpiredTokens(trx, before, BATCH));
}

function presentToken(row: store.TokenRow, now: Date): ApiToken {
  const { id, name, scopes, created_at, expires_at, last_used_at } = row;
  return {
    id,
    name,
    scopes,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
    is_expired: expires_at !== null && expires_at <= now,
  };
}
