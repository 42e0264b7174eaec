import { zoneName } from '../../ui/zone-name.ts';
import type { MailView } from '../rules.ts';

/** By the clock of the site and in UTC: the reader may be anywhere. */
export function formatTimes({ t, locale, time_zone }: MailView, at: string): string {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
      new Date(at),
    );
  const utc = format('UTC');
  if (time_zone === 'UTC') return t('account_mails.time_utc', { utc });
  const zone = zoneName(time_zone, locale);
  return t('account_mails.time_both', { local: format(time_zone), zone, utc });
}
