import { Type } from 'typebox';

/** The group `Traces` of the settings. The first two have the names that OpenTelemetry gave them. */
export const TraceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.String({
    group: 'Traces',
    description:
      'An OpenTelemetry collector that accepts OTLP over HTTP; `/v1/traces` is added. Empty: no traces.',
    default: '',
    examples: ['http://127.0.0.1:4318'],
    pattern: '^(|https?://\\S+)$',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    group: 'Traces',
    description:
      'Headers that the collector needs: `name=value,name=value`, values percent-encoded.',
    default: '',
    secret: true,
    examples: ['authorization=Bearer%20secret'],
  }),
  TRACE_SAMPLE: Type.Number({
    group: 'Traces',
    description:
      'Share of requests that are traced, with all they cause; pages from the cache never are. A trace that another process began is recorded if that one recorded it.',
    default: 0.1,
    minimum: 0,
    maximum: 1,
  }),
  TRACE_TRUST_CALLERS: Type.Boolean({
    group: 'Traces',
    description:
      'Continues the trace of a `traceparent` header. Only behind a proxy that sets or removes this header; otherwise visitors decide what is recorded. False: such a trace is only linked.',
    default: false,
  }),
};
