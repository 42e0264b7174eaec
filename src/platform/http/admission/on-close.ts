import type { FastifyReply } from 'fastify';

const leaving = new WeakMap<object, (() => void)[]>();

/**
 * Answered or not. Whoever hangs up gets no response, and, once all of their request has come, is not noticed to have
 * aborted anything either; the answer that can no longer be given is closed in every case. One listener for all.
 */
export function onClose({ raw }: FastifyReply, leave: () => void): void {
  if (raw.closed) {
    leave();
    return;
  }
  const all = leaving.get(raw);
  if (all) {
    all.push(leave);
    return;
  }
  const first = [leave];
  leaving.set(raw, first);
  raw.once('close', () => {
    for (const one of first) one();
  });
}
