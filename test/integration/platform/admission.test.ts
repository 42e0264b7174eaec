import { type AddressInfo, connect } from 'node:net';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { type App, operations } from '../../../src/platform/http/app-types.ts';
import { upload } from '../../../src/platform/http/multipart.ts';
import { createMinimalApp } from '../../support/minimal-app.ts';
import { until } from '../../support/until.ts';

const { asAuth, asPublic, optionsWith, route } = operations('test');

/** Long for the test, short for a busy machine. */
const SHED_DELAY_MS = 300;
/** Two for each connection. */
const CONCURRENCY = 4;
const IN_FLIGHT = 200;
const settings = { SHED_DELAY_MS: String(SHED_DELAY_MS), DATABASE_POOL: '2' };

/** A site whose handlers finish when the test calls `finish`. */
async function createBusySite() {
  const begun: (() => void)[] = [];
  const work = () =>
    new Promise<object>((resolve) => {
      begun.push(() => resolve({}));
    });
  const schema = { body: Type.Any(), response: { 200: Type.Object({}) } };
  const site = await createMinimalApp((app: App) => {
    app.get('/work', asPublic({}), work);
    app.post('/work', asPublic(schema), work);
    app.get('/login', asAuth({}), async () => ({}));
    app.get('/file', route('public', [], 'exempt')({}), async () => ({}));
    app.get('/alive', { config: { access: 'public', internal: true } }, async () => ({}));
  }, settings);
  const request = (url = '/work', accept = 'application/json') =>
    site.app.inject({ url, headers: { accept } });
  const finish = async () => {
    while (begun.length > 0) {
      for (const done of begun.splice(0)) done();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return { ...site, begun, request, finish };
}

function connections({ server }: App): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_, count) => resolve(count));
  });
}

/** All slots are taken, and the first request in the queue has waited too long. */
async function createSaturatedSite() {
  const site = await createBusySite();
  const requests = Array.from({ length: CONCURRENCY + 1 }, () => site.request());
  await until(() => site.begun.length === CONCURRENCY);
  await until(async () => (await site.request('/file')).statusCode === 503);
  return { ...site, requests };
}

test('L3 a burst waits in the queue and is served completely', async () => {
  const site = await createBusySite();
  const burst = Array.from({ length: 60 }, () => site.request());
  await until(() => site.begun.length === CONCURRENCY);
  await site.finish();
  const statuses = (await Promise.all(burst)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('L3 a saturated queue rejects new requests at once, and admits them again afterwards', async () => {
  const site = await createSaturatedSite();
  const rejected = await site.request();
  expect([rejected.statusCode, rejected.json().code]).toEqual([503, 'overloaded']);
  expect(rejected.headers['retry-after']).toBe('2');
  expect(site.begun.length).toBe(CONCURRENCY);

  await site.finish();
  for (const { statusCode } of await Promise.all(site.requests)) expect(statusCode).toBe(200);
  const after = site.request();
  await until(() => site.begun.length === 1);
  await site.finish();
  expect((await after).statusCode).toBe(200);
});

test('L3 log-in has priority, health checks are never rejected, and exempt routes take no slot', async () => {
  const site = await createSaturatedSite();
  expect((await site.request('/login')).statusCode).toBe(200);
  expect((await site.request('/alive')).statusCode).toBe(200);
  await site.finish();
  await Promise.all(site.requests);

  const requests = Array.from({ length: CONCURRENCY }, () => site.request());
  await until(() => site.begun.length === CONCURRENCY);
  expect((await site.request('/file')).statusCode).toBe(200);
  await site.finish();
  await Promise.all(requests);
});

test('L3 a rejected browser gets a page with the security headers', async () => {
  const site = await createSaturatedSite();
  const pages = [
    await site.request('/work', 'text/html'),
    await site.request('/work', 'text/html'),
  ];
  for (const page of pages) {
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2']);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('overloaded');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  }
  await site.finish();
  await Promise.all(site.requests);
});

test('L3 the log has one line a second that counts rejected requests', async () => {
  const site = await createSaturatedSite();
  await Promise.all(Array.from({ length: 50 }, () => site.request()));
  const lines = () => site.logged.filter((line) => line.includes('request rejected'));
  await until(() => lines().length === 2);
  expect(lines().map((line) => JSON.parse(line).code)).toEqual(['overloaded', 'overloaded']);
  expect(JSON.parse(lines()[1] ?? '').times).toBeGreaterThanOrEqual(50);
  await site.finish();
  await Promise.all(site.requests);
});

test('L6 a slow body takes no slot', async () => {
  const site = await createBusySite();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  let arrived = 0;
  site.app.server.on('request', () => arrived++);
  const stopped = new AbortController();
  const slow = Array.from({ length: CONCURRENCY * 2 }, () =>
    fetch(`http://127.0.0.1:${port}/work`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) }),
      duplex: 'half',
      signal: stopped.signal,
    } as RequestInit).catch(() => undefined),
  );
  await until(() => arrived === slow.length);
  const requests = Array.from({ length: CONCURRENCY }, () => site.request());
  await until(() => site.begun.length === CONCURRENCY);
  stopped.abort();
  await site.finish();
  await Promise.all([...slow, ...requests]);
});

test('L3 a client that disconnects releases its slot', async () => {
  const site = await createBusySite();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const stopped = new AbortController();
  const gone = Array.from({ length: CONCURRENCY }, () =>
    fetch(`http://127.0.0.1:${port}/work`, { signal: stopped.signal }).catch(() => undefined),
  );
  await until(() => site.begun.length === CONCURRENCY);
  stopped.abort();
  await Promise.all(gone);
  const after = site.request();
  await until(() => site.begun.length === CONCURRENCY + 1);
  await site.finish();
  expect((await after).statusCode).toBe(200);
});

test('L3 clients that disconnect after their whole request leave no slot taken, however many do', async () => {
  const site = await createBusySite();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const { headers } = await site.person({ transport: 'bearer' });
  const headerLines = `authorization: ${headers['authorization']}\r\ncontent-type: application/json\r\n`;
  for (let rest = 2 * IN_FLIGHT; rest > 0; rest -= IN_FLIGHT / 4) {
    const clients = Array.from({ length: IN_FLIGHT / 4 }, () => connect(port, '127.0.0.1'));
    for (const client of clients)
      client.write(
        `POST /work HTTP/1.1\r\nhost: here\r\n${headerLines}content-length: 2\r\n\r\n{}`,
      );
    await until(() => site.begun.length === CONCURRENCY);
    for (const client of clients) client.destroy();
    await until(async () => (await connections(site.app)) === 0);
    await site.finish();
  }
  const after = site.request();
  await until(() => site.begun.length === 1);
  await site.finish();
  expect((await after).statusCode).toBe(200);
});

test('L7 each authentication route has a bound of its own', async () => {
  const begun: (() => void)[] = [];
  const site = await createMinimalApp((app: App) => {
    app.get('/in', asAuth({}), () => new Promise((resolve) => begun.push(() => resolve({}))));
    app.get('/out', asAuth({}), async () => ({}));
  }, settings);
  const requests = Array.from({ length: 60 }, () => site.app.inject('/in'));
  await until(() => begun.length === 60);
  expect((await site.app.inject('/in')).statusCode).toBe(503);
  expect((await site.app.inject('/out')).statusCode).toBe(200);
  for (const done of begun) done();
  await Promise.all(requests);
});

test('L8 uploads are bounded; the next is rejected before its file is read', async () => {
  const begun: (() => void)[] = [];
  const site = await createMinimalApp((app: App) => {
    app.post('/file', { ...optionsWith(upload)({}), preHandler: [] }, () => {
      return new Promise((resolve) => begun.push(() => resolve({})));
    });
  });
  const { headers } = await site.person({ transport: 'bearer' });
  let uploads = 0;
  const send = () =>
    site.app.inject({
      method: 'POST',
      url: '/file',
      remoteAddress: `192.0.2.${(uploads++ % 4) + 1}`,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    });
  const requests = Array.from({ length: 50 }, send);
  await until(() => begun.length === 50);
  expect((await send()).statusCode).toBe(503);
  for (const done of begun) done();
  await Promise.all(requests);
});
