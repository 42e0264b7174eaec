import { Circle, CircleCheck } from 'lucide-static';
import type { LevelInfo } from '../../levels/schema.ts';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { EnergyPill } from '../../ui/energy.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ExpBar, LevelSeal } from '../../ui/level-seal.tsx';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';

type MemberProgressProps = { visit: PageView; level: LevelInfo; followers: number };

/** The author's level, energy, check-in of today, and the first-time tasks until all are done. */
export function MemberProgress({ visit, level, followers }: MemberProgressProps) {
  const { t, locale, visitor } = visit;
  const energy = visitor?.energy ?? 0;
  const exp = formatNumber(level.exp, locale);
  const toNext =
    level.next_level_exp === null
      ? t('studio.exp_top', { exp })
      : t('studio.exp', { exp, next: formatNumber(level.next_level_exp, locale) });
  return (
    <section class="card studio-level" aria-labelledby="progress">
      <h2 id="progress">{t('studio.progress')}</h2>
      <p class="row spread">
        <LevelSeal level={level.level} />
        <span class="meta">
          {t('studio.followers', { count: followers, followers: formatNumber(followers, locale) })}
        </span>
      </p>
      <ExpBar exp={level.exp} next={level.next_level_exp} label={toNext} />
      <p class="meta">{toNext}</p>
      <p class="meta">
        {t('studio.energize_today', {
          exp: formatNumber(level.energize_exp_today, locale),
          max: formatNumber(level.energize_exp_max, locale),
        })}
      </p>
      <div class="row spread studio-energy-row">
        <span>
          {t('studio.balance')}{' '}
          <EnergyPill
            value={energy < 0 ? formatSigned(energy, locale) : formatNumber(energy, locale)}
            label={t('studio.energy')}
          />
        </span>
        <CheckInState visit={visit} level={level} />
      </div>
      <Tasks visit={visit} level={level} />
    </section>
  );
}

function CheckInState({ visit, level }: { visit: PageView; level: LevelInfo }) {
  const { t, visitor } = visit;
  if (level.checked_in_today) return <span class="meta">{t('studio.checked_in')}</span>;
  if (level.level === 0) return <span class="meta">{t('studio.checkin_needs_level')}</span>;
  if (visitor?.status === 'banned') return null;
  return (
    <ActionForm visit={visit} action="/level/checkin">
      <SubmitButton class="button button-small">{t('studio.check_in')}</SubmitButton>
    </ActionForm>
  );
}

/** SPEC §8: each task is rewarded once. Hidden when all are done. */
function Tasks({ visit, level }: { visit: PageView; level: LevelInfo }) {
  const { t } = visit;
  if (level.tasks.every(({ done }) => done)) return null;
  return (
    <div class="tasks">
      <h3>{t('studio.tasks')}</h3>
      <ul>
        {level.tasks.map(({ task, done, exp }) => (
          <li key={task} class={done ? 'task task-done' : 'task'}>
            <Icon of={done ? CircleCheck : Circle} size={16} />
            {done ? (
              <span>{t(`studio.task_${task}`)}</span>
            ) : (
              <a href={`/settings?tab=profile#${task}`}>{t(`studio.task_${task}`)}</a>
            )}
            <span class="meta">{done ? t('studio.done') : t('studio.task_exp', { exp })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
