import type { MailView } from '../rules.ts';

/** In both zones: the reader may be anywhere. */
export function formatTimes({ t, locale }: MailView, at: string): string {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
      new Date(at),
    );
  return t('account_mails.time_both', { shanghai: format('Asia/Shanghai'), utc: format('UTC') });
}
