import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../src/local/free-port.ts';
import { findBinary } from '../../../test/support/binaries.ts';
import { type Child, startChild } from '../../../test/support/child.ts';

const FILE = 'rig.rdb';
const SNAPSHOT = 'snapshot.rdb';

/** A Redis of the rig. It does not persist by itself, so it restarts empty unless a snapshot is restored. */
export type OwnRedis = {
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Saves the current data. */
  saveSnapshot(): Promise<void>;
  /** The next start loads the saved data. */
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
      { isReady: () => withRedis(port, (redis) => redis.ping()).then(Boolean, () => false) },
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
      await withRedis(port, (redis) => redis.save());
      copyFileSync(join(directory, FILE), join(directory, SNAPSHOT));
    },
    restoreSnapshot: () => copyFileSync(join(directory, SNAPSHOT), join(directory, FILE)),
  };
}

async function withRedis<T>(port: number, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ port, lazyConnect: true, retryStrategy: null, connectTimeout: 500 });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
