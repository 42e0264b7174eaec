import type { ComponentChildren } from 'preact';
import type { PageView } from '../platform/http/page.ts';
import type { Refusal } from '../refusals.ts';
import { HungLamp } from './hung-lamp.tsx';
import { Layout } from './layout.tsx';

/**
 * The error, what to do about it, and the request id to find it in the log. Needs no database, which may be what failed.
 */
export function renderErrorPage(visit: PageView, refusal: Refusal, requestId: string) {
  const { t } = visit;
  const isMissing = refusal.status === 404;
  const heading = chooseHeading(visit, refusal.status);
  return (
    <Layout visit={visit} title={isMissing ? t('error_pages.not_found_title') : heading}>
      <section class={isMissing ? 'dusk lost' : 'card lost'}>
        <HungLamp />
        {isMissing ? null : (
          <p class="lost-status" aria-hidden="true">
            {refusal.status}
          </p>
        )}
        <h1>{heading}</h1>
        <p>{explain(visit, refusal)}</p>
        <p class="actions">
          <WaysOut visit={visit} status={refusal.status} />
        </p>
        <p class="meta">
          {t('page.request')} <code>{requestId}</code>
        </p>
      </section>
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

/** The same words for a missing and a hidden page, so that nobody learns which it is. */
function explain(visit: PageView, { status, code, members }: Refusal): string {
  const { t, here, visitor } = visit;
  if (status === 404) return t('error_pages.not_found_hint');
  if (code === 'role_required') {
    if (here.startsWith('/admin/site-settings')) return t('error_pages.settings_owner_only');
    // Only pages of the owner refuse an admin.
    return t(visitor?.role === 'admin' ? 'error_pages.owner_only' : 'error_pages.staff_only');
  }
  const sentence = t(`refusals.${code}`, { ...members });
  return status === 500 ? `${sentence}${t('error_pages.internal_hint')}` : sentence;
}

function WaysOut({ visit, status }: { visit: PageView; status: number }) {
  const { t, here, visitor } = visit;
  const home = <Way href="/">{t('page.back_home')}</Way>;
  if (isTransient(status)) {
    return (
      <>
        <Way href={here} isMain>
          {t('page.try_again')}
        </Way>
        {home}
      </>
    );
  }
  if (status === 401) {
    return (
      <>
        <Way href="/login" isMain>
          {t('shell.log_in')}
        </Way>
        {home}
      </>
    );
  }
  if (status === 403 && visitor && visitor.role !== 'member') {
    return (
      <>
        <Way href="/admin/posts" isMain>
          {t('error_pages.back_to_admin')}
        </Way>
        {home}
      </>
    );
  }
  return (
    <>
      <Way href="/" isMain>
        {t('page.back_home')}
      </Way>
      {status === 404 ? (
        <>
          <Way href="/posts">{t('error_pages.newest')}</Way>
          <Way href="/posts?sort=hot">{t('error_pages.hot')}</Way>
        </>
      ) : null}
    </>
  );
}

type WayProps = { href: string; isMain?: boolean; children: ComponentChildren };

function Way({ href, isMain = false, children }: WayProps) {
  return (
    <a class={isMain ? 'button button-primary' : 'button'} href={href}>
      {children}
    </a>
  );
}

/** The same request may succeed later. */
function isTransient(status: number): boolean {
  return status === 429 || status >= 500;
}
