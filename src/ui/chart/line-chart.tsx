import { useEffect, useState } from 'preact/hooks';
import type { Locale } from '../../platform/i18n.ts';
import { exact } from '../numbers.ts';
import { type ChartDay, ChartPlot } from './chart-plot.tsx';
import type { Line, Tone } from './line.ts';
import { Swatch } from './swatch.tsx';

export type LineChartProps = {
  locale: Locale;
  label: string;
  /** What the keys and the pointer do, until somebody uses them. */
  hint: string;
  /** Said at the last day, which is not over. */
  unfinished: string;
  days: ChartDay[];
  /** `total` and `change` are as people read them. */
  lines: (Line & { total: string; change: string })[];
  /** Where there is nothing to draw: what to say instead of lines. */
  nothing?: string | undefined;
};

/**
 * Lines over days, for an island. Drawn on the server it is complete; alive, each line can be put away, and the
 * pointer or the arrow keys go from day to day.
 */
export function LineChart(props: LineChartProps) {
  const { locale, label, hint, unfinished, days, lines, nothing } = props;
  const [alive, setAlive] = useState(false);
  const [hidden, setHidden] = useState<Tone[]>([]);
  const [chosen, setChosen] = useState<number>();
  useEffect(() => setAlive(nothing === undefined), [nothing]);

  const shown = nothing ? [] : lines.filter(({ tone }) => !hidden.includes(tone));
  const toggle = (tone: Tone) =>
    setHidden(hidden.includes(tone) ? hidden.filter((one) => one !== tone) : [...hidden, tone]);
  const day = chosen === undefined ? undefined : days[chosen];

  return (
    <div class="chart">
      <ul class="chart-legend">
        {lines.map(({ tone, label: name, total, change }) => (
          <li key={tone}>
            <LegendItem alive={alive} shown={!hidden.includes(tone)} onToggle={() => toggle(tone)}>
              <span class="chart-legend-name">
                <Swatch tone={tone} /> <span class="chart-legend-label">{name}</span>
              </span>
              <span class="chart-legend-total">{total}</span>
              <span class="chart-legend-change">{change}</span>
            </LegendItem>
          </li>
        ))}
      </ul>
      <p class="chart-readout" aria-live="polite">
        {day && chosen !== undefined ? (
          <>
            <strong>{day.long}</strong>
            {shown.map(({ tone, label: name, values }) => (
              <span key={tone}>
                <Swatch tone={tone} /> {name} {exact(values[chosen] ?? 0, locale)}
              </span>
            ))}
          </>
        ) : alive ? (
          hint
        ) : null}
      </p>
      <ChartPlot
        alive={alive}
        label={label}
        unfinished={unfinished}
        days={days}
        lines={shown}
        chosen={chosen}
        onChoose={setChosen}
      />
      {nothing ? <p class="chart-nothing">{nothing}</p> : null}
    </div>
  );
}

type LegendItemProps = {
  alive: boolean;
  shown: boolean;
  onToggle: () => void;
  children: preact.ComponentChildren;
};

/** Without scripts there is nothing to press. */
function LegendItem({ alive, shown, onToggle, children }: LegendItemProps) {
  if (!alive) return <div class="chart-legend-item">{children}</div>;
  return (
    <button type="button" class="chart-legend-item" aria-pressed={shown} onClick={onToggle}>
      {children}
    </button>
  );
}
