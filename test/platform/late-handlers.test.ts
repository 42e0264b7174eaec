import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createSmallSite } from '../support/small-site.ts';

const config = { access: 'public', handler_ms: 100 } as const;

const { app } = await createSmallSite((site) => {
  site.get('/never', { config }, () => new Promise(() => {}));
  site.get('/begun', { config }, (_request, reply) => {
    const endless = new Readable({ read() {} });
    endless.push('so far');
    return reply.type('text/plain').send(endless);
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

test('one that is in time is left alone, and so is the connection after it', async () => {
  const answers = Array.from({ length: 3 }, () => app.inject({ url: '/soon' }));
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});
