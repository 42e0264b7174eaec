/** The bare twin of an answer over HTTP: the same bytes, whatever is asked. Started by `twins.ts`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import fastify from 'fastify';

const [kind, port, file = ''] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(file, 'utf8')) as {
  headers: Record<string, string>;
  body: string;
};
const listen = { host: '127.0.0.1', port: Number(port) };

if (kind === 'fastify') {
  const app = fastify();
  app.get('/*', (_request, reply) => {
    reply.headers(headers).send(body);
  });
  await app.listen(listen);
} else {
  // Encoded once, as fast as the engine can send it; the fixed string is the framework's twin.
  const bytes = Buffer.from(body);
  createServer((_request, response) => {
    response.writeHead(200, headers).end(bytes);
  }).listen(listen);
}
