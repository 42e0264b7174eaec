import { PASSWORD_MIN } from '../../accounts/rules.ts';
import { AccountForm, errorAt, type Refused } from '../../accounts/views/account-form.tsx';
import { PasswordField } from '../../accounts/views/password-field.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton } from '../../ui/form.tsx';
import { LinkCard } from './link-card.tsx';

type ResetPageProps = { visit: PageView; token: string; refused?: Refused | undefined };

/** `/reset` */
export function ResetPage({ visit, token, refused }: ResetPageProps) {
  const { t } = visit;
  return (
    <LinkCard visit={visit} title={t('email.reset_title')}>
      <p class="join-lead">{t('email.reset_lead')}</p>
      <AccountForm
        visit={visit}
        action="/auth/reset-password"
        next="/login"
        refused={refused}
        class="form"
      >
        <input type="hidden" name="token" value={token} />
        <PasswordField
          visit={visit}
          name="new_password"
          label={t('settings.password_new')}
          hint={t('joining.password_new_hint', { min: PASSWORD_MIN })}
          error={errorAt(refused, 'new_password')}
          fresh
        />
        <SubmitButton large>{t('email.reset_submit')}</SubmitButton>
        <p class="meta">{t('email.reset_factor')}</p>
      </AccountForm>
    </LinkCard>
  );
}
