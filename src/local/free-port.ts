import { once } from 'node:events';
import { createServer } from 'node:net';

const PORTS_TRIED = 50;

/** A port that is free on this machine now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (!address || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** The first free port from `first` on. */
export async function findFreePort(first: number, host: string, except?: number): Promise<number> {
  for (let port = first; port < first + PORTS_TRIED; port++) {
    if (port !== except && (await isFree(port, host))) return port;
  }
  throw new Error(`No port from ${first} to ${first + PORTS_TRIED - 1} is free.`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
