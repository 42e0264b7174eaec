import { Bell, House, NotebookPen, PenLine, UserRound } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { formatCount } from '../format-count.ts';
import { Icon } from '../icons.tsx';

/** Links to the most used pages at the bottom edge of a phone, with writing in the middle. */
export function BottomBar({ visit }: { visit: PageView }) {
  const { t, visitor } = visit;
  if (!visitor) return null;
  const unread = visitor.unread > 0 ? formatCount(visitor.unread) : undefined;
  return (
    <nav class="bottom-bar" aria-label={t('shell.quick')}>
      <BottomLink visit={visit} href="/" icon={House} label={t('shell.home')} />
      <BottomLink visit={visit} href="/studio" icon={NotebookPen} label={t('shell.studio_short')} />
      <a class="bottom-link bottom-write" href="/studio/write" aria-label={t('shell.write')}>
        <Icon of={PenLine} size={22} />
      </a>
      <BottomLink
        visit={visit}
        href="/messages"
        icon={Bell}
        label={t('shell.messages')}
        badge={unread}
      />
      <BottomLink
        visit={visit}
        href={`/space/${visitor.uid}`}
        icon={UserRound}
        label={t('shell.me')}
      />
    </nav>
  );
}

type BottomLinkProps = {
  visit: PageView;
  href: string;
  icon: string;
  label: string;
  badge?: string | undefined;
};

function BottomLink({ visit, href, icon, label, badge }: BottomLinkProps) {
  const current = visit.here.split('?')[0] === href;
  return (
    <a class="bottom-link" href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
      <Icon of={icon} size={22} />
      {label}
      {badge ? <span class="badge">{badge}</span> : null}
    </a>
  );
}
