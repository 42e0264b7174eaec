import { JoinCard } from '../../accounts/views/join-card.tsx';
import { addressOfTab } from '../../accounts/views/settings-page.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import type { DigestTime } from '../rules.ts';

/** Programs that scan mail open links, so this only asks. */
export function UnsubscribePage({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <JoinCard visit={visit} title={t('digest.leave_title')}>
      <p class="join-lead">{t('digest.leave_lead')}</p>
      <form class="form" method="post" action={visit.here}>
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <SubmitButton large>{t('digest.leave')}</SubmitButton>
      </form>
    </JoinCard>
  );
}

type UnsubscribedPageProps = {
  visit: PageView;
  /** What was subscribed, if the member is logged in. */
  undo: DigestTime | undefined;
};

export function UnsubscribedPage({ visit, undo }: UnsubscribedPageProps) {
  const { t } = visit;
  return (
    <JoinCard visit={{ ...visit, here: '/' }} title={t('digest.left_title')}>
      <p class="join-lead" role="status">
        {t('digest.left_lead')}
      </p>
      <p class="meta">{t('digest.left_again')}</p>
      {undo ? <UndoForm visit={visit} undo={undo} /> : null}
      {undo ? null : (
        <p class="actions">
          <a class="button" href={addressOfTab('notifications')}>
            {t('digest.left_settings')}
          </a>
        </p>
      )}
    </JoinCard>
  );
}

function UndoForm({ visit, undo }: { visit: PageView; undo: DigestTime }) {
  const { frequency, hour, weekday, zone } = undo;
  return (
    <ActionForm
      visit={visit}
      action="/settings/digest/update"
      next={addressOfTab('notifications')}
      class="form"
    >
      {Object.entries({ frequency, hour, weekday, zone }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton class="button button-large">{visit.t('digest.undo')}</SubmitButton>
    </ActionForm>
  );
}
