import { Histogram, type HistogramConfiguration } from 'prom-client';
import { currentTracing, idsOf, type Span } from '../tracing/tracing.ts';

type Labels<Name extends string> = Partial<Record<Name, string>>;
type Observe<Name extends string> = {
  (labels: Labels<Name>, seconds: number, span: Span | undefined): void;
  /** A series that has observed nothing yet. */
  zero(labels: Labels<Name>): void;
};

/** A histogram that names a recorded trace for each bucket, while traces are on. */
export function createDurations<Name extends string>(
  configuration: HistogramConfiguration<Name>,
): Observe<Name> {
  const zeroIn = (histogram: Histogram<Name>) => ({
    zero: (labels: Labels<Name>) => histogram.zero(labels),
  });
  if (!currentTracing()) {
    const histogram = new Histogram(configuration);
    const observe = (labels: Labels<Name>, seconds: number) => histogram.observe(labels, seconds);
    return Object.assign(observe, zeroIn(histogram));
  }
  const histogram = new Histogram({ ...configuration, enableExemplars: true });
  const observe = (labels: Labels<Name>, value: number, span: Span | undefined) => {
    // The types allow only the labels of the histogram itself.
    const exemplarLabels = (idsOf(span) ?? {}) as Labels<Name>;
    histogram.observe({ labels, value, exemplarLabels });
  };
  return Object.assign(observe, zeroIn(histogram));
}
