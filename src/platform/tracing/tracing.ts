import type { Attributes, Span } from '@opentelemetry/api';

export type { Span };

type SpanKind = 'internal' | 'server' | 'client' | 'consumer';
export type SpanOptions = { kind?: SpanKind; attributes?: Attributes };
/** How a trace begins: as part of the one that `traceparent` names, only linked to it, or on its own. */
export type Origin = { traceparent: string | undefined; relation: 'child' | 'link' };

/** What the program needs of OpenTelemetry. `open-telemetry.ts` provides it and is loaded only where traces are on. */
export type Tracing = {
  /** The span that the caller works for. */
  active(): Span | undefined;
  /** Runs work that belongs to the span; with undefined it belongs to none. */
  run<T>(span: Span | undefined, work: () => T): T;
  /** Undefined if the trace is not in the sample; then nothing that the work causes has a span. */
  startRoot(name: string, origin: Origin, options: SpanOptions): Span | undefined;
  startChild(parent: Span, name: string, options: SpanOptions & { links?: Span[] }): Span;
  /** Exports what has ended. */
  stop(): Promise<void>;
};

let tracing: Tracing | undefined;

/** Undefined while traces are off. One per process, as its log and its pool. */
export function currentTracing(): Tracing | undefined {
  return tracing;
}

/** Before the first connection and the first route, because those look once whether traces are on. */
export function setTracing(started: Tracing | undefined): void {
  tracing = started;
}

/** The active span, if its trace is recorded and it has not ended. */
export function recordingSpan(): Span | undefined {
  const span = tracing?.active();
  return span?.isRecording() ? span : undefined;
}

/** Records how long the work takes, as a part of what the caller works for. Never put personal data into attributes. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const parent = recordingSpan();
  if (!tracing || !parent) return work();
  const span = tracing.startChild(parent, name, options);
  return endWith(span, tracing.run(span, work));
}

/**
 * Work for several callers at once: one span, a child of the first caller's, with links to the others and back. Without
 * it the work would belong to whoever happened to start it.
 */
export function inSharedSpan<T>(callers: (Span | undefined)[], work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const [first, ...others] = new Set(callers.filter((span) => span?.isRecording()));
  if (!first || callers.length === 1) return tracing.run(first, work);
  const links = others.filter((span) => span !== undefined);
  const attributes = { 'lamplight.batch.size': callers.length };
  const span = tracing.startChild(first, 'batch', { attributes, links });
  for (const other of links) other.addLink({ context: span.spanContext() });
  return endWith(span, tracing.run(span, work));
}

export async function endWith<T>(span: Span, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    markFailed(span, nameOfError(error));
    throw error;
  } finally {
    span.end();
  }
}

const ERROR = 2;

/** A code only: messages quote what people wrote. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: ERROR });
}

/** The code of a refusal, of the database or of the network; else the name of the class. */
function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && error.code ? String(error.code) : error.name;
}

/** W3C Trace Context, version 00: whose part the receiver's work is. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Of the caller's work, for whoever continues it; undefined without one. */
export function currentTraceparent(): string | undefined {
  const span = tracing?.active();
  return span && traceparentOf(span);
}

/** Spread into the headers of a request to a service that the operator chose. Never to an address that a member names. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentTraceparent();
  return traceparent ? { traceparent } : {};
}

/** Where to find the trace, for log lines and exemplars; undefined unless it is recorded. */
export function idsOf(span: Span | undefined): { trace_id: string; span_id: string } | undefined {
  if (!span) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return traceFlags & 1 ? { trace_id: traceId, span_id: spanId } : undefined;
}
