import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, HttpClient } from './http-client.ts';
import type { Sample } from './sample.ts';

const TICK_MS = 1;

export type Stream = {
  /** Requests per second. */
  rate: number;
  seconds: number;
  next(): Call;
};

/**
 * An open model: every request is sent at its scheduled time, whether or not earlier ones have completed, and its latency counts
 * from that time, also if the generator was late.
 */
export async function arrive(
  client: HttpClient,
  { rate, seconds, next }: Stream,
): Promise<Sample[]> {
  const began = performance.now();
  const now = () => performance.now() - began;
  const samples: Sample[] = [];
  const total = Math.round(rate * seconds);
  const send = async (call: Call, due: number) => {
    const late = now() - due;
    const response = await client.send(call);
    samples.push({ kind: call.kind, part: call.part, due, late, took: now() - due, ...response });
  };
  const open: Promise<void>[] = [];
  while (open.length < total) {
    const dueByNow = Math.min(total, Math.floor((now() * rate) / 1000) + 1);
    while (open.length < dueByNow) open.push(send(next(), (open.length * 1000) / rate));
    await sleep(TICK_MS);
  }
  await Promise.all(open);
  return samples;
}
