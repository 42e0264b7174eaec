import type { PageView } from '../../platform/http/page.ts';
import { Setting } from './settings-page.tsx';

/** The way to the tokens, from the security settings. */
export function ApiTokensSetting({ visit: { t } }: { visit: PageView }) {
  return (
    <Setting id="api-tokens" title={t('api_tokens.title')} about={t('api_tokens.about')}>
      <a class="button" href="/settings/api-tokens">
        {t('api_tokens.all')}
      </a>
    </Setting>
  );
}
