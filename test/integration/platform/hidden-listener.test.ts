import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenForHidden } from '../../../src/platform/db/hidden-listener.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { onInvalidation } from '../../../src/platform/invalidations.ts';
import { createLog } from '../../../src/platform/log.ts';
import { atEnd } from '../../support/cleanup.ts';
import { freshDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const database = await freshDatabase();
const pool = openPool({ url: database, role: '', size: 1, name: 'test' });
atEnd(() => pool.end());

/** A proxy that can drop all bytes without closing the connection, as a broken network does. */
async function startProxy() {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let isBroken = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isBroken) to.write(bytes);
      });
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    break: () => {
      isBroken = true;
    },
    restore: () => {
      isBroken = false;
    },
  };
}

function open(url: string) {
  const listener = listenForHidden({ url, name: 'test' }, createLog('silent'));
  const received: string[] = [];
  const stop = onInvalidation((subject) => received.push(subject));
  onTestFinished(async () => {
    stop();
    await listener.close();
  });
  return { listener, received };
}

test('D55 a notification of another process arrives', async () => {
  const { listener, received } = open(database);
  expect(listener.isLive()).toBe(false);
  await until(() => listener.isLive());
  expect(listener.liveSince()).toBeLessThanOrEqual(performance.now());
  await pool.query(`notify lamplight_hidden, 'post:7'`);
  await until(() => received.includes('post:7'));
});

test('D55 a closed connection counts as lost at once, and another one is opened', async () => {
  const { listener } = open(database);
  await until(() => listener.isLive());
  const before = listener.liveSince();
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'test listen'`,
  );
  await until(() => listener.isLive() && listener.liveSince() > before);
});

test('D55 a connection lost without an error is detected by its heartbeat, and another one is opened', async () => {
  const proxy = await startProxy();
  const { listener, received } = open(proxy.url);
  await until(() => listener.isLive());
  const broken = performance.now();
  proxy.break();
  await until(() => !listener.isLive());
  expect(performance.now() - broken).toBeLessThan(3_000);
  expect(listener.liveSince()).toBe(Number.POSITIVE_INFINITY);
  proxy.restore();
  await until(() => listener.isLive());
  expect(listener.liveSince()).toBeGreaterThan(broken);
  await pool.query(`notify lamplight_hidden, 'post:8'`);
  await until(() => received.includes('post:8'));
});
