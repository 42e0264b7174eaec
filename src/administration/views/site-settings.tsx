import type { Config } from '../../config.ts';
import type { Locale } from '../../platform/i18n.ts';
import { LIMIT_NAMES, type LimitRule } from '../../platform/limits/rules.ts';
import { CONTACT_MAX } from '../../site-settings/rules.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Time } from '../../ui/time.tsx';
import type { StaffSetting } from '../schema/site.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { ReadsSwitch } from './reads-switch.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { StaffFactorSwitch } from './staff-factor-switch.tsx';
import { VerifiedSwitch } from './verified-switch.tsx';

/** Only these settings reach the page: most of the others are secret. */
export type Running = Pick<Config, 'BASE_URL' | 'STORAGE' | 'S3_BUCKET' | 'limits'> & {
  sends_mail: boolean;
  version: string;
  has_redis: boolean;
};

type SiteSettingsProps = {
  admin: AdminPage;
  settings: StaffSetting[];
  contact: string;
  running: Running;
};

/** SPEC §4: the review switch and the running configuration. */
export function SiteSettings({ admin, settings, contact, running }: SiteSettingsProps) {
  const { t } = admin.visit;
  const audit = settings.find((setting) => setting.key === 'audit.enabled');
  const verified = settings.find((one) => one.key === 'posts.verified_address_required');
  const reads = settings.find(({ key }) => key === 'posts.reads_shown');
  const staffFactor = settings.find(({ key }) => key === 'staff.second_factor_required');
  return (
    <AdminLayout admin={admin} current="site_settings" title={t('admin.site_settings.title')}>
      <div class="stack">
        {audit ? <AuditSwitch admin={admin} audit={audit} /> : null}
        {verified ? (
          <VerifiedSwitch admin={admin} setting={verified} sendsMail={running.sends_mail} />
        ) : null}
        {reads ? <ReadsSwitch admin={admin} setting={reads} /> : null}
        <Contact admin={admin} contact={contact} />
        {staffFactor ? <StaffFactorSwitch admin={admin} setting={staffFactor} /> : null}
        <HowItRuns admin={admin} running={running} />
        <Limits admin={admin} limits={running.limits} />
      </div>
    </AdminLayout>
  );
}

function AuditSwitch({ admin, audit }: { admin: AdminPage; audit: StaffSetting }) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  const on = audit.value;
  const { pending_posts = 0, pending_profiles = 0 } = audit.consequences ?? {};
  const waiting =
    pending_posts + pending_profiles > 0
      ? t('admin.site_settings.waiting', {
          posts: formatCount(pending_posts),
          profiles: formatCount(pending_profiles),
        })
      : t('admin.site_settings.none_waiting');
  return (
    <SettingSwitch
      visit={visit}
      id="audit"
      setting={audit}
      title={t('admin.site_settings.audit')}
      state={t(on ? 'admin.site_settings.audit_on' : 'admin.site_settings.audit_off')}
      lead={t(on ? 'admin.site_settings.audit_on_lead' : 'admin.site_settings.audit_off_lead')}
      button={t(on ? 'admin.site_settings.turn_off' : 'admin.site_settings.turn_on')}
      consequences={`${t(on ? 'admin.site_settings.if_off' : 'admin.site_settings.if_on')} ${waiting}`}
    >
      <p class="meta">
        {audit.updated_at ? (
          <>
            {audit.updated_by
              ? t('admin.site_settings.changed_by', { name: audit.updated_by.name })
              : t('admin.site_settings.changed')}
            <Time at={audit.updated_at} locale={locale} now={now} />
          </>
        ) : (
          t('admin.site_settings.never_changed')
        )}
      </p>
    </SettingSwitch>
  );
}

function Contact({ admin, contact }: { admin: AdminPage; contact: string }) {
  const { visit } = admin;
  const { t } = visit;
  return (
    <section class="card site-setting" aria-labelledby="contact">
      <h2 id="contact">{t('admin.site_settings.contact')}</h2>
      <ActionForm visit={visit} action="/admin/site-contact/update" class="form">
        <div class="field">
          <label class="field-label" for="site-contact">
            {t('admin.site_settings.contact_label')}
          </label>
          <input
            class="input"
            id="site-contact"
            name="contact"
            value={contact}
            maxLength={CONTACT_MAX}
            aria-describedby="contact-hint"
          />
          <p class="field-hint" id="contact-hint">
            {t('admin.site_settings.contact_hint')}
          </p>
        </div>
        <p>
          <button class="button" type="submit">
            {t('settings.save')}
          </button>
        </p>
      </ActionForm>
    </section>
  );
}

function HowItRuns({ admin, running }: { admin: AdminPage; running: Running }) {
  const { t } = admin.visit;
  const facts = [
    [t('admin.site_settings.address'), running.BASE_URL],
    [t('admin.site_settings.version'), running.version],
    [t('admin.site_settings.time_zone'), t('admin.site_settings.time_zone_value')],
    [
      t('admin.site_settings.storage'),
      running.STORAGE === 's3'
        ? t('admin.site_settings.storage_s3', { bucket: running.S3_BUCKET })
        : t('admin.site_settings.storage_disk'),
    ],
    [
      t('admin.site_settings.redis'),
      t(running.has_redis ? 'admin.site_settings.redis_on' : 'admin.site_settings.redis_off'),
    ],
  ];
  return (
    <section class="card site-setting" aria-labelledby="running">
      <h2 id="running">{t('admin.site_settings.general')}</h2>
      <p class="meta">{t('admin.site_settings.general_hint')}</p>
      <dl class="facts site-setting-facts">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}

function Limits({ admin, limits }: { admin: AdminPage; limits: Config['limits'] }) {
  const { t } = admin.visit;
  return (
    <section class="card site-setting" aria-labelledby="limits">
      <h2 id="limits">{t('admin.site_settings.limits')}</h2>
      <p class="meta">{t('admin.site_settings.limits_hint')}</p>
      <dl class="facts site-setting-facts">
        {LIMIT_NAMES.map((name) => (
          <>
            <dt>{t(`admin.site_settings.limit.${name}`)}</dt>
            <dd>{spellRule(admin, limits[name])}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}

function spellRule({ visit }: AdminPage, rule: LimitRule | null): string {
  const { t, locale } = visit;
  if (!rule) return t('admin.site_settings.limit_off');
  const { points, seconds, block } = rule;
  const window = spellSeconds(seconds, locale);
  const blocked = { block: spellSeconds(block, locale) };
  return (
    t('admin.site_settings.limit_rule', { points, window }) +
    (block > 0 ? t('admin.site_settings.limit_block', blocked) : '')
  );
}

const MINUTE = 60;

function spellSeconds(seconds: number, locale: Locale): string {
  const whole = seconds % MINUTE === 0;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: whole ? 'minute' : 'second',
    unitDisplay: 'long',
  }).format(whole ? seconds / MINUTE : seconds);
}
