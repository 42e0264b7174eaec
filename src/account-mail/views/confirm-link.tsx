import { AccountForm, type Refused } from '../../accounts/views/account-form.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton } from '../../ui/form.tsx';
import { CodeForm } from './code-form.tsx';
import { LinkCard } from './link-card.tsx';

/** Opening a link changes nothing, because programs that scan mail open links too: this button does. */
type ConfirmPageProps = { visit: PageView; token: string; email: string; next: string };

export function VerifyPage(props: ConfirmPageProps) {
  const { t } = props.visit;
  return (
    <LinkCard visit={props.visit} title={t('email.verify_title')}>
      <p class="join-lead">{t('email.verify_lead', { email: props.email })}</p>
      <ConfirmForm {...props} action="/auth/verify-address" label={t('email.verify_submit')} />
    </LinkCard>
  );
}

export function ChangePage(props: ConfirmPageProps) {
  const { t } = props.visit;
  return (
    <LinkCard visit={props.visit} title={t('email.change_title')}>
      <p class="join-lead">{t('email.change_lead', { email: props.email })}</p>
      <ConfirmForm
        {...props}
        action="/auth/confirm-address-change"
        label={t('email.change_submit')}
      />
    </LinkCard>
  );
}

export function UndoPage(props: ConfirmPageProps) {
  const { t } = props.visit;
  return (
    <LinkCard visit={props.visit} title={t('email.undo_title')}>
      <p class="join-lead">{t('email.undo_lead', { email: props.email })}</p>
      <p class="join-lead">{t('email.undo_what')}</p>
      <ul>
        <li>{t('email.undo_sessions')}</li>
        <li>{t('email.undo_password')}</li>
        <li>{t('email.undo_links')}</li>
      </ul>
      <ConfirmForm {...props} action="/auth/undo-address-change" label={t('email.undo_submit')} />
    </LinkCard>
  );
}

function ConfirmForm(props: ConfirmPageProps & { action: string; label: string }) {
  const { visit, token, action, label, next } = props;
  return (
    <AccountForm visit={visit} action={action} next={next} class="form">
      <input type="hidden" name="token" value={token} />
      <SubmitButton large>{label}</SubmitButton>
    </AccountForm>
  );
}

type CodePageProps = {
  visit: PageView;
  purpose: 'verify_address' | 'change_address';
  email: string;
  refused?: Refused | undefined;
};

/** The code, for people who read mail on another device. */
export function CodePage({ visit, purpose, email, refused }: CodePageProps) {
  const { t } = visit;
  const verifies = purpose === 'verify_address';
  return (
    <LinkCard visit={visit} title={t(verifies ? 'email.verify_title' : 'email.change_title')}>
      <p class="join-lead">{t('email.verify_code_lead', { email })}</p>
      <CodeForm
        visit={visit}
        id="code"
        action={verifies ? '/auth/verify-address' : '/auth/confirm-address-change'}
        next="/settings?tab=security"
        label={t(verifies ? 'email.code_submit' : 'email.pending_submit')}
        refused={refused}
      />
      <p class="join-other">
        <a href="/settings?tab=security#email-address">{t('email.send_again')}</a>
      </p>
    </LinkCard>
  );
}

/** `/verify` where there is nothing to enter: the address is verified, or nobody is logged in. */
export function NothingToVerifyPage({ visit, email }: { visit: PageView; email: string | null }) {
  const { t } = visit;
  return (
    <LinkCard visit={visit} title={t('email.verify_title')}>
      <p class="join-lead">
        {email ? t('email.verify_done', { email }) : t('email.verify_anonymous')}
      </p>
      {email ? null : (
        <p class="actions">
          <a class="button button-primary" href="/login?next=%2Fverify">
            {t('joining.log_in')}
          </a>
        </p>
      )}
    </LinkCard>
  );
}
