import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Origin, Tracing } from './tracing.ts';

export type TraceSettings = {
  endpoint: string;
  headers: string;
  sample: number;
  version: string;
  role: string;
  /** Problems of the export; spans that cannot be exported are dropped. */
  warn(message: string): void;
};

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};
/** A second of a busy process. Beyond it spans are dropped, so a dead collector costs no more memory. */
const SPANS_MAX = 8192;
const BATCH_SPANS = 1024;
const EXPORT_MS = 1000;
const EXPORT_TIMEOUT_MS = 5000;
/** A stopping process does not wait long for a collector that does not respond. */
const STOP_MS = 3000;
const WARN_EVERY_MS = 60_000;

/** Exports traces by OTLP over HTTP, as JSON. Nothing is patched: the program starts each span itself (ADR 0066). */
export function startTracing(settings: TraceSettings): Tracing {
  warnSeldom(settings.warn);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'lamplight',
      'service.version': settings.version,
      'service.instance.id': randomUUID(),
      'lamplight.role': settings.role,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: tracesUrl(settings.endpoint),
          headers: readHeaders(settings.headers),
          timeoutMillis: EXPORT_TIMEOUT_MS,
        }),
        maxQueueSize: SPANS_MAX,
        maxExportBatchSize: BATCH_SPANS,
        scheduledDelayMillis: EXPORT_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('lamplight', settings.version);
  const spans = new AsyncLocalStorage<Span | undefined>();
  return {
    active: () => spans.getStore(),
    run: (span, work) => spans.run(span, work),
    startRoot(name, origin, { kind = 'internal', attributes = {} }) {
      const { context, links } = readOrigin(origin);
      // Before a span is made: most requests need none.
      if (context === ROOT_CONTEXT && Math.random() >= settings.sample) return undefined;
      return tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context);
    },
    startChild(parent, name, { kind = 'internal', attributes = {}, links = [] }) {
      const linked = links.map((span) => ({ context: span.spanContext() }));
      const options = { kind: KINDS[kind], attributes, links: linked };
      return tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
    },
    async stop() {
      const late = AbortSignal.timeout(STOP_MS);
      await Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise((resolve) => late.addEventListener('abort', resolve)),
      ]);
    },
  };
}

/** As OpenTelemetry specifies it: the signal's path follows the endpoint. */
function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

/** `name=value,name=value`; values are percent-encoded. */
function readHeaders(setting: string): Record<string, string> {
  const pairs = setting.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())];
    }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function readOrigin({ traceparent, relation }: Origin): {
  context: Context;
  links: { context: NonNullable<ReturnType<typeof parseTraceParent>> }[];
} {
  const remote = traceparent ? parseTraceParent(traceparent) : null;
  if (!remote) return { context: ROOT_CONTEXT, links: [] };
  if (relation === 'link') return { context: ROOT_CONTEXT, links: [{ context: remote }] };
  const parent = { ...remote, isRemote: true };
  return { context: trace.setSpanContext(ROOT_CONTEXT, parent), links: [] };
}

/** A collector that is down fails every second. */
function warnSeldom(warn: (message: string) => void): void {
  let warned_at = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() - warned_at < WARN_EVERY_MS) return;
    warned_at = performance.now();
    warn(message);
  };
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
