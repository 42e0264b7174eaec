import { drawSparkline } from './draw-line.ts';
import type { Tone } from './line.ts';

const WIDTH = 160;
const HEIGHT = 28;
/** Room for the stroke and the dot at the end. */
const EDGE = 3;

/** The last days at a glance. Hidden from screen readers, because the numbers stand beside it. */
export function Sparkline({ tone, values }: { tone: Tone; values: number[] }) {
  const { line, area, end } = drawSparkline(values, WIDTH, HEIGHT);
  return (
    <svg
      class={`sparkline tone-${tone}`}
      viewBox={`${-EDGE} ${-EDGE} ${WIDTH + 2 * EDGE} ${HEIGHT + 2 * EDGE}`}
      aria-hidden="true"
    >
      <path class="sparkline-area" d={area} />
      <path class="sparkline-line" d={line} />
      <circle class="sparkline-end" cx={end.x} cy={end.y} r="2.5" />
    </svg>
  );
}
