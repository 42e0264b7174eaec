import type { PageView } from '../../platform/http/page.ts';
import { PageLinks } from '../../ui/shell/page-links.tsx';
import { listTerms, newestOf } from '../rules.ts';

/** In a form that creates an account: what its sender accepts. */
export function TermsLine({ visit: { t, locale, site } }: { visit: PageView }) {
  const pages = listTerms(site);
  if (pages.length === 0) return null;
  return (
    <p class="meta">
      <input type="hidden" name="terms_seen" value={newestOf(pages)} />
      {t('written_pages.joining_before')}
      <PageLinks locale={locale} pages={pages} aside />
      {t('written_pages.joining_after')}
    </p>
  );
}
