import { PAGE_NAMES, type PageName, WRITTEN_PAGES, type WrittenPage } from '../../platform/site.ts';
import { titleIn } from '../../ui/shell/page-links.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';

export const PAGES_PATH = '/admin/pages';

/** Decision 0060: the pages that the owner can write. */
export function PagesPage({ admin }: { admin: AdminPage }) {
  const { t, site } = admin.visit;
  return (
    <AdminLayout
      admin={admin}
      current="pages"
      title={t('owner_pages.title')}
      lead={t('owner_pages.lead')}
    >
      <ol class="staff-cards" aria-label={t('owner_pages.title')}>
        {PAGE_NAMES.map((name) => (
          <PageCard
            key={name}
            admin={admin}
            name={name}
            page={site.pages.find((one) => one.name === name)}
          />
        ))}
      </ol>
    </AdminLayout>
  );
}

type PageCardProps = { admin: AdminPage; name: PageName; page: WrittenPage | undefined };

function PageCard({ admin, name, page }: PageCardProps) {
  const { t, locale, now } = admin.visit;
  const written = page && titleIn(page, locale);
  return (
    <li class="staff-card">
      <div class="staff-card-head">
        <a href={`${PAGES_PATH}/${name}`} lang={written?.lang}>
          {written?.title ?? t(`owner_pages.names.${name}`)}
        </a>
        <Tag tone={page ? 'success' : 'neutral'}>
          {page ? t('owner_pages.published', { version: page.version }) : t('owner_pages.never')}
        </Tag>
      </div>
      <p class="meta">
        {page ? (
          <>
            <Time at={page.published_at} locale={locale} now={now} exact />
            {' · '}
            <a href={page.path}>{WRITTEN_PAGES[name]}</a>
          </>
        ) : (
          t(`owner_pages.hints.${name}`)
        )}
      </p>
      <p>
        <a class="button button-small" href={`${PAGES_PATH}/${name}`}>
          {t(page ? 'owner_pages.edit' : 'owner_pages.write')}
        </a>
      </p>
    </li>
  );
}
