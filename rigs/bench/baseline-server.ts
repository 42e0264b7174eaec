/** The HTTP baseline: serves stored responses with nothing else around them. `start-baseline.ts` starts it. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import fastify from 'fastify';
import type { StoredResponse } from './start-baseline.ts';

const [kind, port, file = ''] = process.argv.slice(2);
const responses: Record<string, StoredResponse> = JSON.parse(readFileSync(file, 'utf8'));
const listen = { host: '127.0.0.1', port: Number(port) };

if (kind === 'fastify') {
  // Every path gets one fixed string: the response of median length.
  const byLength = Object.values(responses).sort((a, b) => a.body.length - b.body.length);
  const { headers, body } = byLength[Math.floor(byLength.length / 2)] as StoredResponse;
  const app = fastify();
  app.get('/*', (_request, reply) => {
    reply.headers(headers).send(body);
  });
  await app.listen(listen);
} else {
  // Bodies are encoded once. Each path has its own, so that a thousand pages are read from memory; a single page would stay in
  // the core's cache.
  const encoded = new Map(
    Object.entries(responses).map(([path, { headers, body }]) => [
      path,
      { headers, bytes: Buffer.from(body) },
    ]),
  );
  createServer(({ url = '' }, response) => {
    const stored = encoded.get(url);
    if (stored) response.writeHead(200, stored.headers).end(stored.bytes);
    else response.writeHead(404).end();
  }).listen(listen);
}
