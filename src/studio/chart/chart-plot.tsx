import type { Line } from './line.ts';
import { heightOf, nameAt, nameEvents, panelAt, unitOf } from './panels.ts';

/**
 * `short` labels the axis, `long` the readout; `event` is what happened on the day,
 * `mark` its name in the chart.
 */
export type ChartDay = { short: string; long: string; event?: string; mark?: string };

/** About how many days have a label. */
const NAMED_DAYS = 5;

type ChartPlotProps = {
  interactive: boolean;
  label: string;
  days: ChartDay[];
  lines: Line[];
  chosen: number | undefined;
  onChoose: (day: number | undefined) => void;
};

/**
 * Every line has its own panel. Horizontal positions are in percent, so the chart fits any width without a script;
 * vertical ones are in pixels. The lines are in a nested SVG that is stretched; their strokes are not.
 */
export function ChartPlot(props: ChartPlotProps) {
  const { interactive, label, days, lines, chosen, onChoose } = props;
  const last = Math.max(1, days.length - 1);
  const height = heightOf(lines.length);

  return (
    <div class="chart-plot">
      <svg class="chart-axis" height={height} aria-hidden="true">
        {lines.map(({ tone, top }, index) => (
          <g key={tone}>
            <text x="100%" y={panelAt(index).top} dominant-baseline="central">
              {top}
            </text>
            <text x="100%" y={panelAt(index).base} dominant-baseline="central">
              0
            </text>
          </g>
        ))}
      </svg>
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
        <svg class="chart-canvas" width="100%" height={height} aria-hidden="true">
          <Grid panels={Math.max(lines.length, 2)} height={height} />
          <Events {...props} height={height} last={last} />
          <svg
            width="100%"
            height={height}
            viewBox={`0 0 ${last} ${height}`}
            preserveAspectRatio="none"
            class="chart-lines"
            aria-hidden="true"
          >
            {lines.map(({ tone, path, top }, index) => (
              <path
                key={tone}
                class={`chart-line tone-${tone}`}
                d={path}
                transform={`translate(0 ${panelAt(index).base}) scale(1 ${unitOf(top)})`}
              />
            ))}
          </svg>
          {chosen === undefined ? null : (
            <g class="chart-cursor">
              <line x1={across(chosen, last)} x2={across(chosen, last)} y1="0" y2={height} />
              {lines.map(({ tone, values, top }, index) => (
                <circle
                  key={tone}
                  class={`tone-${tone}`}
                  cx={across(chosen, last)}
                  cy={panelAt(index).base - (values[chosen] ?? 0) * unitOf(top)}
                  r="4"
                />
              ))}
            </g>
          )}
        </svg>
        <svg class="chart-days" width="100%" height="24" aria-hidden="true">
          {namedDays(days.length).map((day) => (
            <text key={day} x={across(day, last)} y="18" text-anchor={anchorOf(day, last)}>
              {days[day]?.short}
            </text>
          ))}
        </svg>
      </div>
      <svg class="chart-ends" height={height} aria-hidden="true">
        {lines.map(({ tone, label: name, values, top }, index) => (
          <text
            key={tone}
            class={`tone-${tone}`}
            x="8"
            y={nameAt(panelAt(index), values.at(-1) ?? 0, top)}
            dominant-baseline="central"
          >
            {name}
          </text>
        ))}
      </svg>
    </div>
  );
}

function Grid({ panels, height }: { panels: number; height: number }) {
  return (
    <g class="chart-grid">
      {Array.from({ length: panels }, (_, index) => panelAt(index)).flatMap(({ top, base }) =>
        [top, base].map((y) => <line key={y} x1="0" x2="100%" y1={y} y2={y} />),
      )}
      <line class="chart-mark" x1="100%" x2="100%" y1="0" y2={height} />
    </g>
  );
}

type EventsProps = Pick<ChartPlotProps, 'days'> & { height: number; last: number };

/** A mark through all panels on each day with an event; its name where there is room. */
function Events({ days, height, last }: EventsProps) {
  const marked = days.flatMap(({ event }, day) => (event ? [day] : []));
  return (
    <g class="chart-events">
      {marked.map((day) => (
        <line
          key={day}
          class="chart-mark"
          x1={across(day, last)}
          x2={across(day, last)}
          y1="0"
          y2={height}
        />
      ))}
      {nameEvents(marked, last).map(({ day, side }) => (
        <text
          key={day}
          x={across(day, last)}
          dx={side === 'end' ? -5 : 5}
          y="10"
          text-anchor={side}
        >
          {days[day]?.mark}
        </text>
      ))}
    </g>
  );
}

function across(day: number, last: number): string {
  return `${((day / last) * 100).toFixed(3)}%`;
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
