import { Setting } from '../../accounts/views/settings-page.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { PUSH_GROUPS } from '../rules.ts';
import type { PushSettings } from '../schema.ts';

type PushSettingProps = { visit: PageView; push: PushSettings; banned: boolean };

/** Every state is sent hidden; `push/client` knows which one the browser is in. */
export function PushSetting({ visit, push, banned }: PushSettingProps) {
  const { t } = visit;
  return (
    <Setting id="push" title={t('push.setting')} about={t('push.setting_about')}>
      {push.available ? (
        <>
          <noscript>
            <p class="meta">{t('push.needs_scripts')}</p>
          </noscript>
          <PushForm visit={visit} push={push} banned={banned} />
          <p class="meta switch-note">{t('push.note')}</p>
        </>
      ) : (
        <p class="meta">{t('push.unavailable')}</p>
      )}
    </Setting>
  );
}

function PushForm({ visit, push, banned }: PushSettingProps) {
  const { t } = visit;
  const chosen = push.groups ?? PUSH_GROUPS;
  return (
    <form
      class="form setting-form"
      data-push={push.public_key}
      data-saved={t('push.saved')}
      {...(push.groups ? { 'data-on': '' } : {})}
      hidden
    >
      <div role="status">
        {(['on', 'off', 'denied', 'unsupported'] as const).map((state) => (
          <p key={state} data-state={state} hidden>
            {t(`push.${state}`)}
          </p>
        ))}
      </div>
      <p class="form-problem" role="alert" data-state="failed" hidden>
        {t('push.failed')}
      </p>
      <fieldset class="field plain" disabled={banned} data-state="on off" hidden>
        <legend class="field-label">{t('push.which')}</legend>
        {PUSH_GROUPS.map((group) => (
          <div key={group} class="field field-check">
            <input
              class="checkbox"
              id={`push-${group}`}
              name="groups"
              type="checkbox"
              value={group}
              checked={chosen.includes(group)}
            />
            <label class="check-label" for={`push-${group}`}>
              {t(`push.group_${group}`)}
            </label>
          </div>
        ))}
      </fieldset>
      <p>
        <button
          class="button button-primary"
          type="submit"
          data-state="off"
          disabled={banned}
          hidden
        >
          {t('push.turn_on')}
        </button>
        <button class="button" type="button" data-state="on" hidden>
          {t('push.turn_off')}
        </button>
      </p>
    </form>
  );
}
