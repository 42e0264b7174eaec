import { AccountForm } from '../../accounts/views/account-form.tsx';
import { addressOfTab, Setting } from '../../accounts/views/settings-page.tsx';
import type { PageView } from '../../platform/http/page.ts';
import type { Locale } from '../../platform/i18n.ts';
import { OFFERED_ZONES } from '../../platform/time-zones.ts';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { memoizeByLocale } from '../../ui/memoize-by-locale.ts';
import { FREQUENCIES } from '../rules.ts';
import type { DigestSettings } from '../schema.ts';

type DigestSettingProps = {
  visit: PageView;
  digest: DigestSettings;
  email: string;
  banned: boolean;
};

export function DigestSetting(props: DigestSettingProps) {
  const { visit, digest } = props;
  const { t } = visit;
  const isOn = digest.frequency !== 'off';
  return (
    <Setting id="digest" title={t('digest.setting')} about={t('digest.setting_about')}>
      {digest.available ? null : <p class="meta">{t('digest.off_site')}</p>}
      {digest.available && !digest.verified ? (
        <p>
          {t('digest.unverified')}{' '}
          <a href={`${addressOfTab('security')}#email-address`}>{t('digest.unverified_link')}</a>
        </p>
      ) : null}
      {/* Who is subscribed can unsubscribe, whatever has changed since. */}
      {(digest.available && digest.verified) || isOn ? <TimeForm {...props} /> : null}
    </Setting>
  );
}

function TimeForm({ visit, digest, email, banned }: DigestSettingProps) {
  const { t, locale } = visit;
  const { frequency, hour, weekday, zone, next_at } = digest;
  return (
    <AccountForm
      visit={visit}
      action="/settings/digest/update"
      next={`${addressOfTab('notifications')}#digest`}
      class="form setting-form"
    >
      <fieldset class="plain" disabled={banned}>
        <Choice
          name="frequency"
          label={t('digest.frequency')}
          value={frequency}
          choices={(['off', ...FREQUENCIES] as const).map((one) => [
            one,
            t(`digest.frequency_${one}`),
          ])}
        />
        <Choice
          name="weekday"
          label={t('digest.weekday')}
          hint={t('digest.weekday_hint')}
          value={weekday}
          choices={weekdays(locale)}
        />
        <Choice
          name="hour"
          label={t('digest.hour')}
          hint={t('digest.spread')}
          value={hour}
          choices={HOURS}
        />
        <Choice
          name="zone"
          label={t('digest.zone')}
          value={zone}
          choices={zonesWith(locale, zone)}
        />
        {next_at ? (
          <p class="meta">{t('digest.next', { at: formatIn(zone, next_at, locale), email })}</p>
        ) : null}
        <p>
          <SubmitButton>{t('digest.save')}</SubmitButton>
        </p>
      </fieldset>
    </AccountForm>
  );
}

type Choices = readonly (readonly [value: string | number, label: string])[];
type ChoiceProps = {
  name: string;
  label: string;
  hint?: string;
  value: string | number;
  choices: Choices;
};

function Choice({ name, label, hint, value, choices }: ChoiceProps) {
  const id = `digest-${name}`;
  return (
    <Field id={id} label={label} hint={hint}>
      <select
        class="input"
        id={id}
        name={name}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
      >
        {choices.map(([one, text]) => (
          <option key={one} value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

const HOURS: Choices = Array.from({ length: 24 }, (_, hour) => [
  hour,
  `${String(hour).padStart(2, '0')}:00`,
]);

/** 2026-11-16 was a Monday. */
const weekdays = memoizeByLocale((locale): Choices => {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 7].map((day) => [
    day,
    format.format(new Date(Date.UTC(2026, 10, 15 + day))),
  ]);
});

const offeredZones = memoizeByLocale(
  (locale): Choices => OFFERED_ZONES.map((zone) => [zone, nameOfZone(zone, locale)]),
);

/** With the member's own, which may have been set through the API. */
function zonesWith(locale: Locale, zone: string): Choices {
  const offered = offeredZones(locale);
  const isOffered = offered.some(([one]) => one === zone);
  return isOffered ? offered : [[zone, nameOfZone(zone, locale)], ...offered];
}

function nameOfZone(zone: string, locale: Locale): string {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name && name !== zone ? `${name} (${zone})` : zone;
}

function formatIn(zone: string, at: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(at));
}
