import { AccountForm, errorAt, type Refused } from '../../accounts/views/account-form.tsx';
import { MAIL_TOKEN_SECONDS } from '../../mail/actions/mail-tokens.ts';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton, TextField } from '../../ui/form.tsx';
import { LinkCard } from './link-card.tsx';

type ForgotPageProps = {
  visit: PageView;
  email: string;
  mailOn: boolean;
  refused?: Refused | undefined;
};

/** `/forgot` */
export function ForgotPage({ visit, email, mailOn, refused }: ForgotPageProps) {
  const { t } = visit;
  if (!mailOn)
    return (
      <LinkCard visit={visit} title={t('email.forgot_title')}>
        <p class="join-lead">{t('email.forgot_off')}</p>
        <ToLogIn visit={visit} />
      </LinkCard>
    );
  return (
    <LinkCard visit={visit} title={t('email.forgot_title')}>
      {refused ? null : <p class="join-lead">{t('email.forgot_lead')}</p>}
      <AccountForm
        visit={visit}
        action="/auth/request-password-reset"
        next="/forgot/sent"
        refused={refused}
        class="form"
      >
        <TextField
          name="email"
          label={t('joining.email')}
          error={errorAt(refused, 'email')}
          type="email"
          value={email}
          autocomplete="username"
        />
        <SubmitButton large>{t('email.forgot_submit')}</SubmitButton>
      </AccountForm>
      <ToLogIn visit={visit} />
    </LinkCard>
  );
}

const MINUTE = 60;

/** `/forgot/sent`: the same for every address. */
export function SentPage({ visit }: { visit: PageView }) {
  const { t } = visit;
  const minutes = MAIL_TOKEN_SECONDS.reset_password / MINUTE;
  return (
    <LinkCard visit={visit} title={t('email.sent_title')}>
      <p class="join-lead">{t('email.sent_lead', { minutes })}</p>
      <p class="join-lead">{t('email.sent_nothing')}</p>
      <ul>
        <li>{t('email.sent_spam')}</li>
        <li>{t('email.sent_other')}</li>
        <li>{t('email.sent_again')}</li>
      </ul>
      <p class="actions">
        <a class="button" href="/forgot">
          {t('email.sent_retry')}
        </a>
      </p>
      <ToLogIn visit={visit} />
    </LinkCard>
  );
}

function ToLogIn({ visit }: { visit: PageView }) {
  return (
    <p class="join-other">
      <a href="/login">{visit.t('email.back_to_log_in')}</a>
    </p>
  );
}
