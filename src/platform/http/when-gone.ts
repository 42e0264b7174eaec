import type { FastifyReply } from 'fastify';

/**
 * Answered or not. Whoever hangs up gets no response, and, once all of their request has come, is not noticed to have
 * aborted anything either; the answer that can no longer be given is closed in every case.
 */
export function whenGone(reply: FastifyReply, leave: () => void): void {
  if (reply.raw.closed) leave();
  else reply.raw.once('close', leave);
}
