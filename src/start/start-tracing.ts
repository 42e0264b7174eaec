import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { setTracing, type Tracing } from '../platform/tracing/tracing.ts';
import { readVersion } from '../version.ts';

/** Undefined without a collector; then nothing of OpenTelemetry is loaded. */
export async function startTracingIfAny(
  config: Config,
  log: FastifyBaseLogger,
): Promise<Tracing | undefined> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const { startTracing } = await import('../platform/tracing/open-telemetry.ts');
  const tracing = startTracing({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    sample: config.TRACE_SAMPLE,
    version: readVersion(),
    role: config.ROLE,
    warn: (message) => log.warn({ reason: message }, 'traces could not be exported'),
  });
  setTracing(tracing);
  return tracing;
}
