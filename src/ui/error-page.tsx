import type { PageView } from '../platform/http/page.ts';
import type { Refusal } from '../refusals.ts';
import { Layout } from './layout.tsx';

/** The error, what to do about it, and the request id to find it in the log. */
export function renderErrorPage(visit: PageView, refusal: Refusal, requestId: string) {
  const { t, here } = visit;
  const heading = chooseHeading(visit, refusal.status);
  const hint = chooseHint(visit, refusal.status);
  return (
    <Layout visit={visit} title={heading}>
      <div class="error-page">
        <p class="error-status" aria-hidden="true">
          {refusal.status}
        </p>
        <h1>{heading}</h1>
        <p class="lead">{t(`refusals.${refusal.code}`, { ...refusal.members })}</p>
        {hint ? <p class="lead">{hint}</p> : null}
        <p class="actions">
          {isTransient(refusal.status) ? (
            <a class="button button-primary" href={here}>
              {t('page.try_again')}
            </a>
          ) : null}
          <a class={isTransient(refusal.status) ? 'button' : 'button button-primary'} href="/">
            {t('page.back_home')}
          </a>
        </p>
        <p class="meta">
          {t('page.request')} <code>{requestId}</code>
        </p>
      </div>
    </Layout>
  );
}

function chooseHeading({ t }: PageView, status: number): string {
  if (status === 401) return t('error_pages.unauthenticated');
  if (status === 403) return t('error_pages.forbidden');
  if (status === 404) return t('error_pages.not_found');
  if (status === 429) return t('error_pages.limited');
  if (status === 502 || status === 503) return t('error_pages.unavailable');
  return t('page.error_title');
}

function chooseHint({ t }: PageView, status: number): string | undefined {
  if (status === 404) return t('error_pages.not_found_hint');
  if (status === 500) return t('error_pages.internal_hint');
  return undefined;
}

/** The same request may succeed later. */
function isTransient(status: number): boolean {
  return status === 429 || status >= 500;
}
