import type { Tone } from './line.ts';

/** A sample of the line, with its dashes, for the legend. */
export function Swatch({ tone }: { tone: Tone }) {
  return (
    <svg class={`swatch tone-${tone}`} width="24" height="8" viewBox="0 0 24 8" aria-hidden="true">
      <path class="chart-line" d="M1,4H23" />
    </svg>
  );
}
