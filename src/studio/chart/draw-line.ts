import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Line, Scale, Series } from './line.ts';

const TICKS = 4;
/** The top of the scale is at least this, so that two likes do not fill the chart. */
const LEAST_TOP = 4;

export function drawLine(series: Series): Line {
  const path =
    line<number>(
      (_, index) => index,
      (value) => -value,
    )(series.values) ?? '';
  return { ...series, path, scale: scaleFor(series.values) };
}

/** The values are counts, so the ticks are whole numbers. */
function scaleFor(values: number[]): Scale {
  const scale = scaleLinear([0, Math.max(LEAST_TOP, ...values)], [0, 1]).nice(TICKS);
  return {
    top: scale.domain()[1] ?? LEAST_TOP,
    ticks: scale.ticks(TICKS).filter(Number.isInteger),
  };
}

/** A line and the area under it. */
export function drawSparkline(values: number[], width: number, height: number) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, width]);
  const y = scaleLinear([0, Math.max(1, ...values)], [height, 0]);
  const at = (_: number, index: number) => x(index);
  return {
    line: line<number>(at, (value) => y(value))(values) ?? '',
    area: area<number>(at, height, (value) => y(value))(values) ?? '',
    end: { x: x(values.length - 1), y: y(values.at(-1) ?? 0) },
  };
}
