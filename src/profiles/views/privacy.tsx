import { Settings } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';

type PrivacyProps = { visit: PageView; followsPublic: boolean };

/** The owner's settings tab: settings of this page, and a link to the others. */
export function Privacy({ visit, followsPublic }: PrivacyProps) {
  const { t } = visit;
  return (
    <div class="stack">
      <section class="card" aria-labelledby="privacy">
        <h2 class="space-card-title" id="privacy">
          {t('space.privacy.heading')}
        </h2>
        <ListsSwitch visit={visit} followsPublic={followsPublic} />
      </section>
      <section class="card space-card-row" aria-labelledby="more-settings">
        <div>
          <h2 class="space-card-title" id="more-settings">
            {t('space.privacy.more_heading')}
          </h2>
          <p class="meta">{t('space.privacy.more_hint')}</p>
        </div>
        <a class="button" href="/settings">
          <Icon of={Settings} size={16} />
          {t('space.privacy.more_link')}
        </a>
      </section>
    </div>
  );
}

/** D32: a submit button with the role of a switch: one click saves, with scripts and without. */
function ListsSwitch({ visit, followsPublic }: PrivacyProps) {
  const { t, visitor } = visit;
  const banned = visitor?.status === 'banned';
  return (
    <ActionForm visit={visit} action="/space/privacy/update" class="lists-switch">
      <div>
        <p id="lists-label">{t('space.privacy.lists')}</p>
        <p class="meta" id="lists-hint">
          {banned ? t('space.privacy.banned') : t('space.privacy.lists_hint')}
        </p>
      </div>
      <button
        class="lists-switch-button"
        type="submit"
        role="switch"
        aria-checked={followsPublic}
        aria-labelledby="lists-label"
        aria-describedby="lists-hint"
        name="follows_public"
        value={String(!followsPublic)}
        disabled={banned}
      >
        <span class="lists-switch-track" />
        <span class="meta" aria-hidden="true">
          {followsPublic ? t('space.privacy.on') : t('space.privacy.off')}
        </span>
      </button>
    </ActionForm>
  );
}
