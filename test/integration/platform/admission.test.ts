import { type AddressInfo, connect } from 'node:net';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { App } from '../../../src/platform/http/app-types.ts';
import { asAuth, asPublic, route } from '../../../src/platform/http/app-types.ts';
import { asUpload } from '../../../src/platform/http/multipart.ts';
import { createMinimalApp } from '../../support/minimal-app.ts';
import { until } from '../../support/until.ts';

/** Much for the test, little for a machine that has other things to do. */
const SLOW_MS = 300;
/** Two for each connection. */
const PLACES = 4;
const IN_FLIGHT = 200;
const settings = { SHED_DELAY_MS: String(SLOW_MS), DATABASE_POOL: '2' };

/** A site whose work is done when the test says so. */
async function createBusySite() {
  const begun: (() => void)[] = [];
  const work = () =>
    new Promise<object>((resolve) => {
      begun.push(() => resolve({}));
    });
  const schema = { body: Type.Any(), response: { 200: Type.Object({}) } };
  const site = await createMinimalApp((app: App) => {
    app.get('/work', asPublic, work);
    app.post('/work', { ...asPublic, schema }, work);
    app.get('/door', asAuth, async () => ({}));
    app.get('/file', route('public', [], 'exempt'), async () => ({}));
    app.get('/alive', { config: { access: 'public', internal: true } }, async () => ({}));
  }, settings);
  const ask = (url = '/work', accept = 'application/json') =>
    site.app.inject({ url, headers: { accept } });
  const finish = async () => {
    while (begun.length > 0) {
      for (const done of begun.splice(0)) done();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return { ...site, begun, ask, finish };
}

function connections({ server }: App): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_, count) => resolve(count));
  });
}

/** All places taken, and somebody has been first in line for too long. */
async function createFullSite() {
  const site = await createBusySite();
  const inside = Array.from({ length: PLACES + 1 }, () => site.ask());
  await until(() => site.begun.length === PLACES);
  await until(async () => (await site.ask('/file')).statusCode === 503);
  return { ...site, inside };
}

test('L3 a burst waits for its turn, and everybody is served', async () => {
  const site = await createBusySite();
  const burst = Array.from({ length: 60 }, () => site.ask());
  await until(() => site.begun.length === PLACES);
  await site.finish();
  const statuses = (await Promise.all(burst)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('L3 while the first in line has waited too long, who comes is told at once to come back; then all is well again', async () => {
  const site = await createFullSite();
  const refused = await site.ask();
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'overloaded']);
  expect(refused.headers['retry-after']).toBe('2');
  expect(site.begun.length).toBe(PLACES);

  await site.finish();
  for (const answer of await Promise.all(site.inside)) expect(answer.statusCode).toBe(200);
  const after = site.ask();
  await until(() => site.begun.length === 1);
  await site.finish();
  expect((await after).statusCode).toBe(200);
});

test('L3 who comes or goes is let in before all others, health is always told, and a file on its way takes no place', async () => {
  const site = await createFullSite();
  expect((await site.ask('/door')).statusCode).toBe(200);
  expect((await site.ask('/alive')).statusCode).toBe(200);
  await site.finish();
  await Promise.all(site.inside);

  const inside = Array.from({ length: PLACES }, () => site.ask());
  await until(() => site.begun.length === PLACES);
  expect((await site.ask('/file')).statusCode).toBe(200);
  await site.finish();
  await Promise.all(inside);
});

test('L3 a person who is turned away gets a page, with what protects every page', async () => {
  const site = await createFullSite();
  const pages = [await site.ask('/work', 'text/html'), await site.ask('/work', 'text/html')];
  for (const page of pages) {
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2']);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('overloaded');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  }
  await site.finish();
  await Promise.all(site.inside);
});

test('L3 of those turned away in one second the log has one line that counts them', async () => {
  const site = await createFullSite();
  await Promise.all(Array.from({ length: 50 }, () => site.ask()));
  const lines = () => site.logged.filter((line) => line.includes('request turned away'));
  await until(() => lines().length === 2);
  expect(lines().map((line) => JSON.parse(line).code)).toEqual(['overloaded', 'overloaded']);
  expect(JSON.parse(lines()[1] ?? '').times).toBeGreaterThanOrEqual(50);
  await site.finish();
  await Promise.all(site.inside);
});

test('L6 a body that is slow to come takes no place', async () => {
  const site = await createBusySite();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  let arrived = 0;
  site.app.server.on('request', () => arrived++);
  const stopped = new AbortController();
  const slow = Array.from({ length: PLACES * 2 }, () =>
    fetch(`http://127.0.0.1:${port}/work`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) }),
      duplex: 'half',
      signal: stopped.signal,
    } as RequestInit).catch(() => undefined),
  );
  await until(() => arrived === slow.length);
  const inside = Array.from({ length: PLACES }, () => site.ask());
  await until(() => site.begun.length === PLACES);
  stopped.abort();
  await site.finish();
  await Promise.all([...slow, ...inside]);
});

test('L3 who hangs up gives the place back', async () => {
  const site = await createBusySite();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const stopped = new AbortController();
  const gone = Array.from({ length: PLACES }, () =>
    fetch(`http://127.0.0.1:${port}/work`, { signal: stopped.signal }).catch(() => undefined),
  );
  await until(() => site.begun.length === PLACES);
  stopped.abort();
  await Promise.all(gone);
  const after = site.ask();
  await until(() => site.begun.length === PLACES + 1);
  await site.finish();
  expect((await after).statusCode).toBe(200);
});

test('L3 who hangs up after all they had to say leaves nothing behind, however many do', async () => {
  const site = await createBusySite();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const { headers } = await site.person({ transport: 'bearer' });
  const line = `authorization: ${headers['authorization']}\r\ncontent-type: application/json\r\n`;
  for (let left = 2 * IN_FLIGHT; left > 0; left -= IN_FLIGHT / 4) {
    const callers = Array.from({ length: IN_FLIGHT / 4 }, () => connect(port, '127.0.0.1'));
    for (const caller of callers)
      caller.write(`POST /work HTTP/1.1\r\nhost: here\r\n${line}content-length: 2\r\n\r\n{}`);
    await until(() => site.begun.length === PLACES);
    for (const caller of callers) caller.destroy();
    await until(async () => (await connections(site.app)) === 0);
    await site.finish();
  }
  const after = site.ask();
  await until(() => site.begun.length === 1);
  await site.finish();
  expect((await after).statusCode).toBe(200);
});

test('L7 of one way in no more come in at once than there are passwords waited for; the other ways stay open', async () => {
  const begun: (() => void)[] = [];
  const site = await createMinimalApp((app: App) => {
    app.get('/in', asAuth, () => new Promise((resolve) => begun.push(() => resolve({}))));
    app.get('/out', asAuth, async () => ({}));
  }, settings);
  const inside = Array.from({ length: 60 }, () => site.app.inject('/in'));
  await until(() => begun.length === 60);
  expect((await site.app.inject('/in')).statusCode).toBe(503);
  expect((await site.app.inject('/out')).statusCode).toBe(200);
  for (const done of begun) done();
  await Promise.all(inside);
});

test('L8 so many uploads are received at once; the next is turned away before its file is read', async () => {
  const begun: (() => void)[] = [];
  const site = await createMinimalApp((app: App) => {
    app.post('/file', { ...asUpload, preHandler: [] }, () => {
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
  const inside = Array.from({ length: 50 }, send);
  await until(() => begun.length === 50);
  expect((await send()).statusCode).toBe(503);
  for (const done of begun) done();
  await Promise.all(inside);
});
