import type { PageView } from '../../platform/http/page.ts';
import type { ComparisonView } from '../../posts/views/compared-html.ts';
import { ComparisonSection } from '../../posts/views/comparison.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Layout } from '../../ui/layout.tsx';
import type { ComparedPage } from '../actions/read-pages.ts';
import { languageOf } from '../rules.ts';

type ChangesPageProps = { visit: PageView; compared: ComparedPage; view: ComparisonView };

/** What one version of a page changed from another. */
export function ChangesPage({ visit, compared, view }: ChangesPageProps) {
  const { t, locale } = visit;
  const { from, to, comparison } = compared;
  const { path, title } = to;
  const lang = langOf(languageOf(to.lang), locale);
  const addressOf = (one: ComparisonView) => {
    const range = { from: String(from), to: String(to.version) };
    const query = one === 'inline' ? range : { ...range, view: one };
    return `${path}/changes?${new URLSearchParams(query)}`;
  };
  return (
    <Layout
      visit={visit}
      title={`${t('written_pages.changes')} · ${title}`}
      wide
      sheets={['work']}
      noindex
    >
      <div class="post-changes">
        <p class="studio-path">
          <a href={to.is_newest ? path : `${path}?version=${to.version}`} lang={lang}>
            {title}
          </a>
          <span aria-hidden="true">/</span>
          <a href={`${path}/versions`}>{t('written_pages.versions')}</a>
        </p>
        <h1>{t('written_pages.changes_title', { from, to: to.version })}</h1>
        <p class="versions-lead">{t('written_pages.changes_lead')}</p>
        <ComparisonSection
          visit={visit}
          comparison={comparison}
          view={view}
          hrefOf={addressOf}
          lang={lang}
        />
      </div>
    </Layout>
  );
}
