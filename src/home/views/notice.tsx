import type { PageView } from '../../platform/http/page.ts';
import { Banner } from '../../ui/banner.tsx';

/** What the owner wants everybody to know. */
export function Notice({ visit: { site } }: { visit: PageView }) {
  if (!site.notice) return null;
  const { text, href } = site.notice;
  return (
    <Banner tone="info">
      <p>{href ? <a href={href}>{text}</a> : text}</p>
    </Banner>
  );
}
