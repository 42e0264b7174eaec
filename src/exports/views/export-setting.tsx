import { Download, Hourglass, PackageCheck } from 'lucide-static';
import { AccountForm, errorAt, type Refused } from '../../accounts/views/account-form.tsx';
import { PasswordField } from '../../accounts/views/password-field.tsx';
import { addressOfTab, Setting } from '../../accounts/views/settings-page.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatDateTime, formatRelativeTime } from '../../ui/time.tsx';
import type { Export } from '../schema.ts';

export type ExportSettingProps = {
  visit: PageView;
  exported: Export;
  banned: boolean;
  hasPassword: boolean;
  refused?: Refused | undefined;
};

export function ExportSetting(props: ExportSettingProps) {
  const { visit, exported } = props;
  const { t } = visit;
  return (
    <Setting id="export" title={t('settings.export')} about={t('settings.export_about')}>
      {exported.state === 'preparing' ? <Preparing {...props} /> : null}
      {exported.state === 'ready' ? <Ready {...props} /> : null}
      {exported.state === 'taken' || exported.state === 'expired' ? <Past {...props} /> : null}
      {canRequest(exported) ? <RequestForm {...props} /> : null}
    </Setting>
  );
}

/** Also true for an export that has been in preparation for a day, which must have failed. */
function canRequest({ state, next_at }: Export): boolean {
  return state !== 'ready' && next_at === null;
}

function Preparing({ visit, exported }: ExportSettingProps) {
  const { t, locale, now } = visit;
  return (
    <div class="export-state" role="status">
      <Icon of={Hourglass} size={24} />
      <div>
        <p class="export-title">{t('settings.export_preparing')}</p>
        <p class="meta">
          {t('settings.export_preparing_about', {
            ago: formatRelativeTime(exported.asked_at ?? '', now, locale),
          })}
        </p>
        <p>
          <a href={addressOfTab('privacy')}>{t('settings.export_reload')}</a>
        </p>
      </div>
    </div>
  );
}

function Ready({ visit, exported }: ExportSettingProps) {
  const { t, locale } = visit;
  const until = formatDateTime(exported.expires_at ?? '', locale);
  const size = sizeOf(exported.bytes ?? 0, locale);
  return (
    <div class="export-state">
      <Icon of={PackageCheck} size={24} />
      <div>
        <p class="export-title">{t('settings.export_ready')}</p>
        <p class="meta">{t('settings.export_ready_about', { until })}</p>
        <p>
          <a class="button button-primary" href="/settings/export/file" download>
            <Icon of={Download} size={18} />
            {t('settings.export_download', { size })}
          </a>
        </p>
      </div>
    </div>
  );
}

function Past({ visit, exported }: ExportSettingProps) {
  const { t, locale } = visit;
  const { state, taken_at, expires_at, next_at } = exported;
  const at = formatDateTime((state === 'taken' ? taken_at : expires_at) ?? '', locale);
  return (
    <div class="export-past">
      <p>
        {state === 'taken'
          ? t('settings.export_taken', { at })
          : t('settings.export_expired', { at })}
      </p>
      {next_at ? (
        <p class="meta">{t('settings.export_next', { at: formatDateTime(next_at, locale) })}</p>
      ) : null}
    </div>
  );
}

function RequestForm({ visit, banned, refused, hasPassword }: ExportSettingProps) {
  const { t } = visit;
  return (
    <AccountForm
      visit={visit}
      action="/settings/export"
      next={addressOfTab('privacy')}
      refused={refused}
      class="form setting-form"
    >
      <fieldset class="plain" disabled={banned}>
        <p class="field-hint">{t('settings.export_how')}</p>
        {hasPassword ? (
          <PasswordField
            visit={visit}
            name="password"
            label={t('settings.export_password')}
            error={errorAt(refused, 'password')}
          />
        ) : null}
        <p>
          <SubmitButton>{t('settings.export_submit')}</SubmitButton>
        </p>
      </fieldset>
    </AccountForm>
  );
}

const KILOBYTE = 1000;

function sizeOf(bytes: number, locale: PageView['locale']): string {
  const large = bytes >= KILOBYTE * KILOBYTE;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: large ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: large ? 1 : 0,
  }).format(Math.max(1, bytes / KILOBYTE) / (large ? KILOBYTE : 1));
}
