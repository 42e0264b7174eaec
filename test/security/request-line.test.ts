import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
await world.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = world.app.addresses()[0] as AddressInfo;

/** Written to the socket: an HTTP client would drop the fragment. */
async function request(target: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  const headers = ['Host: localhost', 'Accept: text/html', 'Connection: close'];
  socket.write(`GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  const response = await text(socket);
  const [head = '', body = ''] = response.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

test.each([
  '/posts#order=hot',
  '/#',
  '/posts/1#comments',
  '/posts?order=hot#x',
  'http://localhost/posts#order=hot',
])('D55, A16 a fragment in the request line is refused with a page: GET %s', async (target) => {
  const { status, head } = await request(target);
  expect(status).toBe(400);
  expect(head).toContain('content-type: text/html');
  expect(head).not.toContain('etag');
});

test.each(['#', 'http://localhost#x'])(
  'A16 a request line without a path is refused by the parser: GET %s',
  async (target) => {
    expect((await request(target)).status).toBe(400);
  },
);

test.each(['/api/posts#order=hot', '/api/posts/1#', 'http://localhost/api/posts#x'])(
  'D55, A16 a fragment in the request line is refused as a problem: GET %s',
  async (target) => {
    const { status, head, body } = await request(target);
    expect(status).toBe(400);
    expect(head).toContain('content-type: application/problem+json');
    expect(body).toContain('"code":"invalid_input"');
  },
);

test.each(['/posts', '/posts?x=%23', 'http://localhost/posts', '/api/posts?order=hot'])(
  'A16 a URL without a fragment is read unchanged: GET %s',
  async (target) => {
    expect((await request(target)).status).toBe(200);
  },
);

test('A16 an encoded # is an ordinary character', async () => {
  expect((await request('/posts%23order=hot')).status).toBe(404);
});
