import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { afterEach, expect, test, vi } from 'vitest';
import { type App, operations } from '../../../src/platform/http/app-types.ts';
import { fileOf, upload as uploadOptions } from '../../../src/platform/http/multipart.ts';
import { DOWNLOAD_MS } from '../../../src/platform/time-budget.ts';
import { createMinimalApp } from '../../support/minimal-app.ts';
import { sendFrom } from '../../support/send-from.ts';
import {
  openSlowClients,
  openStalledDownloads,
  openStalledUploads,
} from '../../support/slow-clients.ts';
import { until } from '../../support/until.ts';

const { asPublic, optionsWith } = operations('test');
const PER_ADDRESS = { connections: 2_500, proxied: 1_000, running: 150, bodies: 250, uploads: 40 };
const UPLOADS = 50;
const [FIRST, SECOND, THIRD] = ['127.0.0.11', '127.0.0.12', '127.0.0.13'] as const;
const MEGABYTE = Buffer.alloc(1024 * 1024);
const schema = { body: Type.Any(), response: { 200: Type.Object({}) } };

afterEach(() => {
  vi.restoreAllMocks();
});

async function startSite(edges: (app: App) => void, settings: Record<string, string> = {}) {
  const site = await createMinimalApp((app) => {
    app.get('/quick', asPublic({}), async () => ({}));
    app.post('/quick', asPublic(schema), async () => ({}));
    edges(app);
  }, settings);
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  return { ...site, port, connected: () => site.app.connections.size };
}

/** A handler that responds when the test calls `finish`. */
function pending() {
  const begun: (() => void)[] = [];
  const handler = () => new Promise<object>((resolve) => begun.push(() => resolve({})));
  const finish = () => {
    for (const done of begun.splice(0)) done();
  };
  return { begun, handler, finish };
}

test('L6, D13 one address opens hundreds of connections but not all of them', async () => {
  const { port, connected } = await startSite(() => {});
  const target = { port };
  const clients = await openSlowClients(target, {
    head: '',
    from: FIRST,
    count: PER_ADDRESS.connections,
    reads: true,
  });
  await until(() => connected() === PER_ADDRESS.connections);
  expect((await sendFrom(target, FIRST, { path: '/quick' })).status).toBe(0);
  expect((await sendFrom(target, SECOND, { path: '/quick' })).status).toBe(200);
  clients.close();
  await until(() => connected() < PER_ADDRESS.connections);
  expect((await sendFrom(target, FIRST, { path: '/quick' })).status).toBe(200);
});

test('L6 behind a proxy the unfinished requests of one client address are bounded', async () => {
  const { begun, handler, finish } = pending();
  const { port, connected } = await startSite(
    (app) => app.get('/slow', { config: { access: 'public', internal: true } }, handler),
    { TRUSTED_PROXIES: '127.0.0.11' },
  );
  const target = { port };
  const head = (client: string) =>
    `GET /slow HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\n\r\n`;
  const count = PER_ADDRESS.proxied;
  const clients = await openSlowClients(target, {
    head: head('192.0.2.1'),
    from: FIRST,
    count,
    reads: true,
  });
  await until(() => begun.length === count);
  expect(connected()).toBe(count);
  const from = (client: string) => ({ path: '/quick', headers: { 'x-forwarded-for': client } });
  expect((await sendFrom(target, FIRST, from('192.0.2.1'))).status).toBe(503);
  expect((await sendFrom(target, FIRST, from('192.0.2.2'))).status).toBe(200);
  finish();
  await until(() => clients.statusLines().length === count);
  expect((await sendFrom(target, FIRST, from('192.0.2.1'))).status).toBe(200);
  clients.close();
});

test('L6 one address does not take all slots of running requests', async () => {
  const { begun, handler, finish } = pending();
  const { app } = await startSite((site) => site.get('/slow', asPublic({}), handler));
  const request = (remoteAddress: string, url = '/slow') => app.inject({ url, remoteAddress });
  const running = Array.from({ length: PER_ADDRESS.running }, () => request('192.0.2.1'));
  await until(() => begun.length === PER_ADDRESS.running);
  expect((await request('192.0.2.1', '/quick')).statusCode).toBe(503);
  expect((await request('192.0.2.2', '/quick')).statusCode).toBe(200);
  finish();
  await Promise.all(running);
  expect((await request('192.0.2.1', '/quick')).statusCode).toBe(200);
});

test('L6 bodies that do not arrive take no slot, and are disconnected for those that do', async () => {
  const { port, connected } = await startSite(() => {});
  const target = { port };
  const headers = { 'content-type': 'application/json', authorization: 'Bearer none' };
  const body = { method: 'POST', path: '/quick', headers };
  const slow = await openStalledUploads(target, '/quick', FIRST, PER_ADDRESS.bodies);
  await until(() => connected() === PER_ADDRESS.bodies);
  expect((await sendFrom(target, SECOND, { ...body, body: '{}' })).status).toBe(200);
  // At its share, the address waits until its first body counts as stalled.
  await until(async () => (await sendFrom(target, FIRST, { ...body, body: '{}' })).status === 200);
  await until(() => slow.connected() === PER_ADDRESS.bodies - 1);
  slow.close();
});

test('L6 a body may take longer than the timeout of the handler, but not longer than its own', async () => {
  const { port } = await startSite(() => {});
  const head =
    'POST /quick HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer none\r\nContent-Type: application/json\r\n';
  const statusOf = (text: string) => Number(text.split(' ')[1]);
  const send = (finish_ms: number) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes;
        if (statusOf(text) === 200) socket.end();
      });
      socket.on('close', () => resolve(text));
      socket.write(`${head}Content-Length: 2\r\n\r\n{`);
      setTimeout(() => socket.write('}'), finish_ms).unref();
    });
  const [slow, never] = await Promise.all([send(6_000), send(60_000)]);
  expect(statusOf(slow)).toBe(200);
  expect(statusOf(never)).toBe(408);
  expect(never).toContain('"code":"request_timeout"');
});

test('L6 stalled uploads are disconnected for one whose file arrives', async () => {
  const { port, person, connected } = await startSite((app) =>
    app.post('/file', optionsWith(uploadOptions)({}), async (request) => ({
      bytes: fileOf(request).length,
    })),
  );
  const target = { port };
  const { headers } = await person({ transport: 'bearer' });
  const type = 'multipart/form-data; boundary=x';
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const head = `POST /file HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers['authorization']}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n${part}`;
  const slow = [
    await openSlowClients(target, { head, from: FIRST, count: PER_ADDRESS.uploads, reads: true }),
    await openSlowClients(target, {
      head,
      from: SECOND,
      count: UPLOADS - PER_ADDRESS.uploads,
      reads: true,
    }),
  ];
  await until(() => connected() === UPLOADS);
  const upload = (from: string) =>
    sendFrom(target, from, {
      method: 'POST',
      path: '/file',
      headers: { ...headers, 'content-type': type },
      body: `${part}${'a'.repeat(1000)}\r\n--x--\r\n`,
    });
  for (const from of [FIRST, THIRD]) await until(async () => (await upload(from)).status === 200);
  expect(slow.flatMap((clients) => clients.statusLines())).toEqual([]);
  for (const clients of slow) clients.close();
});

test('L6 a client that reads nothing is disconnected after a while, and an idle connection is not', async () => {
  const config = { access: 'public', download: true, handler_ms: DOWNLOAD_MS } as const;
  const { app, port, connected } = await startSite((site) =>
    site.get('/file', { config }, (_request, reply) =>
      reply.send(Readable.from(Array.from({ length: 16 }, () => MEGABYTE))),
    ),
  );
  const target = { port };
  const idle = await openSlowClients(target, {
    head: 'GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n',
    from: FIRST,
    count: 5,
    reads: true,
  });
  const slow = await openStalledDownloads(target, '/file', FIRST, 5);
  await until(() => idle.statusLines().length === 5);
  const stalled = () => [...app.connections.values()].filter(({ sent }) => sent.bytes > 0);
  await until(() => stalled().length === 5);
  expect((await sendFrom(target, FIRST, { path: '/file' })).body.length).toBe(16 * MEGABYTE.length);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
  await until(() => connected() === 5);
  expect(idle.connected()).toBe(5);
  idle.close();
  slow.close();
});
