import { once } from 'node:events';
import { type AddressInfo, createConnection } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

/** The running server on a real socket: which files and versions it exposes, and where it ends a request. */
const world = await createWorld();
await world.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = world.app.server.address() as AddressInfo;
const site = `http://127.0.0.1:${port}`;

test.each([
  ['a repository', ['/.git/config', '/.git/HEAD', '/.svn/entries', '/.gitignore', '/.hg/store']],
  ['debugging', ['/debug', '/debug/pprof', '/__debug__', '/console', '/styleguide', '/_profiler']],
  ['a listing', ['/assets/', '/assets', '/uploads/', '/uploads', '/uploads/post/', '/docs/']],
  [
    'inner pages',
    ['/metrics', '/status', '/health', '/admin/queues', '/server-status', '/swagger', '/graphql'],
  ],
  [
    'files of the program',
    [
      '/package.json',
      '/package-lock.json',
      '/version',
      '/.env',
      '/.npmrc',
      '/Dockerfile',
      '/src/server.ts',
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
    ],
  ],
])('ASVS 13.4.1, 13.4.2, 13.4.3, 13.4.5, 13.4.6 %s is not found: %j', async (_, paths) => {
  for (const path of paths) {
    const response = await fetch(site + path, { redirect: 'manual' });
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).not.toMatch(/"dependencies"|\[core\]|node_modules/);
  }
});

test('ASVS 13.4.4, 4.1.4 TRACE, CONNECT and unknown methods are refused', async () => {
  for (const method of ['TRACE', 'CONNECT', 'TRACK', 'DEBUG', 'PROPFIND', 'PATCH']) {
    const { statuses, text } = await speak(
      `${method} / HTTP/1.1\r\nhost: localhost\r\nx-canary: canary\r\nconnection: close\r\n\r\n`,
    );
    expect([method, statuses.every((status) => [400, 404, 405, 501].includes(status))]).toEqual([
      method,
      true,
    ]);
    expect(text).not.toContain('canary');
  }
});

test('ASVS 13.4.6 no response names the software or its version', async () => {
  for (const path of ['/', '/api/nothing', '/healthz', '/readyz', '/openapi.json', '/robots.txt']) {
    const response = await fetch(site + path);
    const headers = JSON.stringify([...response.headers]);
    expect([path, /fastify|node\.?js|express|v\d+\.\d+\.\d+/i.test(headers)]).toEqual([
      path,
      false,
    ]);
  }
});

/** Sends exactly these bytes and reads until the server closes or goes silent. */
async function speak(bytes: string): Promise<{ statuses: number[]; text: string }> {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.setTimeout(3000, () => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => Number(match[1]));
  return { statuses, text };
}

const SMUGGLED = 'GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
const HEAD =
  'POST /api/auth/check-email HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

describe('ASVS 4.2.1 the end of a request is unambiguous', () => {
  test('a well-formed request gets its response, and so does the next on its connection', async () => {
    const { statuses } = await speak(`${HEAD}content-length: 2\r\n\r\n{}${SMUGGLED}`);
    expect(statuses).toEqual([403, 200]);
  });

  test.each([
    ['both lengths', `content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    [
      'both lengths the other way round',
      `transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `content-length: 0\r\ncontent-length: ${SMUGGLED.length}\r\n\r\n`],
    ['a list of lengths', `content-length: 0, ${SMUGGLED.length}\r\n\r\n`],
    ['a signed length', 'content-length: +0\r\n\r\n'],
    ['a length in hexadecimal', 'content-length: 0x0\r\n\r\n'],
    ['an unknown coding', 'transfer-encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['chunked and then another', 'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['two codings', 'transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n'],
    ['a space before the colon', 'transfer-encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a header with a line break', 'transfer-encoding:\r\n chunked\r\ncontent-length: 0\r\n\r\n'],
    ['a control character', 'transfer-encoding: \u000bchunked\r\n\r\n0\r\n\r\n'],
    ['bare line feeds', 'transfer-encoding: chunked\n\n0\n\n'],
    ['a bare carriage return', 'x: y\rtransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a chunk that ends with a line feed', 'transfer-encoding: chunked\r\n\r\n0\n\n'],
    ['a chunk of a negative size', 'transfer-encoding: chunked\r\n\r\n-1\r\n\r\n'],
    ['a chunk size that overflows', 'transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n'],
    [
      'a chunk extension without an end',
      `transfer-encoding: chunked\r\n\r\n1;${'x'.repeat(40_000)}`,
    ],
    ['two hosts', 'host: evil.example\r\ncontent-length: 0\r\n\r\n'],
  ])('ASVS 4.2.1 with %s no following bytes are taken for a request', async (_, rest) => {
    const { statuses, text } = await speak(`${HEAD}${rest}${SMUGGLED}`);
    expect([statuses.length <= 1, statuses.every((one) => one >= 400), text]).toEqual([
      true,
      true,
      text,
    ]);
    expect(text).not.toContain('"ok"');
  });

  test('headers larger than the limit are refused', async () => {
    const { statuses } = await speak(
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    );
    expect(statuses).toEqual([431]);
  });
});

afterAll(() => world.app.close());
