/** The text of `/metrics`: each metric with its kind, its help and the labels of its series. */
export type Metric = {
  name: string;
  kind: string;
  help: string;
  labels: Set<string>;
  series: Series[];
};
type Series = { name: string; labels: Record<string, string>; value: number };

const PARTS = ['_bucket', '_sum', '_count'];

export function parseMetrics(text: string): Map<string, Metric> {
  const metrics = new Map<string, Metric>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word === 'HELP') {
      metrics.set(name, { name, kind: '', help: rest, labels: new Set(), series: [] });
    } else if (word === 'TYPE') metricOf(metrics, name).kind = rest;
    else addSeries(metrics, line);
  }
  return metrics;
}

function addSeries(metrics: Map<string, Metric>, line: string): void {
  const [, name = '', inside = '', value = ''] = /^([^{ ]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const labels = Object.fromEntries(
    [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [
      label,
      text,
    ]),
  );
  const metric = metrics.get(name) ?? metricOf(metrics, withoutPart(name));
  metric.series.push({ name, labels, value: Number(value) });
  for (const label of Object.keys(labels)) metric.labels.add(label);
}

/** A histogram `x` is read as `x_bucket`, `x_sum` and `x_count`. */
export function withoutPart(name: string): string {
  const part = PARTS.find((one) => name.endsWith(one));
  return part ? name.slice(0, -part.length) : name;
}

function metricOf(metrics: Map<string, Metric>, name: string): Metric {
  const metric = metrics.get(name);
  if (!metric) throw new Error(`${name} has no HELP before it`);
  return metric;
}

/** The sum of the series with this name and these labels. */
export function metricValue(
  metrics: Map<string, Metric>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const metric = metrics.get(name) ?? metrics.get(withoutPart(name));
  const found = (metric?.series ?? []).filter(
    (series) =>
      series.name === name &&
      Object.entries(labels).every(([label, value]) => series.labels[label] === value),
  );
  return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined;
}
