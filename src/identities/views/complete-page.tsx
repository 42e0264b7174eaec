import { AccountForm, errorAt, type Refused } from '../../accounts/views/account-form.tsx';
import { JoinCard } from '../../accounts/views/join-card.tsx';
import type { Joining } from '../../invitations/actions/use-invitation.ts';
import { InvitationField } from '../../invitations/views/invitation-field.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton, TextField } from '../../ui/form.tsx';
import { TermsLine } from '../../written-pages/views/terms-line.tsx';
import type { Completion } from '../actions/complete-sign-in.ts';

type CompletePageProps = {
  visit: PageView;
  completion: Completion;
  typed?: string | undefined;
  refused?: Refused | undefined;
  joining: Joining;
  /** As typed. */
  invitation?: string | undefined;
};

const ADDRESS = '/auth/complete';
const LOG_IN = `/login?next=${encodeURIComponent(ADDRESS)}`;

/** `/auth/complete`: an identity that nobody here has gets a new account, or joins one whose owner is logged in. */
export function CompletePage(props: CompletePageProps) {
  const { visit, completion } = props;
  const { t, visitor } = visit;
  const step = visitor ? 'connect' : completion.is_taken ? 'known' : 'create';
  const { provider_name: name, label, email } = completion;
  return (
    <JoinCard
      visit={visit}
      title={t(`identities.${step}_title`, { name })}
      scripts={['joining']}
      noindex
      glow={2}
      address={ADDRESS}
    >
      <p class="join-lead">{t(`identities.${step}_lead`, { name, label, email })}</p>
      {step === 'connect' ? <Connect {...props} /> : null}
      {step === 'known' ? <Known visit={visit} /> : null}
      {step === 'create' ? <Create {...props} /> : null}
    </JoinCard>
  );
}

function Create(props: CompletePageProps) {
  const { visit, completion, typed, refused, joining } = props;
  const { t } = visit;
  if (joining.mode === 'closed') return <p>{t('refusals.registration_closed')}</p>;
  const { email, next, provider_name: name } = completion;
  return (
    <>
      <AccountForm visit={visit} action={ADDRESS} next={next} refused={refused} class="form">
        <TextField
          name="email"
          label={t('joining.email')}
          hint={email ? t('identities.email_verified', { name }) : t('joining.email_hint')}
          error={errorAt(refused, 'email')}
          type="email"
          value={typed ?? email}
          autocomplete="email"
        />
        <InvitationField
          visit={visit}
          joining={joining}
          typed={props.invitation}
          error={errorAt(refused, 'invitation')}
        />
        <TermsLine visit={visit} />
        <SubmitButton large>{t('identities.create')}</SubmitButton>
      </AccountForm>
      <p class="join-other">
        {t('joining.have_account')} <a href={LOG_IN}>{t('identities.create_known')}</a>
      </p>
    </>
  );
}

/** D65: the address has an account. It is joined by whoever can log in to it, never by the address alone. */
function Known({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <p class="actions join-choice">
      <a class="button button-primary button-large" href={LOG_IN}>
        {t('identities.known_log_in')}
      </a>
      <a class="button button-large" href="/">
        {t('page.back_home')}
      </a>
    </p>
  );
}

function Connect({ visit, completion, refused }: CompletePageProps) {
  const { t } = visit;
  return (
    <AccountForm
      visit={visit}
      action="/auth/connect"
      next={completion.next}
      refused={refused}
      class="form"
    >
      <div class="join-choice">
        <SubmitButton large>{t('identities.connect')}</SubmitButton>
        <a class="button button-large" href="/">
          {t('identities.connect_not')}
        </a>
      </div>
    </AccountForm>
  );
}
