import { MessageSquareText, Sparkles, UserRound, Users } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatDate } from '../../ui/time.tsx';
import { RESTORE_DAYS } from '../rules.ts';
import { AccountForm } from './account-form.tsx';
import { JoinCard } from './join-card.tsx';

type RestorePageProps = { visit: PageView; token: string; until: string; next: string };

const COMES_BACK = [
  [UserRound, 'profile'],
  [MessageSquareText, 'posts'],
  [Users, 'people'],
  [Sparkles, 'level'],
] as const;

/** D15: shown after the right password of a deleted account; nothing is restored before the member confirms. */
export function RestorePage({ visit, token, until, next }: RestorePageProps) {
  const { t, locale } = visit;
  return (
    <JoinCard
      visit={visit}
      title={t('joining.restore_title')}
      scripts={['joining']}
      glow={1}
      address="/restore"
    >
      <p class="restore-until">{t('joining.restore_until', { day: formatDate(until, locale) })}</p>
      <p class="join-lead">{t('joining.restore_lead')}</p>
      <h2 class="restore-heading">{t('joining.restore_back')}</h2>
      <ul class="restore-list">
        {COMES_BACK.map(([icon, what]) => (
          <li key={what}>
            <Icon of={icon} size={16} />
            {t(`joining.restore_back_${what}`)}
          </li>
        ))}
      </ul>
      <AccountForm visit={visit} action="/auth/confirm-restore" next={next} class="form">
        <input type="hidden" name="restore_token" value={token} />
        <div class="join-choice">
          <SubmitButton large>{t('joining.restore')}</SubmitButton>
          <a class="button button-large" href="/">
            {t('joining.restore_not')}
          </a>
        </div>
        <p class="meta">{t('joining.restore_not_hint')}</p>
      </AccountForm>
    </JoinCard>
  );
}

/** `/restore` without a token: a restore is offered only after the right password. */
export function HowToRestorePage({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <JoinCard visit={visit} title={t('joining.how_title')}>
      <p class="join-lead">{t('joining.how_lead', { days: RESTORE_DAYS })}</p>
      <p class="meta">{t('joining.how_after')}</p>
      <p class="actions">
        <a class="button button-primary" href="/login">
          {t('joining.log_in')}
        </a>
        <a class="button" href="/">
          {t('page.back_home')}
        </a>
      </p>
    </JoinCard>
  );
}
