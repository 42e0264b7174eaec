import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from './response.ts';

/** Past the framework: headers and body are final, and no hook has anything to add. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  own: object | undefined,
): void {
  const { raw } = reply.hijack();
  const withOwn = (headers: CachedResponse['headers']) => (own ? { ...own, ...headers } : headers);
  if (request.headers['if-none-match'] === response.etag) {
    raw.writeHead(304, withOwn(response.headers)).end();
    return;
  }
  const { headers, bytes } = response.encode(request.headers['accept-encoding'] ?? '');
  raw.writeHead(200, withOwn(headers)).end(bytes);
}
