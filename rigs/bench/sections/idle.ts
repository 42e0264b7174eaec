import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { residentBytes } from '../../../test/support/processes.ts';
import { metric } from '../../chaos/metrics.ts';
import type { Measured } from '../results.ts';
import { spreadOf } from '../sample.ts';
import type { Site } from '../site.ts';

const STEPS = [1_000, 10_000];
const AT_ONCE = 100;
const REQUEST = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const LOOKS = 50;
const MEGABYTE = 2 ** 20;
const KILOBYTE = 2 ** 10;

/** Idle keep-alive connections: their memory, and the latency of other requests meanwhile. */
export async function measureIdle(site: Site): Promise<Measured> {
  const others = await countConnections(site);
  const web = await site.startWeb();
  const sockets: Socket[] = [];
  const looks = () => look(`${web.url}/api/posts`);
  await looks();
  const before = residentBytes(web.pid);
  const metrics = [
    metric('resident without a connection', before / MEGABYTE, 'MB'),
    metric('a read meanwhile, p50', await looks(), 'ms'),
  ];
  for (const count of STEPS) {
    while (sockets.length < count) sockets.push(...(await stayAtOnce(web.port, sockets.length)));
    const open = sockets.filter(({ destroyed }) => !destroyed).length;
    const resident = residentBytes(web.pid);
    metrics.push(
      metric(`${count} requested: open`, open, '', { min: count }),
      metric(`${count} open: resident`, resident / MEGABYTE, 'MB'),
      metric(`${count} open: memory per connection`, (resident - before) / open / KILOBYTE, 'kB'),
      metric(`${count} open: to PostgreSQL`, (await countConnections(site)) - others, ''),
      metric(`${count} open: a read meanwhile, p50`, await looks(), 'ms'),
    );
  }
  for (const socket of sockets) socket.destroy();
  web.signal('SIGTERM');
  await web.gone();
  return { metrics };
}

/** A thousand connections per address: one address may not have them all. */
function stayAtOnce(port: number, before: number): Promise<Socket[]> {
  const localAddress = `127.0.1.${1 + Math.floor(before / 1_000)}`;
  return Promise.all(Array.from({ length: AT_ONCE }, () => stay(port, localAddress)));
}

async function stay(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.write(REQUEST);
  await once(socket, 'data');
  // Without a listener an error event would end this process.
  socket.on('error', () => {});
  return socket;
}

async function look(url: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < LOOKS; turn++) {
    const began = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - began);
  }
  return spreadOf(times).median;
}

async function countConnections({ sql }: Site): Promise<number> {
  const [row] = await sql<{ count: number }>(
    "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'lamplight'",
  );
  return row?.count ?? 0;
}
