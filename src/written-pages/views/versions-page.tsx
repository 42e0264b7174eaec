import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { WrittenPage } from '../../platform/site.ts';
import { Layout } from '../../ui/layout.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { titleIn } from '../../ui/shell/page-links.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageVersion } from '../schema.ts';

type VersionsPageProps = { visit: PageView; page: WrittenPage; versions: Page<PageVersion> };

/** Every version of a page that the owner wrote, with what each changed. */
export function VersionsPage({ visit, page, versions }: VersionsPageProps) {
  const { t, locale } = visit;
  const { path } = page;
  const { title, lang } = titleIn(page, locale);
  const older = nextPage(`${path}/versions`, {}, versions.next_cursor);
  return (
    <Layout
      visit={visit}
      title={`${t('written_pages.versions')} · ${title}`}
      sheets={['work']}
      noindex
    >
      <div class="about-narrow written-page">
        <p class="studio-path">
          <a href={path} lang={lang}>
            {title}
          </a>
        </p>
        <h1>{t('written_pages.versions')}</h1>
        <div data-pages>
          <ol class="version-list" data-list>
            {versions.items.map((version) => (
              <Row key={version.version} visit={visit} page={page} row={version} />
            ))}
          </ol>
          <LoadMore t={t} href={older} />
        </div>
      </div>
    </Layout>
  );
}

function Row({ visit, page, row }: { visit: PageView; page: WrittenPage; row: PageVersion }) {
  const { t, locale, now } = visit;
  const { version, withdrawn, must_accept, published_at } = row;
  const name = t('written_pages.version_of', { version });
  return (
    <li class="version-row">
      <p class="version-when">
        {withdrawn ? name : <a href={`${page.path}?version=${version}`}>{name}</a>}
        <Time at={published_at} locale={locale} now={now} exact />
        {version === page.version ? <Tag>{t('written_pages.current')}</Tag> : null}
        {must_accept ? <Tag tone="info">{t('written_pages.asked')}</Tag> : null}
        {withdrawn ? <Tag>{t('written_pages.withdrawn')}</Tag> : null}
      </p>
      {version === 1 || withdrawn ? null : (
        <a
          class="button button-small"
          href={`${page.path}/changes?to=${version}`}
          aria-label={`${name}: ${t('written_pages.changes')}`}
        >
          {t('written_pages.changes')}
        </a>
      )}
    </li>
  );
}
