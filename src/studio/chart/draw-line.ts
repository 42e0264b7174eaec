import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Line, Series } from './line.ts';

/** The top of a scale is at least this, so that two likes do not fill their panel. */
const LEAST_TOP = 4;
/** Rounds the top of a scale up by at most about a quarter. */
const ROUND = 4;

export function drawLine(series: Series): Line {
  const path =
    line<number>(
      (_, index) => index,
      (value) => -value,
    )(series.values) ?? '';
  const top = scaleLinear([0, Math.max(LEAST_TOP, ...series.values)], [0, 1])
    .nice(ROUND)
    .domain()[1];
  return { ...series, path, top: top ?? LEAST_TOP };
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
