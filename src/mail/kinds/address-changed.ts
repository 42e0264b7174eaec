import { MAIL_TOKEN_SECONDS } from '../actions/mail-tokens.ts';
import type { ComposeMail } from '../rules.ts';

const DAY = 24 * 3600;

/** Without a token the old address was never verified, and cannot undo the change. */
export const composeAddressChanged: ComposeMail = async ({ t, link, token, data }) => {
  const id = data['token_id'];
  const undo = typeof id === 'string' ? await token(id) : undefined;
  const days = MAIL_TOKEN_SECONDS.undo_change / DAY;
  return {
    subject: t('account_mails.changed_subject'),
    title: t('account_mails.changed_subject'),
    paragraphs: [
      t('account_mails.changed_lead', { email: String(data['email']) }),
      undo ? t('account_mails.changed_undo', { days }) : t('account_mails.changed_no_undo'),
    ],
    ...(undo
      ? {
          button: {
            label: t('account_mails.changed_button'),
            href: link(`/undo-change/${undo.token}`),
          },
        }
      : {}),
  };
};
