import type { PageView } from '../../platform/http/page.ts';

/** Tells a banned, new or indebted member what they cannot do yet, and how to change that. */
export function ViewerStateBar({ visit, wide }: { visit: PageView; wide: boolean }) {
  const { t, visitor } = visit;
  const bar = wide ? 'bar bar-wide' : 'bar';
  if (!visitor) return null;
  if (visitor.status === 'banned') {
    return (
      <div class="viewer-state viewer-state-danger" role="note">
        <p class={bar}>{t('shell.banned')}</p>
      </div>
    );
  }
  if (visitor.level === 0) return <FirstSteps visit={visit} bar={bar} />;
  if (visitor.energy < 0) {
    return (
      <div class="viewer-state viewer-state-energy" role="note">
        <p class={bar}>{t('shell.negative', { energy: `−${-visitor.energy}` })}</p>
      </div>
    );
  }
  return null;
}

const TASKS = ['avatar', 'username', 'signature'] as const;

/** D35: any one of the three tasks ends level 0, and in practice nothing else does. */
function FirstSteps({ visit, bar }: { visit: PageView; bar: string }) {
  const { t } = visit;
  return (
    <div class="viewer-state viewer-state-info" role="note">
      <div class={`${bar} first-steps`}>
        <p>
          <strong>{t('shell.lv0_title')}</strong> {t('shell.lv0_hint')}
        </p>
        <p class="first-steps-links">
          {TASKS.map((task) => (
            <a key={task} class="button button-small" href={`/settings?tab=profile#${task}`}>
              {t(`shell.task_${task}`)}
            </a>
          ))}
        </p>
      </div>
    </div>
  );
}
