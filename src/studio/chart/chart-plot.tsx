import type { Line } from './line.ts';
import { spreadLabels } from './spread-labels.ts';

/** `short` labels the axis, `long` the readout. */
export type ChartDay = { short: string; long: string };

const HEIGHT = 260;
/** Above the highest tick, for its number and the name of the last day. */
const HEADROOM = 20;
const LABEL_GAP = 18;
/** About how many days have a label. */
const NAMED_DAYS = 5;
/** The scale without any line. */
const GHOST = { top: 4, ticks: [0, 1, 2, 3, 4] };

type ChartPlotProps = {
  interactive: boolean;
  label: string;
  unfinished: string;
  days: ChartDay[];
  lines: Line[];
  chosen: number | undefined;
  onChoose: (day: number | undefined) => void;
};

/**
 * Horizontal positions are in percent, so the chart fits any width without a script; vertical ones are in pixels.
 * The lines are in a nested SVG that is stretched; their strokes are not.
 */
export function ChartPlot(props: ChartPlotProps) {
  const { interactive, label, unfinished, days, lines, chosen, onChoose } = props;
  const last = Math.max(1, days.length - 1);
  const across = (day: number) => `${((day / last) * 100).toFixed(3)}%`;
  // The scale of the highest line that is shown.
  const { top, ticks } = lines
    .map((line) => line.scale)
    .reduce((highest, scale) => (scale.top >= highest.top ? scale : highest), GHOST);
  const unit = (HEIGHT - HEADROOM) / top;
  const down = (value: number) => HEIGHT - value * unit;
  const ends = spreadLabels(
    lines.map(({ values }) => down(values.at(-1) ?? 0)),
    LABEL_GAP,
    HEIGHT,
  );

  return (
    <div class="chart-plot">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has a role where it is interactive. */}
      <div
        class="chart-field"
        {...{ role: interactive ? 'application' : 'img', 'aria-label': label }}
        {...(interactive ? { tabIndex: 0 } : {})}
        onPointerMove={(event) => onChoose(dayAt(event, last))}
        onPointerDown={(event) => onChoose(dayAt(event, last))}
        onPointerLeave={() => onChoose(undefined)}
        onBlur={() => onChoose(undefined)}
        onKeyDown={(event) => {
          const next = stepBy(event.key, chosen, last);
          if (next === undefined) return;
          event.preventDefault();
          onChoose(next < 0 ? undefined : next);
        }}
      >
        <svg class="chart-canvas" width="100%" height={HEIGHT} aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick} class="chart-tick">
              <line x1="0" x2="100%" y1={down(tick)} y2={down(tick)} />
              {lines.length > 0 ? (
                <text x="0" y={down(tick) - 4}>
                  {tick}
                </text>
              ) : null}
            </g>
          ))}
          <line class="chart-today" x1="100%" x2="100%" y1="0" y2={HEIGHT} />
          <text class="chart-today-name" x="100%" dx="-6" y="10" text-anchor="end">
            {unfinished}
          </text>
          <svg
            width="100%"
            height={HEIGHT}
            viewBox={`0 0 ${last} ${HEIGHT}`}
            preserveAspectRatio="none"
            class="chart-lines"
            aria-hidden="true"
          >
            {lines.map(({ tone, path }) => (
              <path
                key={tone}
                class={`chart-line tone-${tone}`}
                d={path}
                transform={`translate(0 ${HEIGHT}) scale(1 ${unit})`}
              />
            ))}
          </svg>
          {chosen === undefined ? null : (
            <g class="chart-cursor">
              <line x1={across(chosen)} x2={across(chosen)} y1="0" y2={HEIGHT} />
              {lines.map(({ tone, values }) => (
                <circle
                  key={tone}
                  class={`tone-${tone}`}
                  cx={across(chosen)}
                  cy={down(values[chosen] ?? 0)}
                  r="4"
                />
              ))}
            </g>
          )}
        </svg>
        <svg class="chart-days" width="100%" height="20" aria-hidden="true">
          {namedDays(days.length).map((day) => (
            <text key={day} x={across(day)} y="14" text-anchor={anchorOf(day, last)}>
              {days[day]?.short}
            </text>
          ))}
        </svg>
      </div>
      <svg class="chart-ends" height={HEIGHT} aria-hidden="true">
        {lines.map(({ tone, label: name }, index) => (
          <text key={tone} class={`tone-${tone}`} x="8" y={ends[index]} dominant-baseline="central">
            {name}
          </text>
        ))}
      </svg>
    </div>
  );
}

function dayAt(event: PointerEvent, last: number): number {
  const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
  const share = width > 0 ? (event.clientX - left) / width : 0;
  return Math.round(Math.min(1, Math.max(0, share)) * last);
}

/** The day that a key selects: -1 for no day, undefined for any other key. */
function stepBy(key: string, chosen: number | undefined, last: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, (chosen ?? last + 1) - 1);
  if (key === 'ArrowRight') return Math.min(last, (chosen ?? last - 1) + 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return key === 'Escape' && chosen !== undefined ? -1 : undefined;
}

/** Counted back from today, which always has a label. */
function namedDays(count: number): number[] {
  const step = Math.ceil(count / NAMED_DAYS);
  const named: number[] = [];
  for (let day = count - 1; day >= 0; day -= step) named.unshift(day);
  return named;
}

function anchorOf(day: number, last: number): 'start' | 'middle' | 'end' {
  if (day === 0) return 'start';
  return day === last ? 'end' : 'middle';
}
