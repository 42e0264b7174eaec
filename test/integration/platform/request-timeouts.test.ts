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

const { app, sql: ask } = await createMinimalApp((site) => {
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
    const asked = sql`select pg_sleep(0.2)`.execute(ctx.db);
    // By then it is on its way; after this come the timers, and only then what has arrived.
    setImmediate(standStill);
    await asked;
    return 'back';
  });
  site.get('/soon', { config }, async () => 'soon');
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

test('an answer that takes longer than its route may is refused, and may be asked for again', async () => {
  const { statusCode, json } = await app.inject({ url: '/never' });
  expect([statusCode, json().code]).toEqual([503, 'unavailable']);
});

test('one that has begun is cut off, so that nobody takes it for whole', async () => {
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get({ host: '127.0.0.1', port, path: '/begun' }, resolve);
  });
  const read = async () => {
    for await (const chunk of answer) expect(String(chunk)).toBe('so far');
  };
  await expect(read()).rejects.toThrow('aborted');
});

test('C10, D8 a change that took too long is undone, and the retry with its key makes it', async () => {
  const headers = { 'idempotency-key': 'late', authorization: 'Bearer none' };
  const change = () => app.inject({ method: 'POST', url: '/change', headers });
  const late = await change();
  expect([late.statusCode, late.json().code]).toEqual([503, 'unavailable']);
  gate.resolve();
  // Until the first try has let go of the key, and a busy machine was quick enough.
  let answer = await change();
  await until(async () => {
    if (answer.statusCode !== 200) answer = await change();
    return answer.statusCode === 200;
  });
  const again = await change();
  const made = await ask("select email from users where email like 'try%'");
  expect([answer.statusCode, answer.json()]).toEqual([200, made[0]]);
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  expect(made).toHaveLength(1);
});

test('C8 a database that says nothing to anybody is away: who waits for it hears so within three seconds', async () => {
  const began = performance.now();
  const { statusCode, json } = await app.inject({ url: '/slow' });
  expect([statusCode, json().code]).toEqual([503, 'unavailable']);
  expect(performance.now() - began).toBeLessThan(2_790);
});

test('C8 one that speaks to others is not, and who waits for it longer gets their answer', async () => {
  const slow = app.inject({ url: '/slow' });
  let isOver = false;
  void slow.then(() => {
    isOver = true;
  });
  while (!isOver) expect((await app.inject({ url: '/quick' })).body).toBe('quick');
  expect((await slow).body).toBe('slow');
});

test('C8 a process that stood still itself does not take the database to be away: what it said meanwhile is heard first', async () => {
  const { body } = await app.inject({ url: '/away' });
  expect(body).toBe('back');
});

function standStill(): void {
  const end = performance.now() + 2_600;
  while (performance.now() < end);
}

test('one that is in time is left alone, and so is the connection after it', async () => {
  const answers = Array.from({ length: 3 }, () => app.inject({ url: '/soon' }));
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});
