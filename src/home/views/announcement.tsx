import type { PageView } from '../../platform/http/page.ts';
import { Banner } from '../../ui/banner.tsx';

/** What the owner wants everybody to know. */
export function Announcement({ visit: { site } }: { visit: PageView }) {
  if (!site.announcement) return null;
  const { text, href } = site.announcement;
  return (
    <Banner tone="info">
      <p>{href ? <a href={href}>{text}</a> : text}</p>
    </Banner>
  );
}
