import type { Context, Viewer } from '../../context.ts';
import {
  findMailToken,
  type MailToken,
  takeMailCode,
  takeMailToken,
} from '../../mail/actions/mail-tokens.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import type { LinkPurpose } from '../rules.ts';

export type LinkOrCode = { token?: string; code?: string };
type Used = { user: User; used: Pick<MailToken, 'id' | 'email_key'> };

/** Uses up the link, or the code of the logged-in member, and locks the account that it belongs to. */
export function useLinkOrCode(
  ctx: Context,
  trx: Trx,
  purpose: LinkPurpose,
  viewer: Viewer | null,
  { token, code }: LinkOrCode,
): Promise<Used> {
  if (token !== undefined) return useLink(ctx, trx, purpose, token);
  if (!viewer) throw new Refusal('unauthenticated');
  return useCode(ctx, trx, purpose, viewer.uid, code ?? '');
}

export async function useLink(
  ctx: Context,
  trx: Trx,
  purpose: LinkPurpose,
  token: string,
): Promise<Used> {
  const found = await findMailToken(ctx, trx, purpose, token);
  const user = found && (await lockUser(trx, found.uid));
  const used = user && (await takeMailToken(ctx, trx, purpose, token));
  if (!used || user.email === null) throw new Refusal('mail_link_invalid');
  return { user, used };
}

async function useCode(
  ctx: Context,
  trx: Trx,
  purpose: LinkPurpose,
  uid: number,
  code: string,
): Promise<Used> {
  const user = await lockUser(trx, uid);
  const used = user && (await takeMailCode(ctx, trx, purpose, uid, code));
  // The count of wrong tries must be committed.
  if (!used) throw new Refusal('mail_code_wrong', {}, { keepsEffects: true });
  return { user, used };
}
