import { CalendarDays, Hourglass, PencilLine } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { nextLevelExp } from '../../levels/rules.ts';
import type { PageView } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ExpBar, LevelSeal } from '../../ui/level-seal.tsx';
import { formatCompact, formatNumber } from '../../ui/numbers.ts';
import { Tag } from '../../ui/tag.tsx';
import { formatDate } from '../../ui/time.tsx';
import { levelOf } from '../../users/rules.ts';
import type { OwnProfile, PublicProfile } from '../schema.ts';
import { spaceHref } from './space-links.ts';

type SpaceHeaderProps = {
  visit: PageView;
  profile: PublicProfile;
  banned: boolean;
  /** Null unless the viewer is the member. */
  own: OwnProfile | null;
  /** Actions of a visitor. */
  children?: ComponentChildren;
};

export function SpaceHeader({ visit, profile, banned, own, children }: SpaceHeaderProps) {
  const { t } = visit;
  return (
    <header class="space-head">
      <Avatar user={profile} size={96} />
      <div class="space-who">
        <h1 class="space-name">
          {profile.name} <LevelSeal level={profile.level} />
        </h1>
        {banned ? (
          <p>
            <Tag>{t('space.banned')}</Tag>
          </p>
        ) : null}
        <Signature visit={visit} profile={profile} own={own} />
        <Facts visit={visit} profile={profile} />
        {own ? <Progress visit={visit} exp={own.exp} /> : null}
      </div>
      <div class="space-actions">
        {own ? (
          <a class="button" href="/settings?tab=profile">
            <Icon of={PencilLine} size={16} />
            {t('space.edit_profile')}
          </a>
        ) : (
          children
        )}
      </div>
      {own?.pending ? <Pending visit={visit} pending={own.pending} /> : null}
    </header>
  );
}

function Signature({ visit, profile, own }: Pick<SpaceHeaderProps, 'visit' | 'profile' | 'own'>) {
  const { t } = visit;
  if (profile.signature) return <p class="space-signature">{profile.signature}</p>;
  return (
    <p class="space-signature meta">
      {own ? (
        <a href="/settings?tab=profile#signature">{t('space.write_signature')}</a>
      ) : (
        t('space.no_signature')
      )}
    </p>
  );
}

function Facts({ visit, profile }: Pick<SpaceHeaderProps, 'visit' | 'profile'>) {
  const { t, locale } = visit;
  const { uid, created_at, following_count, follower_count } = profile;
  return (
    <ul class="space-facts">
      <li>
        <Count
          href={spaceHref(uid, { tab: 'following' })}
          value={formatCompact(following_count, locale)}
          label={t('space.count_following')}
        />
      </li>
      <li>
        <Count
          href={spaceHref(uid, { tab: 'followers' })}
          value={formatCompact(follower_count, locale)}
          label={t('space.count_followers', { count: follower_count })}
        />
      </li>
      <li class="meta">{t('space.uid', { uid })}</li>
      <li class="meta">
        <Icon of={CalendarDays} size={14} />{' '}
        {t('space.joined', { day: formatDate(created_at, locale) })}
      </li>
    </ul>
  );
}

function Count({ href, value, label }: { href: string; value: string; label: string }) {
  return (
    <a class="space-count" href={href}>
      <strong>{value}</strong> {label}
    </a>
  );
}

/** 1,240 / 1,500 → Lv4 */
function Progress({ visit, exp }: { visit: PageView; exp: number }) {
  const { t, locale } = visit;
  const next = nextLevelExp(exp);
  const label =
    next === null
      ? t('space.exp_top', { exp: formatNumber(exp, locale) })
      : t('space.exp_to_next', {
          exp: formatNumber(exp, locale),
          next: formatNumber(next, locale),
          level: levelOf(exp) + 1,
        });
  return (
    <p class="space-progress">
      <ExpBar exp={exp} next={next} label={label} />
      <a class="meta" href={spaceHref(visit.visitor?.uid ?? 0, { ledger: 'exp' })}>
        {label}
      </a>
    </p>
  );
}

type PendingProps = { visit: PageView; pending: NonNullable<OwnProfile['pending']> };

/** D39: explains to the member why the old value is still shown. */
function Pending({ visit, pending }: PendingProps) {
  const { t } = visit;
  const { username, signature } = pending;
  return (
    <p class="space-pending">
      <Icon of={Hourglass} size={16} />
      <span>
        {username ? t('space.pending_name', { name: username }) : null}
        {signature !== null ? t('space.pending_signature') : null}{' '}
        <a href="/settings?tab=profile">{t('space.pending_link')}</a>
      </span>
    </p>
  );
}
