import { currentTraceparent, currentTracing, endWith, type Span } from '../tracing/tracing.ts';

type Payload = Record<string, unknown>;
type QueuedJob = { id: string; task_identifier: string; attempts: number };

/** Jobs that run or have just run, for the exemplars. */
const spans = new WeakMap<object, Span>();

export function spanOfJob(job: object): Span | undefined {
  return spans.get(job);
}

/** Adds which trace enqueues the job, if that trace is recorded. */
export function withOrigin(payload: Payload): Payload {
  const traceparent = currentTraceparent();
  return traceparent ? { ...payload, traceparent } : payload;
}

/** Runs a job as a part of the trace that enqueued it; one without begins its own. */
export function runTraced(
  job: QueuedJob,
  { traceparent, ...payload }: Payload,
  run: (payload: Payload) => Promise<void>,
): Promise<void> {
  const tracing = currentTracing();
  if (!tracing) return run(payload);
  const origin = { traceparent: String(traceparent ?? ''), relation: 'child' } as const;
  const attributes = { 'lamplight.job.id': job.id, 'lamplight.job.attempt': job.attempts };
  const name = `job ${job.task_identifier}`;
  const span = tracing.startRoot(name, origin, { kind: 'consumer', attributes });
  const result = tracing.run(span, () => run(payload));
  if (!span) return result;
  spans.set(job, span);
  return endWith(span, result);
}
