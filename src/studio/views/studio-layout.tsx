import { ChartLine, FileText, LayoutDashboard, Library, NotebookPen, PenLine } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { Script, Sheet } from '../../client-files.ts';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { Layout } from '../../ui/layout.tsx';

const SECTIONS = [
  { name: 'overview', href: '/studio', icon: LayoutDashboard },
  { name: 'content', href: '/studio/content', icon: FileText },
  { name: 'write', href: '/studio/write', icon: PenLine },
  { name: 'drafts', href: '/studio/drafts', icon: NotebookPen },
  { name: 'series', href: '/studio/series', icon: Library },
  { name: 'analytics', href: '/studio/analytics', icon: ChartLine },
] as const;
type StudioSection = (typeof SECTIONS)[number]['name'];

type StudioLayoutProps = {
  visit: PageView;
  current: StudioSection;
  title: string;
  scripts?: Script[];
  /** Besides those of every page for work. */
  sheets?: Sheet[];
  children: ComponentChildren;
};

/**
 * A page of the studio, with its navigation: at the side, or on a phone as tabs at the bottom, instead of the site's own
 * bar.
 */
export function StudioLayout(props: StudioLayoutProps) {
  const { visit, current, title, scripts = [], sheets = [], children } = props;
  const { t } = visit;
  return (
    <Layout visit={visit} title={title} wide scripts={scripts} sheets={['work', ...sheets]}>
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
    </Layout>
  );
}
