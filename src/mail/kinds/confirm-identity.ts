import type { ComposeMail } from '../rules.ts';

/** D64: the six digits for a member without a password. */
export const composeConfirmIdentity: ComposeMail = async ({ t, token, data }) => {
  const rendered = await token(String(data['token']));
  if (!rendered) return undefined;
  return {
    subject: t('factors.mail_confirm_subject', { code: rendered.code }),
    title: t('factors.mail_confirm_title'),
    paragraphs: [t('factors.mail_confirm_text')],
    code: rendered.code,
    footnote: t('factors.mail_confirm_footnote'),
  };
};
