import { ChartLine, FileText, LayoutDashboard, Library, NotebookPen, PenLine } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';

const SECTIONS = [
  { name: 'overview', href: '/studio', icon: LayoutDashboard },
  { name: 'content', href: '/studio/content', icon: FileText },
  { name: 'write', href: '/studio/write', icon: PenLine },
  { name: 'drafts', href: '/studio/drafts', icon: NotebookPen },
  { name: 'series', href: '/studio/series', icon: Library },
  { name: 'analytics', href: '/studio/analytics', icon: ChartLine },
] as const;
type StudioSection = (typeof SECTIONS)[number]['name'];

type StudioLayoutProps = { visit: PageView; current: StudioSection; children: ComponentChildren };

/**
 * The studio's navigation, inside a wide `Layout`: at the side, or on a phone as tabs at the bottom, instead of the
 * site's own bar.
 */
export function StudioLayout({ visit, current, children }: StudioLayoutProps) {
  const { t } = visit;
  return (
    <div class="studio">
      <nav class="studio-nav" aria-label={t('studio.nav')}>
        {SECTIONS.map(({ name, href, icon }) => (
          <a
            key={name}
            class={`studio-link studio-link-${name}`}
            href={href}
            {...(name === current ? { 'aria-current': 'page' as const } : {})}
          >
            <Icon of={icon} size={20} />
            {t(`studio.nav_${name}`)}
          </a>
        ))}
      </nav>
      <div class="studio-main">{children}</div>
    </div>
  );
}
