import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../src/local/free-port.ts';
import { findBinary } from '../../../test/support/binaries.ts';
import { type Child, startChild } from '../../../test/support/child.ts';

const FILE = 'rig.rdb';
const KEPT = 'kept.rdb';

/** A Redis of the rig's own. It writes nothing by itself, so that it comes back empty unless reported otherwise. */
export type OwnRedis = {
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Keeps what it holds now, to come back with later. */
  saveSnapshot(): Promise<void>;
  /** What is started next holds what was kept. */
  restoreSnapshot(): void;
};

export async function startRedis(directory: string): Promise<OwnRedis> {
  const binary = findBinary('redis-server', 'redis-server');
  const port = await freePort();
  let child: Child | undefined;
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const start = async () => {
    child = await startChild(
      binary,
      ['--port', String(port), '--dir', directory, '--dbfilename', FILE, ...options],
      { isReady: () => ask(port, (redis) => redis.ping()).then(Boolean, () => false) },
    );
  };
  await start();
  return {
    port,
    start,
    async kill() {
      child?.signal('SIGKILL');
      await child?.gone;
      rmSync(join(directory, FILE), { force: true });
    },
    freeze: () => child?.signal('SIGSTOP'),
    thaw: () => child?.signal('SIGCONT'),
    async saveSnapshot() {
      await ask(port, (redis) => redis.save());
      copyFileSync(join(directory, FILE), join(directory, KEPT));
    },
    restoreSnapshot: () => copyFileSync(join(directory, KEPT), join(directory, FILE)),
  };
}

async function ask<T>(port: number, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ port, lazyConnect: true, retryStrategy: null, connectTimeout: 500 });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}
