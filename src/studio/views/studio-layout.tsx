import { ChartLine, FileText, LayoutDashboard, NotebookPen, PenLine } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';

const PLACES = [
  { name: 'overview', href: '/studio', icon: LayoutDashboard },
  { name: 'content', href: '/studio/content', icon: FileText },
  { name: 'write', href: '/studio/write', icon: PenLine },
  { name: 'drafts', href: '/studio/drafts', icon: NotebookPen },
  { name: 'analytics', href: '/studio/analytics', icon: ChartLine },
] as const;
type StudioSection = (typeof PLACES)[number]['name'];

type StudioLayoutProps = { visit: PageView; current: StudioSection; children: ComponentChildren };

/**
 * The frame of the studio, inside a wide `Layout`: its places at the side, or on a phone as tabs under the thumb,
 * where they take the place of the site's own bar.
 */
export function StudioLayout({ visit, current, children }: StudioLayoutProps) {
  const { t } = visit;
  return (
    <div class="studio">
      <nav class="studio-nav" aria-label={t('studio.nav')}>
        {PLACES.map(({ name, href, icon }) => (
          <a
            key={name}
            class={`studio-link studio-link-${name}`}
            href={href}
            {...(name === current ? { 'aria-current': 'page' as const } : {})}
          >
            <Icon of={icon} size={20} />
            {t(`studio.place_${name}`)}
          </a>
        ))}
      </nav>
      <div class="studio-main">{children}</div>
    </div>
  );
}
