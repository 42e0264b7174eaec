import { Bell, House, PenLine, UserRound } from 'lucide-static';
import type { PageView } from '../platform/http/page.ts';
import { countOf } from './counts.ts';
import { Icon } from './icons.tsx';

/** On a phone the four places one goes to most are under the thumb. */
export function BottomBar({ visit }: { visit: PageView }) {
  const { t, visitor } = visit;
  if (!visitor) return null;
  const unread = visitor.unread > 0 ? countOf(visitor.unread) : undefined;
  return (
    <nav class="bottom-bar" aria-label={t('shell.quick')}>
      <Place visit={visit} href="/" icon={House} label={t('shell.home')} />
      <Place visit={visit} href="/studio/write" icon={PenLine} label={t('shell.write_short')} />
      <Place
        visit={visit}
        href="/messages"
        icon={Bell}
        label={t('shell.messages')}
        badge={unread}
      />
      <Place visit={visit} href={`/space/${visitor.uid}`} icon={UserRound} label={t('shell.me')} />
    </nav>
  );
}

type PlaceProps = {
  visit: PageView;
  href: string;
  icon: string;
  label: string;
  badge?: string | undefined;
};

function Place({ visit, href, icon, label, badge }: PlaceProps) {
  const current = visit.here.split('?')[0] === href;
  return (
    <a class="bottom-place" href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
      <Icon of={icon} size={22} />
      {label}
      {badge ? <span class="badge">{badge}</span> : null}
    </a>
  );
}
