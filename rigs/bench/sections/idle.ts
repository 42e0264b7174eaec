import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { residentBytes } from '../../../test/support/processes.ts';
import { figure } from '../../chaos/figures.ts';
import type { Measured } from '../results.ts';
import { spreadOf } from '../sample.ts';
import type { Site } from '../site.ts';

const STEPS = [1_000, 10_000];
const AT_ONCE = 100;
const ASKED = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const LOOKS = 50;
const MEGABYTE = 2 ** 20;
const KILOBYTE = 2 ** 10;

/** Readers who asked once and keep their connection: what they hold, and what others wait meanwhile. */
export async function measureIdle(site: Site): Promise<Measured> {
  const others = await countConnections(site);
  const web = await site.startWeb();
  const sockets: Socket[] = [];
  const looks = () => look(`${web.url}/api/posts`);
  await looks();
  const before = residentBytes(web.pid);
  const figures = [
    figure('resident without a connection', before / MEGABYTE, 'MB'),
    figure('a read meanwhile, p50', await looks(), 'ms'),
  ];
  for (const wanted of STEPS) {
    while (sockets.length < wanted) sockets.push(...(await stayAtOnce(web.port, sockets.length)));
    const open = sockets.filter(({ destroyed }) => !destroyed).length;
    const held = residentBytes(web.pid);
    figures.push(
      figure(`${wanted} asked for: open`, open, '', { min: wanted }),
      figure(`${wanted} open: resident`, held / MEGABYTE, 'MB'),
      figure(`${wanted} open: each holds`, (held - before) / open / KILOBYTE, 'kB'),
      figure(`${wanted} open: to PostgreSQL`, (await countConnections(site)) - others, ''),
      figure(`${wanted} open: a read meanwhile, p50`, await looks(), 'ms'),
    );
  }
  for (const socket of sockets) socket.destroy();
  web.signal('SIGTERM');
  await web.gone();
  return { figures };
}

/** A thousand readers an address: one alone may not have all connections. */
function stayAtOnce(port: number, before: number): Promise<Socket[]> {
  const localAddress = `127.0.1.${1 + Math.floor(before / 1_000)}`;
  return Promise.all(Array.from({ length: AT_ONCE }, () => stay(port, localAddress)));
}

async function stay(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.write(ASKED);
  await once(socket, 'data');
  // Nobody listens for the end of it otherwise, and a process may not die of a reader who leaves.
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
