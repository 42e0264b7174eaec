import type { Context, PresenterContext, UserStatus } from '../../context.ts';
import { translator } from '../../platform/i18n.ts';
import { urlOf } from '../../uploads/rules.ts';
import { effectiveRole } from '../rules.ts';
import type { CardRow, Me, UserCard } from '../schema.ts';
import type { User } from './find-user.ts';

/** The only way to show a user in a response, so the page cache records here which users a response shows. */
export function presentCard(ctx: PresenterContext, row: CardRow): UserCard {
  ctx.dependencies.add('member', row.uid, row.user_version);
  return {
    uid: row.uid,
    username: row.username,
    name: displayName(ctx, row),
    avatar_url: row.avatar_key === null ? null : urlOf(row.avatar_key),
    level: row.level,
  };
}

export function presentMe(user: User): Me {
  return {
    uid: user.uid,
    email: user.email ?? '',
    username: user.username,
    role: effectiveRole(user),
    status: user.status as UserStatus,
    created_at: user.created_at.toISOString(),
  };
}

/** D10: the username, or a default name with the uid until one is chosen. */
export function displayName(
  ctx: Pick<Context, 'locale'>,
  user: { uid: number; username: string | null },
): string {
  return user.username ?? translator(ctx.locale)('user.unnamed', { uid: user.uid });
}

/** SPEC §2 Post, D53: the username with the uid. The default name contains the uid already. */
export function authorName(
  ctx: Pick<Context, 'locale'>,
  user: { uid: number; username: string | null },
): string {
  const name = displayName(ctx, user);
  return user.username === null ? name : `${name} (${user.uid})`;
}
