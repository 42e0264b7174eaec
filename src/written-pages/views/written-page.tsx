import { memoize } from '../../platform/cache/memoize.ts';
import { decorateBody } from '../../platform/html/decorate.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import { translator } from '../../platform/i18n.ts';
import { bodyLabels } from '../../posts/views/body-labels.ts';
import { PreviewTags } from '../../sharing/views/preview-tags.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Layout } from '../../ui/layout.tsx';
import { memoizeByLocale } from '../../ui/memoize-by-locale.ts';
import { Prose } from '../../ui/prose.tsx';
import { formatDate } from '../../ui/time.tsx';
import type { ReadPage } from '../actions/read-pages.ts';
import { languageOf } from '../rules.ts';

type WrittenPageProps = { visit: PageView; page: ReadPage };

/** A page that the owner wrote. An older version is marked as such, and search engines leave it out. */
export function WrittenPage({ visit, page }: WrittenPageProps) {
  const { t } = visit;
  const { title, path, is_newest } = page;
  const lang = langOf(languageOf(page.lang), visit.locale);
  return (
    <Layout
      visit={visit}
      title={title}
      description={t('written_pages.description', { title })}
      canonical={path}
      noindex={!is_newest}
      head={
        <PreviewTags
          {...{ visit, title, path }}
          description={t('written_pages.description', { title })}
          type="website"
        />
      }
    >
      <article class="about-narrow written-page">
        <h1 class="article-title" lang={lang}>
          {title}
        </h1>
        <PublishedAt visit={visit} page={page} />
        {is_newest ? null : <OldNote visit={visit} page={page} />}
        <Prose html={decorate(visit.locale)(page.rendered)} lang={lang} />
      </article>
    </Layout>
  );
}

function PublishedAt({ visit: { t, locale }, page }: WrittenPageProps) {
  const { version, published_at, path } = page;
  return (
    <p class="meta">
      {t('written_pages.version_of', { version })}
      {' · '}
      <time dateTime={published_at}>{formatDate(published_at, locale)}</time>
      {page.is_newest && version > 1 ? (
        <>
          {' · '}
          <a href={`${path}/versions`}>{t('written_pages.versions')}</a>
        </>
      ) : null}
    </p>
  );
}

function OldNote({ visit: { t }, page: { path } }: WrittenPageProps) {
  return (
    <div class="banner banner-warn" role="note">
      <p>
        {t('written_pages.old')} <a href={path}>{t('written_pages.to_newest')}</a>
        {' · '}
        <a href={`${path}/versions`}>{t('written_pages.versions')}</a>
      </p>
    </div>
  );
}

/** There are few texts, and each version stays as it is. */
const CACHED_CHARACTERS = 1_000_000;

const decorate = memoizeByLocale((locale) =>
  memoize((html: TrustedHtml) => decorateBody(html, bodyLabels(translator(locale))).html, {
    maxCharacters: CACHED_CHARACTERS,
    sizeOf: (html) => html.length,
  }),
);
