import type { Tone } from './line.ts';

/** A piece of the line, dashes and all, beside its name. */
export function Swatch({ tone }: { tone: Tone }) {
  return (
    <svg class={`swatch tone-${tone}`} width="24" height="8" viewBox="0 0 24 8" aria-hidden="true">
      <path class="chart-line" d="M1,4H23" />
    </svg>
  );
}
