import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll } from 'vitest';

/** A Redis of our own that keeps nothing; undefined on a machine that has none installed. */
export async function startRedis(): Promise<{ url: string } | undefined> {
  if (spawnSync('redis-server', ['--version']).error) return undefined;
  const port = await freePort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  afterAll(async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
  for await (const chunk of server.stdout) {
    if (String(chunk).includes('Ready to accept connections')) break;
  }
  return { url: `redis://127.0.0.1:${port}/0` };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return address && typeof address === 'object' ? address.port : 0;
}
