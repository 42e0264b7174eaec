import { useEffect, useState } from 'preact/hooks';
import type { Locale } from '../../platform/i18n.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { type ChartDay, ChartPlot } from './chart-plot.tsx';
import type { Line, Tone } from './line.ts';
import { Swatch } from './swatch.tsx';

export type LineChartProps = {
  locale: Locale;
  label: string;
  /** Explains the keys and the pointer until they are used. */
  hint: string;
  days: ChartDay[];
  /** `total` and `change` are formatted. */
  lines: (Line & { total: string; change: string })[];
  /** Shown instead of lines if there is no data. */
  nothing?: string | undefined;
};

/**
 * Lines over days, for an island. The server renders it complete; once hydrated, each line can be hidden, and the
 * pointer or the arrow keys select a day.
 */
export function LineChart(props: LineChartProps) {
  const { locale, label, hint, days, lines, nothing } = props;
  const [interactive, setInteractive] = useState(false);
  const [hidden, setHidden] = useState<Tone[]>([]);
  const [chosen, setChosen] = useState<number>();
  useEffect(() => setInteractive(nothing === undefined), [nothing]);

  const shown = nothing ? [] : lines.filter(({ tone }) => !hidden.includes(tone));
  const toggle = (tone: Tone) =>
    setHidden(hidden.includes(tone) ? hidden.filter((one) => one !== tone) : [...hidden, tone]);
  const day = chosen === undefined ? undefined : days[chosen];

  return (
    <div class="chart">
      <ul class="chart-legend">
        {lines.map(({ tone, label: name, total, change }) => (
          <li key={tone}>
            <LegendItem
              interactive={interactive}
              shown={!hidden.includes(tone)}
              onToggle={() => toggle(tone)}
            >
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
                <Swatch tone={tone} /> {name} {formatNumber(values[chosen] ?? 0, locale)}
              </span>
            ))}
            {day.event ? <span>{day.event}</span> : null}
          </>
        ) : interactive ? (
          hint
        ) : null}
      </p>
      <ChartPlot
        interactive={interactive}
        label={label}
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
  interactive: boolean;
  shown: boolean;
  onToggle: () => void;
  children: preact.ComponentChildren;
};

/** A button only once hydrated. */
function LegendItem({ interactive, shown, onToggle, children }: LegendItemProps) {
  if (!interactive) return <div class="chart-legend-item">{children}</div>;
  return (
    <button type="button" class="chart-legend-item" aria-pressed={shown} onClick={onToggle}>
      {children}
    </button>
  );
}
