import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { PreviewTags } from '../../sharing/views/preview-tags.tsx';
import { Layout } from '../../ui/layout.tsx';
import type { TransparencyMonth } from '../schema.ts';
import { MonthCard } from './month-card.tsx';

const PATH = '/transparency';

export function TransparencyPage({
  visit,
  page,
}: {
  visit: PageView;
  page: Page<TransparencyMonth>;
}) {
  const { t } = visit;
  const title = t('transparency.title');
  const description = t('transparency.description');
  return (
    <Layout
      visit={visit}
      title={title}
      description={description}
      canonical={PATH}
      sheets={['work']}
      head={<PreviewTags {...{ visit, title, description }} path={PATH} type="website" />}
    >
      <article class="about about-narrow transparency">
        <header>
          <h1>{title}</h1>
          <p class="lead">{t('transparency.lead')}</p>
          <p class="meta">{t('transparency.how')}</p>
        </header>
        {page.items.map((month) => (
          <MonthCard key={month.month} visit={visit} month={month} />
        ))}
        <p class="actions">
          {page.next_cursor ? (
            <a class="button" href={`${PATH}?cursor=${page.next_cursor}`}>
              {t('transparency.older')}
            </a>
          ) : null}
          <a class="button button-quiet" href="/about/rules">
            {t('transparency.rules')}
          </a>
        </p>
      </article>
    </Layout>
  );
}
