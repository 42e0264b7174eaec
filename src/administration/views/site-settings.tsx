import type { ComponentChildren } from 'preact';
import { REGISTRATION_MODES, type SiteTextSetting } from '../../site-settings/rules.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ErrorSummary } from '../../ui/form.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Time } from '../../ui/time.tsx';
import { LEVEL_EXP } from '../../users/rules.ts';
import type { StaffSetting } from '../schema/site.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { HowItRuns, Limits, type Running } from './running.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { SiteField, type SiteForm } from './site-field.tsx';
import { AccentSamples, SiteLogoField } from './site-look.tsx';
import { StaffFactorSwitch } from './staff-factor-switch.tsx';
import { VerifiedSwitch } from './verified-switch.tsx';

export type SiteProblem = { field: SiteTextSetting; message: string };

type SiteSettingsProps = {
  admin: AdminPage;
  settings: StaffSetting[];
  running: Running;
  /** What the last try entered, and what was wrong with it. */
  typed?: Record<string, string>;
  problems?: SiteProblem[];
};

const GROUPS = ['identity', 'language', 'people', 'home', 'security'] as const;
type Group = (typeof GROUPS)[number];

/** SPEC §4 and decision 0053: everything that the owner decides, in groups that are saved one by one. */
export function SiteSettings(props: SiteSettingsProps) {
  const { admin, settings, running, typed = {}, problems = [] } = props;
  const { t } = admin.visit;
  const find = (key: string) => settings.find((one) => one.key === key);
  const audit = find('audit.enabled');
  const verified = find('posts.verified_address_required');
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
          <a key={group} class="chip" href={`#${group}`}>
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
        {verified ? (
          <VerifiedSwitch admin={admin} setting={verified} sendsMail={running.sends_mail} />
        ) : null}
        <Section admin={admin} group="home">
          <Home form={form} />
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
        <button class="button button-primary" type="submit">
          {visit.t('owner_site.save')}
        </button>
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
  const { t } = form.admin.visit;
  const languages = [
    { value: 'zh-CN', label: t('owner_site.languages.zh') },
    { value: 'en', label: t('owner_site.languages.en') },
  ];
  return (
    <SavedTogether form={form}>
      <SiteField form={form} setting="site.language" name="language" options={languages} />
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
      <SiteField form={form} setting="posts.publish_level" name="publish_level" options={levels} />
    </SavedTogether>
  );
}

function Home({ form }: { form: SiteForm }) {
  return (
    <SavedTogether form={form}>
      <SiteField form={form} setting="home.notice" name="notice" rows={2} />
      <SiteField form={form} setting="home.notice_url" name="notice_url" />
      <SiteField form={form} setting="footer.links" name="links" rows={4} />
      <SiteField form={form} setting="site.icp_number" name="icp_number" />
      <SiteField form={form} setting="site.police_number" name="police_number" />
    </SavedTogether>
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
