import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createUser } from '../../../src/users/actions/create-user.ts';
import { createMinimalApp } from '../../support/minimal-app.ts';
import { until } from '../../support/until.ts';

const config = { access: 'public', handler_ms: 100 } as const;

let tries = 0;
const gate = Promise.withResolvers<void>();

const { app, sql: query } = await createMinimalApp((site) => {
  site.post('/change', { config }, async (request) => {
    const email = `try${++tries}@example.org`;
    await request.ctx.tx(async (trx) => {
      await createUser(trx, {
        email,
        password_hash: 'none',
        role: 'member',
        created_at: new Date(),
      });
      await gate.promise;
    });
    return { email };
  });
  site.get('/never', { config }, () => new Promise(() => {}));
  site.get('/begun', { config }, (_request, reply) => {
    const endless = new Readable({ read() {} });
    endless.push('so far');
    return reply.type('text/plain').send(endless);
  });
  site.get('/slow', { config: { access: 'public' } }, async ({ ctx }) => {
    await sql`select pg_sleep(2.8)`.execute(ctx.db);
    return 'slow';
  });
  site.get('/quick', { config: { access: 'public' } }, async ({ ctx }) => {
    await sql`select 1`.execute(ctx.db);
    return 'quick';
  });
  site.get('/away', { config: { access: 'public' } }, async ({ ctx }) => {
    const sleeping = sql`select pg_sleep(0.2)`.execute(ctx.db);
    // The statement is sent by then; timers run next, and only then the socket is read.
    setImmediate(blockEventLoop);
    await sleeping;
    return 'back';
  });
  site.get('/soon', { config }, async () => 'soon');
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

test('a response that exceeds the timeout of its route is refused as unavailable', async () => {
  const { statusCode, json } = await app.inject({ url: '/never' });
  expect([statusCode, json().code]).toEqual([503, 'unavailable']);
});

test('a response that has started is cut off, so that no client takes it for complete', async () => {
  const response = await new Promise<IncomingMessage>((resolve) => {
    get({ host: '127.0.0.1', port, path: '/begun' }, resolve);
  });
  const read = async () => {
    for await (const chunk of response) expect(String(chunk)).toBe('so far');
  };
  await expect(read()).rejects.toThrow('aborted');
});

test('C10, D8 a write that timed out is rolled back, and the retry with its key succeeds', async () => {
  const headers = { 'idempotency-key': 'late', authorization: 'Bearer none' };
  const change = () => app.inject({ method: 'POST', url: '/change', headers });
  const late = await change();
  expect([late.statusCode, late.json().code]).toEqual([503, 'unavailable']);
  gate.resolve();
  // Until the first attempt has released the key, and a busy machine is fast enough.
  let response = await change();
  await until(async () => {
    if (response.statusCode !== 200) response = await change();
    return response.statusCode === 200;
  });
  const again = await change();
  const rows = await query("select email from users where email like 'try%'");
  expect([response.statusCode, response.json()]).toEqual([200, rows[0]]);
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  expect(rows).toHaveLength(1);
});

test('C8 if the database is silent, waiting requests fail within three seconds', async () => {
  const began = performance.now();
  const { statusCode, json } = await app.inject({ url: '/slow' });
  expect([statusCode, json().code]).toEqual([503, 'unavailable']);
  expect(performance.now() - began).toBeLessThan(2_790);
});

test('C8 if the database serves others, a request that waits longer gets its response', async () => {
  const slow = app.inject({ url: '/slow' });
  let isOver = false;
  void slow.then(() => {
    isOver = true;
  });
  while (!isOver) expect((await app.inject({ url: '/quick' })).body).toBe('quick');
  expect((await slow).body).toBe('slow');
});

test('C8 a blocked event loop is not mistaken for a silent database: received data is read first', async () => {
  const { body } = await app.inject({ url: '/away' });
  expect(body).toBe('back');
});

function blockEventLoop(): void {
  const end = performance.now() + 2_600;
  while (performance.now() < end);
}

test('a response in time is sent as usual, and the connection stays usable', async () => {
  const responses = Array.from({ length: 3 }, () => app.inject({ url: '/soon' }));
  expect((await Promise.all(responses)).map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 200,
  ]);
});
