import type { FastifyReply } from 'fastify';

const callbacksOf = new WeakMap<object, (() => void)[]>();

/**
 * Calls back once the response is closed, sent or not. A client that disconnects after its whole request has arrived
 * gets no response and aborts nothing, but its response closes too. One listener serves all callbacks.
 */
export function onClose({ raw }: FastifyReply, callback: () => void): void {
  if (raw.closed) {
    callback();
    return;
  }
  const callbacks = callbacksOf.get(raw);
  if (callbacks) {
    callbacks.push(callback);
    return;
  }
  const first = [callback];
  callbacksOf.set(raw, first);
  raw.once('close', () => {
    for (const one of first) one();
  });
}
