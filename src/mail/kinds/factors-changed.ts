import type { ComposeMail } from '../rules.ts';

/** The changes of `data.change`. */
const FACTOR_CHANGES = [
  'passkey_added',
  'passkey_removed',
  'passkey_cloned',
  'totp_added',
  'totp_removed',
  'passkey_step_on',
  'passkey_step_off',
  'recovery_codes_made',
  'recovery_code_used',
  'factors_reset',
  'password_added',
  'password_removed',
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];

/** ASVS 6.3.7: every change of a way to log in is reported to the member. */
export const composeFactorsChanged: ComposeMail = async ({ t, link, data }) => {
  const change = FACTOR_CHANGES.find((one) => one === data['change']);
  if (!change) return undefined;
  const name = String(data['name'] ?? '');
  return {
    subject: t('factors.mail_changed_subject'),
    title: t('factors.mail_changed_title'),
    paragraphs: [
      t(`factors.mail_${change}`, { name }),
      t(`factors.mail_${change === 'passkey_cloned' ? 'cloned_advice' : 'changed_advice'}`),
    ],
    button: { label: t('factors.mail_changed_button'), href: link('/settings?tab=security') },
  };
};
