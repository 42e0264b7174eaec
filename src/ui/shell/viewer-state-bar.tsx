import type { PageView } from '../../platform/http/page.ts';
import type { Visitor } from '../../platform/http/visitor.ts';
import { AskedTerms } from './asked-terms.tsx';

/** Tells a banned, new or indebted member what they cannot do yet, and how to change that. */
export function ViewerStateBar({ visit, wide }: { visit: PageView; wide: boolean }) {
  const { t, visitor } = visit;
  const bar = wide ? 'bar bar-wide' : 'bar';
  if (!visitor) return null;
  if (visitor.status === 'banned') {
    return (
      <div class="viewer-state viewer-state-danger" role="note">
        <p class={bar}>
          {t('shell.banned')} <a href="/banned">{t('shell.banned_why')}</a>
        </p>
      </div>
    );
  }
  if (visitor.asked.length > 0) {
    return (
      <div class={bar}>
        <AskedTerms visit={visit} pages={visitor.asked} />
      </div>
    );
  }
  if (showsFirstSteps(visit, visitor)) {
    return (
      <div class={bar}>
        <FirstSteps visit={visit} visitor={visitor} />
      </div>
    );
  }
  if (visitor.energy < 0) {
    return (
      <div class="viewer-state viewer-state-energy" role="note">
        <p class={bar}>
          {t('shell.negative', { energy: `−${-visitor.energy}` })}
          <a href="/about/energy">{t('shell.what_is_energy')}</a>
        </p>
      </div>
    );
  }
  return null;
}

/** On every page at level 0; then on the front page only. */
function showsFirstSteps({ here }: PageView, { level, first_steps }: Visitor): boolean {
  return first_steps.length > 0 && (level === 0 || here === '/');
}

/** D35: any one of the three tasks ends level 0, and in practice nothing else does. */
function FirstSteps({ visit: { t }, visitor }: { visit: PageView; visitor: Visitor }) {
  const stage = visitor.level === 0 ? 'lv0' : 'lv1';
  return (
    <aside class="first-steps" aria-labelledby="first-steps">
      <div>
        <h2 id="first-steps">{t(`shell.${stage}_title`)}</h2>
        <p>{t(`shell.${stage}_hint`)}</p>
      </div>
      <ul>
        {visitor.first_steps.map(({ step, is_done }) => (
          <li key={step} class={is_done ? 'hung-lamp glow-3' : 'hung-lamp glow-0'}>
            <span class="lamp" />
            {is_done ? (
              <span class="first-step">{t(`shell.done_${step}`)}</span>
            ) : (
              <a class="first-step" href={`/settings?tab=profile#${step}`}>
                {t(`shell.task_${step}`)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </aside>
  );
}
