import { Bot, Monitor, MonitorSmartphone, Smartphone, Tablet } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import type { Device } from '../schema.ts';
import { addressOfTab } from './settings-page.tsx';

const ICONS: Record<Device['device_type'], string> = {
  desktop: Monitor,
  mobile: Smartphone,
  tablet: Tablet,
  bot: Bot,
  unknown: MonitorSmartphone,
};
const REMARK_MAX = 64;

type DevicesProps = { visit: PageView; devices: Device[]; banned: boolean };

/** Where the account is signed in, this device first. */
export function DeviceSettings({ visit, devices, banned }: DevicesProps) {
  const { t } = visit;
  const others = devices.filter(({ is_current }) => !is_current);
  const ordered = [...devices.filter(({ is_current }) => is_current), ...others];
  return (
    <section aria-labelledby="devices-title">
      <div class="devices-head">
        <div>
          <h2 id="devices-title">{t('settings.sessions')}</h2>
          <p class="meta">
            {others.length === 0
              ? t('settings.sessions_alone')
              : t('settings.sessions_many', { count: devices.length })}
          </p>
        </div>
        {others.length > 0 ? (
          <EndOthers visit={visit} count={others.length} banned={banned} />
        ) : null}
      </div>
      <ul class="devices">
        {ordered.map((device) => (
          <DeviceCard key={device.sid} visit={visit} device={device} banned={banned} />
        ))}
      </ul>
    </section>
  );
}

type EndOthersProps = { visit: PageView; count: number; banned: boolean };

function EndOthers({ visit, count, banned }: EndOthersProps) {
  const { t } = visit;
  return (
    <Popover
      id="end-others"
      buttonClass="button button-danger"
      button={t('settings.end_others', { count })}
    >
      <p>{t('settings.end_others_about', { count })}</p>
      <ActionForm
        visit={visit}
        action="/settings/sessions/destroy-others"
        next={addressOfTab('sessions')}
        class="end-others"
      >
        <button class="button button-danger" type="submit" disabled={banned}>
          {t('settings.end_others', { count })}
        </button>
      </ActionForm>
    </Popover>
  );
}

type DeviceCardProps = { visit: PageView; device: Device; banned: boolean };

function DeviceCard({ visit, device, banned }: DeviceCardProps) {
  const { t } = visit;
  const name = nameOf(visit, device);
  return (
    <li class="card device">
      <span class="device-icon">
        <Icon of={ICONS[device.device_type]} size={24} />
      </span>
      <div class="device-text">
        <h3 class="device-name">
          {device.remark || name}
          {device.is_current ? <Tag tone="success">{t('settings.session_current')}</Tag> : null}
          {device.transport === 'bearer' ? <Tag>{t('settings.session_api')}</Tag> : null}
        </h3>
        <p class="meta">
          {[
            ...(device.remark ? [name] : []),
            t(`settings.type_${device.device_type}`),
            ...(device.ip ? [t('settings.session_ip', { ip: device.ip })] : []),
          ].join(' · ')}
        </p>
        <DeviceTimes visit={visit} device={device} />
        <Remark visit={visit} device={device} name={name} banned={banned} />
      </div>
      {device.is_current ? null : (
        <ActionForm
          visit={visit}
          action={`/settings/sessions/${device.sid}/delete`}
          next={addressOfTab('sessions')}
          class="device-end"
          data-bare
        >
          <button
            class="button button-small"
            type="submit"
            disabled={banned}
            aria-label={t('settings.session_end_label', { device: device.remark || name })}
          >
            {t('settings.session_end')}
          </button>
        </ActionForm>
      )}
    </li>
  );
}

/** D12: the time of last use is written at most once a minute. */
function isActive(device: Device, now: Date): boolean {
  return now.getTime() - new Date(device.last_used_at).getTime() < 60_000;
}

function DeviceTimes({ visit, device }: { visit: PageView; device: Device }) {
  const { t, locale, now } = visit;
  return (
    <p class="meta device-times">
      <span>
        {isActive(device, now) ? (
          t('settings.session_active')
        ) : (
          <>
            {t('settings.session_last')} <Time at={device.last_used_at} locale={locale} now={now} />
          </>
        )}
      </span>
      <span>
        {t('settings.session_first')} <Time at={device.created_at} locale={locale} now={now} />
      </span>
    </p>
  );
}

function Remark({ visit, device, name, banned }: DeviceCardProps & { name: string }) {
  const { t } = visit;
  const id = `remark-${device.sid}`;
  return (
    <details class="remark">
      <summary>
        {t(device.remark ? 'settings.session_remark_edit' : 'settings.session_remark_add')}
      </summary>
      <ActionForm
        visit={visit}
        action={`/settings/sessions/${device.sid}/remark/update`}
        next={addressOfTab('sessions')}
        class="remark-form"
      >
        <label class="visually-hidden" for={id}>
          {t('settings.session_remark')} · {name}
        </label>
        <input
          class="input"
          id={id}
          name="remark"
          value={device.remark}
          maxlength={REMARK_MAX}
          placeholder={t('settings.session_remark_placeholder')}
          autocomplete="off"
          disabled={banned}
        />
        <SubmitButton class="button" disabled={banned}>
          {t('settings.save')}
        </SubmitButton>
      </ActionForm>
    </details>
  );
}

function nameOf({ t }: PageView, device: Device): string {
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
  const browser = join(device.browser, device.browser_version);
  const system = join(device.os, device.os_version);
  return `${browser || t('settings.session_unknown_browser')} · ${system || t('settings.session_unknown_system')}`;
}
