import { BookOpen } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Layout } from '../../ui/layout.tsx';

/** `/history`: the same for everybody. `posts/client/history.ts` fills it with what the device has stored. */
export function HistoryPage({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <Layout visit={visit} title={t('history.title')} scripts={['history']} noindex>
      <div class="history-page">
        <h1>{t('history.title')}</h1>
        <p class="lead">{t('history.lead')}</p>
        <noscript>
          <p class="banner banner-info">{t('history.needs_scripts')}</p>
        </noscript>
        <section data-history aria-label={t('history.title')}>
          <p class="actions">
            {(['clear', 'stop', 'resume'] as const).map((action) => (
              <button key={action} class="button" type="button" data-part={action} hidden>
                {t(`history.${action}`)}
              </button>
            ))}
          </p>
          <p class="form-problem" role="alert" data-part="failed" hidden>
            {t('history.failed')}
          </p>
          {(['empty', 'off'] as const).map((state) => (
            <div key={state} data-part={state} hidden>
              <EmptyState icon={BookOpen} title={t(`history.${state}`)}>
                <p>{t(`history.${state}_hint`)}</p>
                <a class="button" href="/">
                  {t('history.read')}
                </a>
              </EmptyState>
            </div>
          ))}
          <ol class="rail-list history-list" data-part="list" data-list />
          <p class="list-more">
            <button class="button" type="button" data-part="next" hidden>
              {t('shell.load_more')}
            </button>
          </p>
          <template>
            <li class="history-row">
              <a class="history-title" href="/posts" data-stop>
                {t('history.title')}
              </a>
              <p class="meta" />
              <time class="meta" />
            </li>
          </template>
        </section>
      </div>
    </Layout>
  );
}
