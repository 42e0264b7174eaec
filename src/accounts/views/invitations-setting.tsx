import { INVITATIONS_PATH } from '../../invitations/views/invitations-page.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { Setting } from './settings-page.tsx';

/** The way to the invitations, from the security settings. */
export function InvitationsSetting({ visit: { t } }: { visit: PageView }) {
  return (
    <Setting id="invitations" title={t('invitations.title')} about={t('invitations.about')}>
      <a class="button" href={INVITATIONS_PATH}>
        {t('invitations.all')}
      </a>
    </Setting>
  );
}
