import { Hourglass, PencilLine } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { nextLevelExp } from '../../levels/rules.ts';
import type { PageView } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { ExpBar, LevelSeal } from '../../ui/level-seal.tsx';
import { formatMonth } from '../../ui/months.ts';
import { formatCompact, formatNumber } from '../../ui/numbers.ts';
import { Tag } from '../../ui/tag.tsx';
import { LEVEL_EXP, levelOf } from '../../users/rules.ts';
import type { OwnProfile, PublicProfile } from '../schema.ts';
import type { GarlandDay } from './garland.ts';
import { LightBanner } from './light-banner.tsx';
import { spaceHref } from './space-links.ts';

/** What the member's public posts received; with `more`, the totals are those of the newest posts. */
type Light = { days: GarlandDay[]; posts: number; energy: number; more: boolean };

type SpaceHeaderProps = {
  visit: PageView;
  profile: PublicProfile;
  exp: number;
  light: Light;
  banned: boolean;
  /** Null unless the viewer is the member. */
  own: OwnProfile | null;
  /** Actions of a visitor. */
  children?: ComponentChildren;
};

export function SpaceHeader(props: SpaceHeaderProps) {
  const { visit, profile, exp, light, banned, own, children } = props;
  const { t } = visit;
  return (
    <header class="space-top">
      <LightBanner visit={visit} days={light.days} />
      <div class="space-head">
        <Avatar user={profile} size={96} />
        <div class="space-who">
          <div class="space-name">
            <h1>{profile.name}</h1>
            <LevelSeal level={profile.level} />
            <span class="meta">{t('space.uid', { uid: profile.uid })}</span>
            {banned ? <Tag tone="danger">{t('space.banned')}</Tag> : null}
          </div>
          <Signature visit={visit} profile={profile} own={own} />
          <Facts visit={visit} profile={profile} light={light} />
          <Progress visit={visit} exp={exp} own={own} />
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
      </div>
    </header>
  );
}

function Signature({ visit, profile, own }: Pick<SpaceHeaderProps, 'visit' | 'profile' | 'own'>) {
  const { t } = visit;
  if (profile.signature)
    return (
      <p class="space-signature" lang={langOf(profile.signature_lang, visit.locale)}>
        {profile.signature}
      </p>
    );
  return (
    <p class="meta">
      {own ? (
        <a href="/settings?tab=profile#signature">{t('space.write_signature')}</a>
      ) : (
        t('space.no_signature')
      )}
    </p>
  );
}

function Facts({ visit, profile, light }: Pick<SpaceHeaderProps, 'visit' | 'profile' | 'light'>) {
  const { t, locale } = visit;
  const { uid, created_at, following_count, follower_count } = profile;
  const atLeast = (value: number) => `${formatCompact(value, locale)}${light.more ? '+' : ''}`;
  return (
    <ul class="space-facts">
      <li>
        <a href={spaceHref(uid, { tab: 'following' })}>
          <strong>{formatCompact(following_count, locale)}</strong> {t('space.count_following')}
        </a>
      </li>
      <li>
        <a href={spaceHref(uid, { tab: 'followers' })}>
          <strong>{formatCompact(follower_count, locale)}</strong>{' '}
          {t('space.count_followers', { count: follower_count })}
        </a>
      </li>
      <li>
        <strong>{atLeast(light.posts)}</strong> {t('space.count_posts', { count: light.posts })}
      </li>
      <li>
        <strong class="space-energy">{atLeast(light.energy)}</strong> {t('space.count_energy')}
      </li>
      <li>{t('space.joined', { month: formatMonth(created_at, locale) })}</li>
    </ul>
  );
}

/** From where the level began to where the next begins. */
function Progress({ visit, exp, own }: Pick<SpaceHeaderProps, 'visit' | 'exp' | 'own'>) {
  const { t, locale } = visit;
  const level = levelOf(exp);
  const next = nextLevelExp(exp);
  const now = t('space.exp', { exp: formatNumber(exp, locale) });
  const needed =
    next === null
      ? t('space.exp_top')
      : t('space.exp_next', { level: level + 1, exp: formatNumber(next, locale) });
  return (
    <div class="space-progress">
      <p class="meta">
        {own ? <a href={spaceHref(own.uid, { ledger: 'exp' })}>{now}</a> : <span>{now}</span>}
        <span>{needed}</span>
      </p>
      <ExpBar exp={exp} from={LEVEL_EXP[level] ?? 0} next={next} label={needed} />
    </div>
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
