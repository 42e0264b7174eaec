import type { PageView } from '../../platform/http/page.ts';

export type Bar = {
  name: string;
  /** Beside the bar, formatted. */
  value: string;
  /** The length of the bar, 0 to 1. */
  share: number;
  tone?: 'energy';
};

type BarListProps = { visit: PageView; label: string; bars: Bar[] };

/** Named bars below each other. A screen reader reads the name and the value; the bar repeats it for the eye. */
export function BarList({ visit, label, bars }: BarListProps) {
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, value, share, tone }) => (
        <li key={name} class={tone ? `bars-item bars-${tone}` : 'bars-item'}>
          <span class="visually-hidden">{visit.t('analytics.bar', { name, value })}</span>
          <span class="bars-name" aria-hidden="true">
            {name}
          </span>
          <svg class="bars-bar" width="100%" height="8" aria-hidden="true">
            <rect class="bars-track" width="100%" height="8" rx="2" />
            <rect class="bars-fill" width={`${widthOf(share)}%`} height="8" rx="2" />
          </svg>
          <span class="bars-value" aria-hidden="true">
            {value}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Whatever is not nothing can be seen. */
function widthOf(share: number): string {
  return (share > 0 ? Math.max(1, 100 * Math.min(1, share)) : 0).toFixed(1);
}
