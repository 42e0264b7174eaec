import type { PageView } from '../../platform/http/page.ts';
import { BRIGHTEST, leastEnergyOf } from '../../ui/glow.ts';

const GLOWS = Array.from({ length: BRIGHTEST + 1 }, (_, glow) => glow);

/** Every brightness of a lamp, and the energy that it stands for. */
export function LampScale({ visit: { t } }: { visit: PageView }) {
  return (
    <ol class="scale">
      {GLOWS.map((glow) => (
        <li key={glow} class={`glow-${glow}`}>
          <span class="lamp" />
          <b>{rangeOf(glow)}</b>
          <span class="meta">{t(`about.energy.glow_${glow}` as 'about.energy.glow_0')}</span>
        </li>
      ))}
    </ol>
  );
}

function rangeOf(glow: number): string {
  const least = leastEnergyOf(glow);
  if (glow === 0) return String(least);
  return glow === BRIGHTEST ? `${least}+` : `${least}–${leastEnergyOf(glow + 1) - 1}`;
}
