import { Bell, PenLine, Search } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Visitor } from '../../platform/http/visitor.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { ActionForm } from '../action-form.tsx';
import { Avatar } from '../avatar.tsx';
import { EnergyPill } from '../energy.tsx';
import { formatCount } from '../format-count.ts';
import { Icon } from '../icons.tsx';
import { ExpBar, LevelSeal } from '../level-seal.tsx';
import { Logo } from '../logo.tsx';
import { memoizeByLocale } from '../memoize-by-locale.ts';
import { formatNumber } from '../numbers.ts';
import { Popover } from '../popover.tsx';
import { SearchField } from './search-field.tsx';

export function Header({ visit, wide }: { visit: PageView; wide: boolean }) {
  const { t, visitor } = visit;
  return (
    <header class="header">
      <div class={wide ? 'bar bar-wide' : 'bar'}>
        <a class="logo" href="/">
          <Logo site={visit.site} />
          {t('page.site')}
        </a>
        <nav class="header-nav" aria-label={t('page.navigation')}>
          <NavLink visit={visit} href="/">
            {t('shell.home')}
          </NavLink>
          <NavLink visit={visit} href="/tags">
            {t('tags.title')}
          </NavLink>
          {visitor ? (
            <NavLink visit={visit} href="/studio">
              {t('shell.studio')}
            </NavLink>
          ) : (
            <NavLink visit={visit} href="/about/energy">
              {t('shell.how_it_works')}
            </NavLink>
          )}
        </nav>
        <SearchField visit={visit} />
        <div class="header-tools">
          <a class="icon-button header-find" href="/search" aria-label={t('search.search')}>
            <Icon of={Search} />
          </a>
          {visitor ? <MemberTools visit={visit} visitor={visitor} /> : <GuestTools visit={visit} />}
        </div>
      </div>
    </header>
  );
}

type NavLinkProps = { visit: PageView; href: string; children: string };

function NavLink({ visit, href, children }: NavLinkProps) {
  const current = visit.here.split('?')[0] === href;
  return (
    <a class="nav-link" href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </a>
  );
}

function GuestTools({ visit }: { visit: PageView }) {
  const { t, here } = visit;
  const [path, query] = here.split('?');
  // Between the log-in and registration pages, keep the `next` that is already in the query.
  const onAuthPage = path === '/login' || path === '/register';
  const next = onAuthPage ? (query ? `?${query}` : '') : `?next=${encodeURIComponent(here)}`;
  return (
    <>
      <a class="button button-quiet" href={`/login${next}`} rel="nofollow">
        {t('shell.log_in')}
      </a>
      <a class="button button-primary guest-join" href={`/register${next}`} rel="nofollow">
        {t('shell.register')}
      </a>
    </>
  );
}

function MemberTools({ visit, visitor }: { visit: PageView; visitor: Visitor }) {
  const { t } = visit;
  const unread = formatCount(visitor.unread);
  return (
    <>
      <a
        class="icon-button bell"
        href="/messages"
        aria-label={visitor.unread > 0 ? t('shell.bell_unread', { unread }) : t('shell.bell')}
        data-words={bellWords(visit.locale)}
      >
        <Icon of={Bell} />
        {visitor.unread > 0 ? <span class="badge">{unread}</span> : null}
      </a>
      <a class="button button-primary header-write" href="/studio/write">
        <Icon of={PenLine} size={16} />
        {t('shell.write')}
      </a>
      <Popover
        id="me"
        class="menu"
        buttonClass="avatar-button"
        label={t('shell.menu', { name: visitor.name })}
        button={
          <span class="avatar-with-dot">
            <Avatar user={visitor} size={32} />
            <span
              class={visitor.checked_in_today ? 'checkin-dot checkin-dot-on' : 'checkin-dot'}
              title={visitor.checked_in_today ? t('shell.checked_in') : t('shell.not_checked_in')}
            />
          </span>
        }
      >
        <MemberMenu visit={visit} visitor={visitor} />
      </Popover>
    </>
  );
}

/** For `ui/client/unread.ts`. */
const bellWords = memoizeByLocale((locale) => {
  const { bell, bell_unread } = LOCALES[locale].shell;
  return JSON.stringify({ bell, bell_unread });
});

function MemberMenu({ visit, visitor }: { visit: PageView; visitor: Visitor }) {
  const { t, locale } = visit;
  const { uid, name, level, exp, next_level_exp, energy, checked_in_today, role } = visitor;
  const toNext =
    next_level_exp === null
      ? t('shell.exp_top', { exp: formatNumber(exp, locale) })
      : t('shell.exp', {
          exp: formatNumber(exp, locale),
          next: formatNumber(next_level_exp, locale),
        });
  return (
    <>
      <div class="menu-head">
        <p class="menu-name">
          {name} <LevelSeal level={level} />
        </p>
        <ExpBar exp={exp} next={next_level_exp} label={toNext} />
        <p class="meta">{toNext}</p>
        <p class="menu-state">
          <EnergyPill value={formatNumber(energy, locale)} label={t('shell.energy')} />
          <CheckInState visit={visit} checkedIn={checked_in_today} level={level} />
        </p>
      </div>
      <a class="menu-item" href={`/space/${uid}`}>
        {t('shell.space')}
      </a>
      <a class="menu-item" href="/studio">
        {t('shell.studio')}
      </a>
      <a class="menu-item" href="/history">
        {t('history.title')}
      </a>
      <a class="menu-item" href="/settings">
        {t('shell.settings')}
      </a>
      {role === 'member' ? null : (
        <a class="menu-item" href="/admin/posts">
          {t('shell.admin')}
        </a>
      )}
      <ActionForm visit={visit} action="/auth/logout" next="/" class="menu-form">
        <button class="menu-item" type="submit">
          {t('shell.log_out')}
        </button>
      </ActionForm>
    </>
  );
}

type CheckInStateProps = { visit: PageView; checkedIn: boolean; level: number };

function CheckInState({ visit, checkedIn, level }: CheckInStateProps) {
  const { t } = visit;
  if (checkedIn) return <span class="meta">{t('shell.checked_in')}</span>;
  if (level === 0) return <span class="meta">{t('shell.checkin_needs_level')}</span>;
  return (
    <ActionForm visit={visit} action="/level/checkin">
      <button class="button button-small" type="submit">
        {t('shell.check_in')}
      </button>
    </ActionForm>
  );
}
