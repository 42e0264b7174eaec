import type { PageView } from '../../platform/http/page.ts';
import { inGroups, RECOVERY_CODES } from '../../second-factors/rules.ts';
import { QrCode } from '../../second-factors/views/qr-code.tsx';
import { SubmitButton, TextField } from '../../ui/form.tsx';
import { AccountForm, type Refused } from './account-form.tsx';
import { JoinCard } from './join-card.tsx';
import { addressOfTab } from './settings-page.tsx';

type TwoStepProps = {
  visit: PageView;
  setup: { setup: string; secret: string; uri: string };
  refused?: Refused | undefined;
};

/** `/settings/two-step`: the secret as a picture and as text; the first code turns it on. */
export function TwoStepPage({ visit, setup, refused }: TwoStepProps) {
  const { t } = visit;
  return (
    <JoinCard
      visit={visit}
      title={t('factors.totp_title')}
      scripts={['settings']}
      noindex
      glow={1}
      address="/settings/two-step"
    >
      <p class="join-lead">{t('factors.totp_scan')}</p>
      <p class="join-lead">
        <QrCode text={setup.uri} label={t('factors.totp_picture')} />
      </p>
      <div class="field">
        <p class="field-label">{t('factors.totp_secret')}</p>
        <code>{inGroups(setup.secret)}</code>
      </div>
      <AccountForm
        visit={visit}
        action="/settings/totp/update"
        next="/settings/recovery-codes"
        refused={refused}
        class="form"
      >
        <input type="hidden" name="setup" value={setup.setup} />
        <TextField
          name="code"
          label={t('factors.totp_code')}
          hint={t('factors.totp_code_hint')}
          autocomplete="one-time-code"
          code
        />
        <SubmitButton large>{t('factors.totp_turn_on')}</SubmitButton>
      </AccountForm>
      <p class="join-other">
        <a href={addressOfTab('security')}>{t('factors.back_to_security')}</a>
      </p>
    </JoinCard>
  );
}

/** `/settings/recovery-codes`: shows them the one time. Without codes, explains that. */
export function RecoveryCodesPage({
  visit,
  codes,
}: {
  visit: PageView;
  codes: string[] | undefined;
}) {
  const { t } = visit;
  const file = `${t('factors.codes_file', { site: visit.origin })}\n\n${codes?.join('\n')}\n`;
  return (
    <JoinCard
      visit={visit}
      title={t('factors.codes_title')}
      scripts={['settings']}
      noindex
      glow={1}
      address="/settings/recovery-codes"
    >
      {codes ? (
        <>
          <p class="join-lead">{t('factors.codes_lead', { count: RECOVERY_CODES })}</p>
          <pre class="join-lead">
            <code>{codes.join('\n')}</code>
          </pre>
          <p class="actions">
            <a
              class="button"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
              download="lamplight-recovery-codes.txt"
            >
              {t('factors.codes_download')}
            </a>
            <a class="button button-primary" href={addressOfTab('security')}>
              {t('factors.codes_done')}
            </a>
          </p>
        </>
      ) : (
        <>
          <p class="join-lead">{t('factors.codes_gone')}</p>
          <p class="join-other">
            <a href={addressOfTab('security')}>{t('factors.back_to_security')}</a>
          </p>
        </>
      )}
    </JoinCard>
  );
}
