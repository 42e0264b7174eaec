import type { PageView } from '../../platform/http/page.ts';
import type { WrittenPage } from '../../platform/site.ts';
import { SubmitButton } from '../../ui/form.tsx';
import { Layout } from '../../ui/layout.tsx';
import { RefusedFields } from '../../ui/refused-form.tsx';
import { AskedList, lastOf } from '../../ui/shell/asked-terms.tsx';

type RefusedPageProps = {
  visit: PageView;
  pages: WrittenPage[];
  /** The form that was refused. */
  action: string;
  next: string;
  typed: Record<string, string>;
};

/**
 * Without scripts: a form of a member who has not accepted the terms. Accepting opens beside it, so that what was typed
 * stays and can be sent again.
 */
export function RefusedPage({ visit, pages, action, next, typed }: RefusedPageProps) {
  const { t, locale, csrfToken } = visit;
  return (
    <Layout visit={visit} title={t('written_pages.asked_title')}>
      <div class="narrow refused">
        <h1>{t('written_pages.asked_title')}</h1>
        <p>{t('written_pages.refused_lead')}</p>
        <AskedList locale={locale} t={t} pages={pages} />
        <form method="post" action="/pages/accept" target="_blank" class="actions" rel="noopener">
          <input type="hidden" name="csrf_token" value={csrfToken} />
          <input type="hidden" name="next" value="/" />
          <input type="hidden" name="up_to" value={lastOf(pages)} />
          <SubmitButton>{t('written_pages.accept')}</SubmitButton>
        </form>
        <RefusedFields visit={visit} action={action} next={next} typed={typed} />
      </div>
    </Layout>
  );
}
