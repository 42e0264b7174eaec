import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { createMinimalApp } from '../../../test/support/minimal-app.ts';
import { accessOf } from './app-types.ts';
import { drainConnections } from './draining.ts';

const Ready = Type.Object({ ready: Type.Boolean() });

test('C13 a process that is about to close its port rejects reads with 502, so that the proxy repeats them', async () => {
  const readiness = { draining: false };
  let connections: ReturnType<typeof drainConnections> | undefined;
  const { app } = await createMinimalApp((edge) => {
    connections = drainConnections(edge, readiness);
    edge.get(
      '/api/ready',
      {
        config: accessOf('public'),
        schema: { operationId: 'getReady', tags: ['posts'], response: { 200: Ready } },
      },
      () => ({ ready: true }),
    );
  });
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/ready`;
  expect((await fetch(url)).status).toBe(200);

  readiness.draining = true;
  const drained = connections?.drain(0);
  await sleep(1);
  const response = await fetch(url);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ code: 'restarting' });
  await drained;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
