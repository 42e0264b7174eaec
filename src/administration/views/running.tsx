import type { Config } from '../../config.ts';
import type { Locale } from '../../platform/i18n.ts';
import { LIMIT_NAMES, type LimitRule } from '../../platform/limits/rules.ts';
import type { AdminPage } from './admin-layout.tsx';

/** Only these settings reach the page: most of the others are secret. */
export type Running = Pick<Config, 'BASE_URL' | 'STORAGE' | 'S3_BUCKET' | 'limits'> & {
  sends_mail: boolean;
  version: string;
  has_redis: boolean;
};

export function HowItRuns({ admin, running }: { admin: AdminPage; running: Running }) {
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

export function Limits({ admin, limits }: { admin: AdminPage; limits: Config['limits'] }) {
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
