import { JoinCard } from '../../accounts/views/join-card.tsx';
import type { PageView } from '../../platform/http/page.ts';

/** Between the form and the provider. */
export function LeavingPage(props: { visit: PageView; name: string; url: string }) {
  const { visit, name, url } = props;
  const { t } = visit;
  const head = <meta http-equiv="refresh" content={`0;url=${url}`} />;
  return (
    <JoinCard
      visit={visit}
      title={t('identities.leaving_title', { name })}
      head={head}
      noindex
      glow={1}
    >
      <p class="join-lead">{t('identities.leaving_lead', { name })}</p>
      <p class="actions join-choice">
        <a class="button button-primary button-large" href={url} rel="noreferrer">
          {t('identities.leaving_go')}
        </a>
      </p>
    </JoinCard>
  );
}

export type Problem =
  | 'unavailable'
  | 'denied'
  | 'invalid'
  | 'expired'
  | 'taken'
  | 'connected'
  | 'too_many';

/** Why a sign-in through a provider came to nothing, and how to go on. */
export function ProblemPage(props: { visit: PageView; name: string; reason: Problem }) {
  const { visit, name, reason } = props;
  const { t, here, visitor } = visit;
  return (
    <JoinCard visit={visit} title={t(`identities.${reason}_title`, { name })} noindex>
      <p class="join-lead">{t(`identities.${reason}_lead`, { name })}</p>
      <p class="actions join-choice">
        <a
          class="button button-primary button-large"
          href={visitor ? '/settings?tab=security' : here === '/auth/complete' ? '/login' : here}
        >
          {t(visitor ? 'identities.to_settings' : 'identities.to_log_in')}
        </a>
        <a class="button button-large" href="/">
          {t('page.back_home')}
        </a>
      </p>
    </JoinCard>
  );
}

type LoggedOutPageProps = { visit: PageView; there: { name: string; url: string } | undefined };

/** The provider's own session goes on, which matters on a shared computer. */
export function LoggedOutPage({ visit, there }: LoggedOutPageProps) {
  const { t } = visit;
  return (
    <JoinCard visit={visit} title={t('identities.logged_out_title')} noindex>
      {there ? (
        <p class="join-lead">{t('identities.logged_out_lead', { name: there.name })}</p>
      ) : null}
      <p class="actions join-choice">
        {there ? (
          <a class="button button-large" href={there.url} rel="noreferrer">
            {t('identities.logged_out_there', { name: there.name })}
          </a>
        ) : null}
        <a class="button button-primary button-large" href="/">
          {t('page.back_home')}
        </a>
      </p>
    </JoinCard>
  );
}
