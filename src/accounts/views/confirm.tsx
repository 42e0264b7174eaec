import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton, TextField } from '../../ui/form.tsx';
import type { ConfirmWays } from '../actions/confirm-identity.ts';
import { AccountForm, type Refused } from './account-form.tsx';
import { JoinCard } from './join-card.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { PasswordField } from './password-field.tsx';

type ConfirmProps = {
  visit: PageView;
  ways: ConfirmWays;
  next: string;
  /** Providers that can ask the member. */
  others?: ComponentChildren;
  /** A code is on its way. */
  sent: boolean;
  refused?: Refused | undefined;
};

export function addressOfConfirm(next: string): string {
  return `/confirm?next=${encodeURIComponent(next)}`;
}

/** D64: asks again who uses this session, by every way that the member has. */
export function ConfirmPage(props: ConfirmProps) {
  const { visit, ways, next, others } = props;
  const { t } = visit;
  return (
    <JoinCard
      visit={visit}
      title={t('factors.confirm_title')}
      scripts={['settings']}
      noindex
      glow={1}
      address={addressOfConfirm(next)}
    >
      <p class="join-lead">{t('factors.confirm_lead')}</p>
      {props.refused && !ways.password && !props.sent ? (
        <p class="field-error" role="alert">
          {props.refused.sentence}
        </p>
      ) : null}
      {ways.passkey ? (
        <PasskeyForm
          visit={visit}
          action="/settings/confirm"
          next={next}
          label={t('factors.use_passkey')}
          primary={!ways.password}
        />
      ) : null}
      {ways.passkey && !ways.password && !ways.mail ? (
        <p class="meta" data-no-passkeys>
          {t('factors.passkey_unsupported')}
        </p>
      ) : null}
      {ways.password ? <ByPassword {...props} /> : null}
      {ways.mail ? <ByMail {...props} /> : null}
      {others}
      {Object.values(ways).includes(true) || others ? null : <p>{t('factors.confirm_no_way')}</p>}
      <p class="join-other">
        <a href={next}>{t('factors.confirm_back')}</a>
      </p>
    </JoinCard>
  );
}

function ByPassword({ visit, next, refused }: ConfirmProps) {
  const { t } = visit;
  return (
    <AccountForm
      visit={visit}
      action="/settings/confirm"
      next={next}
      refused={refused}
      class="form"
    >
      <PasswordField visit={visit} name="password" label={t('joining.password')} />
      <SubmitButton large>{t('factors.confirm_submit')}</SubmitButton>
    </AccountForm>
  );
}

function ByMail({ visit, ways, next, sent, refused }: ConfirmProps) {
  const { t } = visit;
  if (!sent)
    return (
      <AccountForm
        visit={visit}
        action="/settings/confirm/code"
        next={`${addressOfConfirm(next)}&sent=1`}
        class="form"
      >
        <button class={`button button-large ${ways.passkey ? '' : 'button-primary'}`} type="submit">
          {t('factors.confirm_mail')}
        </button>
      </AccountForm>
    );
  return (
    <AccountForm
      visit={visit}
      action="/settings/confirm"
      next={next}
      refused={refused}
      class="form"
    >
      <TextField
        name="code"
        label={t('factors.confirm_code')}
        hint={t('factors.confirm_code_hint')}
        autocomplete="one-time-code"
        code
      />
      <SubmitButton large>{t('factors.confirm_submit')}</SubmitButton>
    </AccountForm>
  );
}
