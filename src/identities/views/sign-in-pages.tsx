import type { PageView } from '../../platform/http/page.ts';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { Layout } from '../../ui/layout.tsx';

/** Between the form and the provider. */
export function LeavingPage(props: { visit: PageView; name: string; url: string }) {
  const { visit, name, url } = props;
  const { t } = visit;
  const title = t('identities.leaving_title', { name });
  const head = <meta http-equiv="refresh" content={`0;url=${url}`} />;
  return (
    <Layout visit={visit} title={title} head={head} noindex>
      <div class="join-alone card join-card">
        <HungLamp glow={1} />
        <h1>{title}</h1>
        <p class="join-lead">{t('identities.leaving_lead', { name })}</p>
        <p class="actions join-choice">
          <a class="button button-primary button-large" href={url} rel="noreferrer">
            {t('identities.leaving_go')}
          </a>
        </p>
      </div>
    </Layout>
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
  const title = t(`identities.${reason}_title`, { name });
  return (
    <Layout visit={visit} title={title} noindex>
      <div class="join-alone card join-card">
        <HungLamp />
        <h1>{title}</h1>
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
      </div>
    </Layout>
  );
}

type LoggedOutPageProps = { visit: PageView; there: { name: string; url: string } | undefined };

/** The provider's own session goes on, which matters on a shared computer. */
export function LoggedOutPage({ visit, there }: LoggedOutPageProps) {
  const { t } = visit;
  const title = t('identities.logged_out_title');
  return (
    <Layout visit={visit} title={title} noindex>
      <div class="join-alone card join-card">
        <HungLamp />
        <h1>{title}</h1>
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
      </div>
    </Layout>
  );
}
