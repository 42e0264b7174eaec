import type { ComponentChildren } from 'preact';
import { knownZone, OFFERED_ZONES } from '../../platform/time-zones.ts';
import { INVITERS, REGISTRATION_MODES, type SiteTextSetting } from '../../site-settings/rules.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ErrorSummary, SubmitButton } from '../../ui/form.tsx';
import { zoneName } from '../../ui/zone-name.ts';
import { LEVEL_EXP } from '../../users/rules.ts';
import type { StaffSetting } from '../schema/site.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { AuditSwitch } from './audit-switch.tsx';
import { NamedSwitch } from './named-switch.tsx';
import { HowItRuns, Limits, type Running } from './running.tsx';
import { SiteField, type SiteForm } from './site-field.tsx';
import { AccentSamples, SiteLogoField } from './site-look.tsx';
import { StaffFactorSwitch } from './staff-factor-switch.tsx';

export type SiteProblem = { field: SiteTextSetting; message: string };

type SiteSettingsProps = {
  admin: AdminPage;
  settings: StaffSetting[];
  running: Running;
  /** What the last try entered, and what was wrong with it. */
  typed?: Record<string, string>;
  problems?: SiteProblem[];
};

const GROUPS = ['identity', 'language', 'people', 'home', 'devices', 'security'] as const;
type Group = (typeof GROUPS)[number];

/** SPEC §4 and decision 0053: everything that the owner decides, in groups that are saved one by one. */
export function SiteSettings(props: SiteSettingsProps) {
  const { admin, settings, running, typed = {}, problems = [] } = props;
  const { t } = admin.visit;
  const find = (key: string) => settings.find((one) => one.key === key);
  const audit = find('audit.enabled');
  const staffFactor = find('staff.second_factor_required');
  const form: SiteForm = {
    admin,
    value: (key) => typed[key] ?? String(find(key)?.value ?? ''),
    problem: (key) => problems.find(({ field }) => field === key)?.message,
  };
  return (
    <AdminLayout
      admin={admin}
      current="site_settings"
      title={t('owner_site.title')}
      lead={t('owner_site.lead')}
    >
      {problems.length > 0 ? (
        <ErrorSummary
          title={t('page.please_correct')}
          errors={problems.map((one) => ({ ...one, field: one.field.replaceAll('.', '-') }))}
        />
      ) : null}
      <nav class="site-groups" aria-label={t('owner_site.sections')}>
        {GROUPS.map((group) => (
          <a key={group} class="button button-small" href={`#${group}`}>
            {t(`owner_site.group.${group}`)}
          </a>
        ))}
      </nav>
      <div class="stack">
        <Identity form={form} />
        <Section admin={admin} group="language">
          <Language form={form} />
        </Section>
        <Section admin={admin} group="people">
          <People form={form} />
        </Section>
        {audit ? <AuditSwitch admin={admin} audit={audit} /> : null}
        <NamedSwitch
          admin={admin}
          setting={find('posts.verified_address_required')}
          name="verified"
        >
          {running.sends_mail ? null : (
            <p class="meta">{t('admin.site_settings.verified_no_mail')}</p>
          )}
        </NamedSwitch>
        <NamedSwitch admin={admin} setting={find('posts.reads_shown')} name="reads" />
        <NamedSwitch admin={admin} setting={find('transparency.shown')} name="transparency">
          {find('transparency.shown')?.value ? (
            <p>
              <a href="/transparency">{t('transparency.open')}</a>
            </p>
          ) : null}
        </NamedSwitch>
        <Section admin={admin} group="home">
          <Home form={form} />
        </Section>
        <Section admin={admin} group="devices">
          <Devices form={form} />
        </Section>
        <Section admin={admin} group="security">
          {staffFactor ? <StaffFactorSwitch admin={admin} setting={staffFactor} /> : null}
        </Section>
        <HowItRuns admin={admin} running={running} />
        <Limits admin={admin} limits={running.limits} />
      </div>
    </AdminLayout>
  );
}

type SectionProps = { admin: AdminPage; group: Group; children: ComponentChildren };

function Section({ admin, group, children }: SectionProps) {
  const { t } = admin.visit;
  return (
    <section class="card site-setting" id={group} aria-labelledby={`${group}-title`}>
      <div>
        <h2 id={`${group}-title`}>{t(`owner_site.group.${group}`)}</h2>
        <p class="meta">{t(`owner_site.group_lead.${group}`)}</p>
      </div>
      {children}
    </section>
  );
}

function SavedTogether({ form, children }: { form: SiteForm; children: ComponentChildren }) {
  const { visit } = form.admin;
  return (
    <ActionForm visit={visit} action="/admin/site-settings/update" class="form">
      {children}
      <p>
        <SubmitButton>{visit.t('owner_site.save')}</SubmitButton>
      </p>
    </ActionForm>
  );
}

function Identity({ form }: { form: SiteForm }) {
  return (
    <Section admin={form.admin} group="identity">
      <SavedTogether form={form}>
        <SiteField form={form} setting="site.name" name="name" />
        <SiteField form={form} setting="site.description" name="description" />
        <SiteField form={form} setting="site.contact" name="contact" />
        <SiteField form={form} setting="site.accent" name="accent" code placeholder="#0b6b63">
          <AccentSamples form={form} />
        </SiteField>
      </SavedTogether>
      <SiteLogoField admin={form.admin} />
    </Section>
  );
}

function Language({ form }: { form: SiteForm }) {
  const { t, locale } = form.admin.visit;
  const current = form.value('site.time_zone');
  const zones = [...new Set<string>([...OFFERED_ZONES, current])]
    .filter((zone) => knownZone(zone) !== undefined)
    .map((value) => ({ value, label: `${zoneName(value, locale)} · ${value}` }));
  const languages = [
    { value: 'zh-CN', label: t('owner_site.languages.zh') },
    { value: 'en', label: t('owner_site.languages.en') },
  ];
  return (
    <SavedTogether form={form}>
      <SiteField form={form} setting="site.language" name="language" options={languages} />
      <SiteField form={form} setting="site.time_zone" name="time_zone" options={zones} />
    </SavedTogether>
  );
}

function People({ form }: { form: SiteForm }) {
  const { t } = form.admin.visit;
  const mode = form.value('registration.mode');
  const levels = LEVEL_EXP.map((_, level) => ({
    value: String(level),
    label: level === 0 ? t('owner_site.level_all') : t('owner_site.level', { level }),
  }));
  const inviters = INVITERS.map((value) => ({
    value,
    label:
      value === 'staff'
        ? t('owner_site.inviters_staff')
        : t('owner_site.inviters_level', { level: value }),
  }));
  return (
    <SavedTogether form={form}>
      <fieldset class="field site-choices">
        <legend class="field-label">{t('owner_site.about.registration')}</legend>
        {REGISTRATION_MODES.map((one) => (
          <label key={one} class="site-choice">
            <input type="radio" name="registration.mode" value={one} checked={one === mode} />
            <span>
              <span class="check-label">{t(`owner_site.registration.${one}`)}</span>
              <span class="field-hint">{t(`owner_site.registration_hint.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <SiteField form={form} setting="registration.inviters" name="inviters" options={inviters} />
      <SiteField form={form} setting="posts.publish_level" name="publish_level" options={levels} />
    </SavedTogether>
  );
}

function Home({ form }: { form: SiteForm }) {
  return (
    <SavedTogether form={form}>
      <SiteField form={form} setting="announcement.text" name="announcement" rows={2} />
      <SiteField form={form} setting="announcement.url" name="announcement_url" />
      <SiteField form={form} setting="footer.links" name="links" rows={4} />
      <SiteField form={form} setting="site.icp_number" name="icp_number" />
      <SiteField form={form} setting="site.police_number" name="police_number" />
    </SavedTogether>
  );
}

function Devices({ form }: { form: SiteForm }) {
  const { t } = form.admin.visit;
  const offline = [
    { value: 'on', label: t('owner_site.offline.on') },
    { value: 'off', label: t('owner_site.offline.off') },
  ];
  return (
    <SavedTogether form={form}>
      <SiteField form={form} setting="site.offline" name="offline" options={offline} />
    </SavedTogether>
  );
}
