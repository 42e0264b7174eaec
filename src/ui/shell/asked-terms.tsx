import type { PageView } from '../../platform/http/page.ts';
import type { WrittenPage } from '../../platform/site.ts';
import { ActionForm } from '../action-form.tsx';
import { titleIn } from './page-links.tsx';

/** Asks a member once for the terms that changed: what they are, what changed, and one button. */
export function AskedTerms({ visit, pages }: { visit: PageView; pages: WrittenPage[] }) {
  const { t, locale } = visit;
  return (
    <aside class="first-steps" aria-labelledby="asked-terms">
      <div>
        <h2 id="asked-terms">{t('written_pages.asked_title')}</h2>
        <p>{t('written_pages.asked_lead')}</p>
        <AskedList locale={locale} t={t} pages={pages} />
        <ActionForm visit={visit} action="/pages/accept" class="actions">
          <input type="hidden" name="up_to" value={lastOf(pages)} />
          <button class="button button-primary" type="submit">
            {t('written_pages.accept')}
          </button>
        </ActionForm>
      </div>
    </aside>
  );
}

type AskedListProps = Pick<PageView, 'locale' | 't'> & { pages: WrittenPage[] };

export function AskedList({ locale, t, pages }: AskedListProps) {
  return (
    <>
      {pages.map((page) => {
        const { title, lang } = titleIn(page, locale);
        return (
          <p key={page.name}>
            <a href={page.path} lang={lang}>
              {title}
            </a>
            {page.version > 1 ? (
              <>
                {' · '}
                <a
                  href={`${page.path}/changes`}
                  aria-label={`${title}: ${t('written_pages.changes')}`}
                >
                  {t('written_pages.changes')}
                </a>
              </>
            ) : null}
          </p>
        );
      })}
    </>
  );
}

/** What the member saw: a version that is published while they read is not accepted. */
export function lastOf(pages: WrittenPage[]): number {
  return Math.max(...pages.map(({ id }) => id));
}
