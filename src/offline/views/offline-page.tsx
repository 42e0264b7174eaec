import type { PageView } from '../../platform/http/page.ts';
import { Layout } from '../../ui/layout.tsx';

/** What a browser shows for a page that it cannot load. `offline/client/stored.ts` lists the posts that are on the device. */
export function OfflinePage({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <Layout visit={visit} title={t('offline.title')} scripts={['stored']} noindex>
      <div class="history-page">
        <h1>{t('offline.heading')}</h1>
        <p class="lead">{t('offline.lead')}</p>
        <noscript>
          <p class="banner banner-info">{t('offline.needs_scripts')}</p>
        </noscript>
        <section data-stored aria-label={t('offline.title')}>
          <p class="actions">
            <button class="button" type="button" data-part="retry" hidden>
              {t('offline.retry')}
            </button>
          </p>
          <p data-part="some" hidden>
            {t('offline.some')}
          </p>
          <ol class="rail-list history-list" data-part="list" />
          <p class="meta" data-part="empty" hidden>
            {t('offline.empty')} {t('offline.empty_hint')}
          </p>
          <template>
            <li class="history-row">
              <a class="history-title" href="/posts">
                {t('offline.title')}
              </a>
              <p class="meta" />
            </li>
          </template>
        </section>
      </div>
    </Layout>
  );
}
