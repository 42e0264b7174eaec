import type { Context } from '../../context.ts';
import { hashToken, readApiToken } from '../rules.ts';
import { findTokenWithUser, updateLastUse } from '../store/tokens.ts';

const HOUR_MS = 3_600_000;

export type TokenWithUser = NonNullable<Awaited<ReturnType<typeof findTokenWithUser>>>;

/** The token and its member, if it is one of ours and has not expired. */
export async function useToken(ctx: Context, text: string): Promise<TokenWithUser | undefined> {
  const uid = readApiToken(text);
  if (!uid) return undefined;
  const token = await findTokenWithUser(ctx.db, { uid, hash: hashToken(text).toString('hex') });
  if (!token || (token.expires_at && token.expires_at <= ctx.now())) return undefined;
  await noteUse(ctx, token);
  return token;
}

/** D70: to the hour, so that a program that calls every second does not write every second. */
async function noteUse(ctx: Context, { uid, id, last_used_at }: TokenWithUser): Promise<void> {
  const hour = new Date(Math.floor(ctx.now().getTime() / HOUR_MS) * HOUR_MS);
  if (last_used_at && last_used_at >= hour) return;
  try {
    await ctx.autocommit((db) => updateLastUse(db, uid, id, hour));
  } catch (error) {
    // This write is not essential: its failure must not fail the request.
    ctx.log.warn({ err: error }, 'could not record the use of an API token');
  }
}
