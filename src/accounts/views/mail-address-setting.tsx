import type { AddressState } from '../../mail/actions/enable-address.ts';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton } from '../../ui/form.tsx';
import { formatDate } from '../../ui/time.tsx';
import { AccountForm } from './account-form.tsx';
import { addressOfTab, Setting } from './settings-page.tsx';

type Props = { visit: PageView; address: AddressState; banned: boolean };

/** Shown only if the address gets no more mail. */
export function MailAddressSetting({ visit, address, banned }: Props) {
  const { t, locale } = visit;
  if (address.state === 'working') return null;
  const reason = address.reason ?? 'bounce';
  return (
    <Setting id="mail-address" title={t('mail.disabled')} about={t('mail.disabled_about')}>
      <p>{t(`mail.disabled_${reason}`, { date: formatDate(address.disabled_at ?? '', locale) })}</p>
      <AccountForm
        visit={visit}
        action="/settings/mail-address/enable"
        next={addressOfTab('security')}
        class="form setting-form"
      >
        <fieldset class="plain" disabled={banned}>
          <p>
            <SubmitButton>{t('mail.enable')}</SubmitButton>
          </p>
        </fieldset>
      </AccountForm>
    </Setting>
  );
}
