import type { PageView } from '../../platform/http/page.ts';
import { Banner } from '../../ui/banner.tsx';

/** D17: a new site without an owner links to the setup page. */
export function NoOwner({ t }: Pick<PageView, 't'>) {
  return (
    <Banner tone="info" title={t('home.no_owner')}>
      <p>{t('home.no_owner_hint')}</p>
      <p class="actions">
        <a class="button button-primary" href="/setup">
          {t('home.set_up')}
        </a>
      </p>
    </Banner>
  );
}
