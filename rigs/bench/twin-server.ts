/** The bare twin of an answer over HTTP: the same bytes under the same addresses. Started by `twins.ts`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import fastify from 'fastify';
import type { Answer } from './twins.ts';

const [kind, port, file = ''] = process.argv.slice(2);
const answers: Record<string, Answer> = JSON.parse(readFileSync(file, 'utf8'));
const listen = { host: '127.0.0.1', port: Number(port) };

if (kind === 'fastify') {
  // One fixed string, whatever is asked: the one of middling length.
  const byLength = Object.values(answers).sort((a, b) => a.body.length - b.body.length);
  const { headers, body } = byLength[Math.floor(byLength.length / 2)] as Answer;
  const app = fastify();
  app.get('/*', (_request, reply) => {
    reply.headers(headers).send(body);
  });
  await app.listen(listen);
} else {
  // Encoded once, as fast as the engine can send them. Under each address its own: a thousand pages are read from
  // memory, where one that is sent over and over never leaves the cache of the core.
  const kept = new Map(
    Object.entries(answers).map(([path, { headers, body }]) => [
      path,
      { headers, bytes: Buffer.from(body) },
    ]),
  );
  createServer(({ url = '' }, response) => {
    const answer = kept.get(url);
    if (answer) response.writeHead(200, answer.headers).end(answer.bytes);
    else response.writeHead(404).end();
  }).listen(listen);
}
