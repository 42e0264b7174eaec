import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { pictureOf } from '../support/picture.ts';
import { createWorld } from '../support/world.ts';

/**
 * Over a real connection: the in-process client sends the whole body as one chunk, but detecting a file that is too
 * large once depended on its chunk boundaries. Limits and page cache as in production.
 */
const world = await createWorld({ SHED_DELAY_MS: '250', PAGE_CACHE_AGE_MS: '1000' });
await world.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = world.app.server.address() as AddressInfo;

const MIB = 1024 * 1024;
const MAX = 5 * MIB; // SPEC §8
const ROUTES = ['/api/posts/upload-image', '/api/comments/upload-image', '/api/settings/avatar'];
const BOUNDARY = 'upload-size';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** A picture that decoders accept, padded with zeros to exactly this many bytes. */
async function paddedPicture(bytes: number): Promise<Buffer> {
  const picture = await pictureOf('jpeg');
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
}

const uploader = () => world.member({ transport: 'bearer', exp: 1500 });
const authorization = (client: Client) => `Bearer ${client.tokens.access}`;

type Sending = { chunkBytes?: number; pauseMs?: number; chunked?: boolean };

function send(client: Client, path: string, body: Buffer, sending: Sending = {}) {
  const { chunkBytes = 64 * 1024, pauseMs = 0, chunked = false } = sending;
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes)
    pieces.push(body.subarray(at, at + chunkBytes));
  return sendPieces(client, path, pieces, { pauseMs, chunked });
}

/** Sends the body over a connection of its own until a response arrives. */
async function sendPieces(
  client: Client,
  path: string,
  pieces: Buffer[],
  { pauseMs = 50, chunked = false } = {},
) {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const request = httpRequest({
    port,
    path,
    method: 'POST',
    agent: false,
    headers: {
      authorization: authorization(client),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    },
  });
  let response: IncomingMessage | undefined;
  const responded = once(request, 'response').then(([message]) => {
    response = message as IncomingMessage;
    return response;
  });
  for (const piece of pieces) {
    if (response) break;
    const isRoomLeft = request.write(piece);
    if (!isRoomLeft) await Promise.race([once(request, 'drain'), responded]);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  if (!response) request.end();
  const message = await responded;
  const reply = { status: message.statusCode, body: JSON.parse(await text(message)) };
  request.destroy();
  return reply;
}

const asForm = (file: Buffer) => Buffer.concat([HEAD, file, TAIL]);

describe.each(ROUTES)('§8, §7.7 POST %s over a connection', (path) => {
  test.each<[string, Sending]>([
    ['with Content-Length', {}],
    ['chunked', { chunked: true }],
    ['in chunks of an odd size', { chunkBytes: 10_007 }],
    ['slowly', { chunkBytes: 512 * 1024, pauseMs: 20, chunked: true }],
  ])('exactly 5 MiB of file passes and one byte more is 413, sent %s', async (_name, sending) => {
    const client = await uploader();
    const passed = await send(client, path, asForm(await paddedPicture(MAX)), sending);
    expect(passed.status).toBeOneOf([200, 201]);
    const refused = await send(client, path, asForm(await paddedPicture(MAX + 1)), sending);
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('one byte more is 413 when a chunk ends at exactly 5 MiB', async () => {
    const client = await uploader();
    const file = await paddedPicture(MAX + 1);
    const refused = await sendPieces(client, path, [
      HEAD,
      file.subarray(0, MAX),
      Buffer.concat([file.subarray(MAX), TAIL]),
    ]);
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('one byte more than 5 MiB is 413 every time that fetch sends it', async () => {
    const client = await uploader();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await paddedPicture(MAX + 1))]), 'a.jpg');
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body: form,
        headers: { authorization: authorization(client) },
      });
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses).toEqual(Array(5).fill(413));
  });
});

describe('A39 a body that is too large is not read to its end', () => {
  const [path = ''] = ROUTES;

  /** Writes a request until the socket takes no more or a byte limit is reached; returns the response. */
  async function flood(head: string, piece: Buffer, limit: number) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (data) => {
      received += data.toString();
    });
    await once(socket, 'connect');
    socket.write(head);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    while (socket.bytesWritten < limit && !socket.destroyed && !socket.writableEnded) {
      const drained = new Promise((resolve) => socket.once('drain', resolve));
      if (!socket.write(piece)) await Promise.race([drained, closed]);
    }
    await closed;
    return { received, sent: socket.bytesWritten };
  }

  const headers = (client: Client) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization(client)}\r\n` +
    `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n`;
  // Bytes that the buffers of both ends of a connection can contain besides what was read.
  const BUFFERS = 24 * MIB;

  test('an endless chunked body gets its 413 and a closed connection', async () => {
    const client = await uploader();
    const piece = Buffer.alloc(MIB);
    const asChunk = (data: Buffer) =>
      Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
    const head = `${headers(client)}transfer-encoding: chunked\r\n\r\n`;
    const { received, sent } = await flood(
      head + asChunk(HEAD).toString('latin1'),
      asChunk(piece),
      200 * MIB,
    );
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received.toLowerCase()).toContain('connection: close');
    expect(received).toContain('"code":"payload_too_large"');
    expect(sent).toBeLessThan(MAX + BUFFERS);
  });

  test('a Content-Length that cannot be one file of 5 MiB is refused before any byte is read', async () => {
    const client = await uploader();
    const { received } = await flood(
      `${headers(client)}content-length: ${6 * MIB}\r\n\r\n`,
      Buffer.alloc(0),
      0,
    );
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a caller who may not upload is refused without reading the body', async () => {
    const head =
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer invalid\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${500 * MIB}\r\n\r\n`;
    const { received, sent } = await flood(head, Buffer.alloc(MIB), 200 * MIB);
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(sent).toBeLessThan(BUFFERS);
  });

  test.each([
    ['a second file', Buffer.concat([HEAD, Buffer.from('x\r\n')])],
    [
      'a field',
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="note"\r\n\r\nwords\r\n`),
    ],
  ])('%s beside the file is refused', async (_name, part) => {
    const client = await uploader();
    const body = Buffer.concat([
      HEAD,
      await pictureOf('jpeg'),
      Buffer.from('\r\n'),
      part,
      TAIL.subarray(2),
    ]);
    const { status } = await send(client, path, body);
    expect(status).toBe(413);
  });

  test('a preamble or epilogue larger than a file is refused', async () => {
    const client = await uploader();
    const picture = await pictureOf('jpeg');
    const filler = Buffer.alloc(MAX + MIB, 'x');
    for (const body of [
      Buffer.concat([filler, Buffer.from('\r\n'), asForm(picture)]),
      Buffer.concat([asForm(picture), filler]),
    ]) {
      expect((await send(client, path, body, { chunked: true })).status).toBe(413);
    }
  });

  test('two thousand unnamed truncated parts do not end the process', async () => {
    const client = await uploader();
    const part = `--${BOUNDARY}\r\nx: y\r\n\r\nz\r\n`;
    const body = Buffer.from(`${part.repeat(2000)}--${BOUNDARY}\r\nx: y\r\n\r\nbroken off`);
    expect((await send(client, path, body)).status).toBe(413);
    expect((await send(client, path, asForm(await pictureOf('jpeg')))).status).toBe(201);
  });
});
