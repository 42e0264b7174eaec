import type { Joining } from '../../invitations/actions/use-invitation.ts';
import type { PageView } from '../../platform/http/page.ts';
import { contactHref } from '../../site-settings/rules.ts';
import { Contact } from '../../ui/contact.tsx';
import { JoinCard } from './join-card.tsx';

export type JoinMode = 'log_in' | 'register';

export function addressOf(mode: JoinMode, next: string): string {
  const page = mode === 'log_in' ? '/login' : '/register';
  return next === '/' ? page : `${page}?next=${encodeURIComponent(next)}`;
}

type HowProps = { visit: PageView; mode: JoinMode; joining: Joining };

/** Who may join, or why this visitor may not. */
export function HowToJoin({ visit: { t }, mode, joining }: HowProps) {
  const { opened, refusal } = joining;
  if (mode === 'log_in') {
    return <p class="join-lead">{t(LOG_IN_LEADS[joining.mode])}</p>;
  }
  if (refusal)
    return (
      <div class="banner banner-danger" role="alert">
        <p>{t(`refusals.${refusal}`)}</p>
      </div>
    );
  if (opened)
    return <p class="join-lead">{t('invitations.join_lead', { name: opened.inviter.name })}</p>;
  return (
    <p class="join-lead">
      {t(joining.mode === 'invitation' ? 'invitations.only_lead' : 'joining.register_lead')}
    </p>
  );
}

const LOG_IN_LEADS = {
  open: 'joining.log_in_lead',
  invitation: 'invitations.log_in_lead',
  closed: 'invitations.log_in_lead',
} as const;

export function OtherWay({ visit: { t }, mode, joining, other }: HowProps & { other: string }) {
  if (mode === 'register')
    return (
      <>
        {t('joining.have_account')} <a href={other}>{t('joining.to_log_in')}</a>
      </>
    );
  if (joining.mode === 'closed') return <>{t('refusals.registration_closed')}</>;
  const isOpen = joining.mode === 'open' || joining.opened;
  return (
    <>
      {t(isOpen ? 'joining.no_account' : 'invitations.only')}{' '}
      <a href={other}>{t(isOpen ? 'joining.to_register' : 'invitations.have_one')}</a>
    </>
  );
}

type ClosedProps = { visit: PageView; next: string; contact: string | undefined };

/** Nobody joins now, invited or not. */
export function ClosedPage({ visit, next, contact }: ClosedProps) {
  const { t } = visit;
  return (
    <JoinCard visit={visit} title={t('joining.register_title')}>
      <p class="join-lead">{t('refusals.registration_closed')}</p>
      {contact ? (
        <p class="join-lead">
          <Contact before={t('invitations.ask')} contact={contact} href={contactHref(contact)} />
        </p>
      ) : null}
      <p class="join-other">
        {t('joining.have_account')} <a href={addressOf('log_in', next)}>{t('joining.to_log_in')}</a>
      </p>
    </JoinCard>
  );
}
