import { percentile, type Span, within } from '../chaos/metrics.ts';

export type Part = 'read' | 'write' | 'session' | 'login' | 'upload';

/** One request. Times are milliseconds since the run began. */
export type Sample = {
  kind: string;
  part: Part;
  /** The scheduled time. */
  due: number;
  /** By how much the generator was late. */
  late: number;
  /** From the scheduled time until the response was read. */
  took: number;
  /** 0 without a response. */
  status: number;
  code: string;
  retry_after: boolean;
};

export function isServed({ status }: Sample): boolean {
  return status >= 200 && status < 400;
}

/** Rejected by load shedding. */
export function isShed({ status, code }: Sample): boolean {
  return status === 503 && code === 'overloaded';
}

/** Failed for a client; a refusal by a rule is not a failure. */
export function isFailed({ status }: Sample): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500;
}

export function tookAt(samples: Sample[], share: number): number {
  return percentile(
    samples.map(({ took }) => took),
    share,
  );
}

export function during(samples: Sample[], span: Span): Sample[] {
  return samples.filter(({ due }) => within(span, due));
}

export function ofPart(samples: Sample[], ...parts: Part[]): Sample[] {
  return samples.filter(({ part }) => parts.includes(part));
}

/** Served requests per second, counted when the response arrived. */
export function goodput(samples: Sample[], { from, to }: Span): number {
  const served = samples.filter(
    (one) => isServed(one) && one.due + one.took >= from && one.due + one.took < to,
  );
  return (served.length / (to - from)) * 1000;
}

/** Counts by failure, such as `503 overloaded`. */
export function countFailures(samples: Sample[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of samples.filter((one) => !isServed(one))) {
    const name = `${status || 'no response'} ${code}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
