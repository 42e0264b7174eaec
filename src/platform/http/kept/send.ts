import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './answer.ts';

/** Past the framework: head and body are as they will be, and nothing is left to do for them. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  own: object | undefined,
): void {
  const { raw } = reply.hijack();
  const head = (headers: Answer['headers']) => (own ? { ...own, ...headers } : headers);
  if (request.headers['if-none-match'] === answer.etag) {
    raw.writeHead(304, head(answer.headers)).end();
    return;
  }
  const { headers, bytes } = answer.as(request.headers['accept-encoding'] ?? '');
  raw.writeHead(200, head(headers)).end(bytes);
}
