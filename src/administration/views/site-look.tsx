import { ImageUp } from 'lucide-static';
import { deriveAccent } from '../../site-settings/accent.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { iconUrl, Logo } from '../../ui/logo.tsx';
import type { AdminPage } from './admin-layout.tsx';
import type { SiteForm } from './site-field.tsx';

const TYPES = 'image/jpeg,image/png,image/gif,image/webp';

/** `administration/client.ts` uploads the picture as soon as it is chosen. */
export function SiteLogoField({ admin }: { admin: AdminPage }) {
  const { visit } = admin;
  const { t, site } = visit;
  return (
    <div class="site-logo">
      <h3 class="field-label">{t('owner_site.logo')}</h3>
      <p class="field-hint" id="site-logo-hint">
        {t('owner_site.logo_hint')}
      </p>
      <div class="site-logo-row">
        {site.logo ? (
          <img src={iconUrl('96', site)} alt="" width={64} height={64} />
        ) : (
          <span class="site-logo-default">
            <Logo site={site} />
          </span>
        )}
        <input
          class="visually-hidden"
          id="site-logo"
          type="file"
          accept={TYPES}
          aria-describedby="site-logo-hint"
          data-site-logo
          data-busy={t('owner_site.logo_busy')}
        />
        <label class="button" for="site-logo">
          <Icon of={ImageUp} size={16} />
          {t('owner_site.logo_pick')}
        </label>
        {site.logo ? (
          <ActionForm visit={visit} action="/admin/site-logo/delete">
            <button class="button button-quiet" type="submit">
              {t('owner_site.logo_remove')}
            </button>
          </ActionForm>
        ) : (
          <span class="meta">{t('owner_site.logo_default')}</span>
        )}
      </div>
      <noscript>
        <p class="field-hint">{t('owner_site.logo_no_scripts')}</p>
      </noscript>
    </div>
  );
}

/** What became of the color in each theme. Drawn, because a page has no inline styles. */
export function AccentSamples({ form }: { form: SiteForm }) {
  const { t } = form.admin.visit;
  const given = form.value('site.accent').toLowerCase();
  const accent = given === '' ? undefined : deriveAccent(given);
  if (!accent) return null;
  const { light, dark } = accent;
  const isAsIs = light.accent === given;
  return (
    <div class="site-accent">
      <div class="site-accent-samples">
        <Sample
          label={t('owner_site.accent_day')}
          text={t('owner_site.accent_sample')}
          paper="#fffefa"
          color={light.accent}
          on={light.on}
        />
        <Sample
          label={t('owner_site.accent_night')}
          text={t('owner_site.accent_sample')}
          paper="#171d1b"
          color={dark.accent}
          on={dark.on}
        />
      </div>
      <p class="field-hint">
        {isAsIs
          ? t('owner_site.accent_as_is')
          : t('owner_site.accent_darker', { given, used: light.accent })}{' '}
        {dark.accent === given ? '' : t('owner_site.accent_lighter', { used: dark.accent })}
      </p>
    </div>
  );
}

type SampleProps = { label: string; text: string; paper: string; color: string; on: string };

function Sample({ label, text, paper, color, on }: SampleProps) {
  return (
    <figure class="site-accent-sample">
      <svg viewBox="0 0 200 64" width="200" height="64" role="img" aria-label={`${label} ${color}`}>
        <rect width="200" height="64" rx="8" fill={paper} />
        <rect x="12" y="16" width="92" height="32" rx="6" fill={color} />
        <text x="58" y="36" font-size="12" text-anchor="middle" fill={on}>
          {text.slice(0, 8)}
        </text>
        <text x="116" y="36" font-size="13" fill={color}>
          {color}
        </text>
      </svg>
      <figcaption class="meta">{label}</figcaption>
    </figure>
  );
}
