import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { PreviewTags } from '../../sharing/views/preview-tags.tsx';
import { Layout } from '../../ui/layout.tsx';

type AboutLayoutProps = { visit: PageView; name: 'rules' | 'energy'; children: ComponentChildren };

/** A page under /about. */
export function AboutLayout({ visit, name, children }: AboutLayoutProps) {
  const title = visit.t(`about.${name}.title`);
  const description = visit.t(`about.${name}.description`);
  const path = `/about/${name}`;
  return (
    <Layout
      visit={visit}
      title={title}
      description={description}
      canonical={path}
      head={<PreviewTags {...{ visit, title, description, path }} type="website" />}
    >
      {children}
    </Layout>
  );
}
