import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuSeconds, residentBytes } from '../../test/support/processes.ts';
import { runWithLimit } from '../run-with-limit.ts';
import { percentile } from './percentile.ts';
import { type StreamsSite, startSite } from './site.ts';
import { openStreams } from './subscribers.ts';

export const USAGE = `npm run rig streams   memory and processor time of idle event streams on one process, and how long
                      a comment needs to the subscribers of its post on two
  --idle n          10000 by default
  --subscribers n   1000 by default, half of them on each process
  --rounds n        100 comments by default`;

const LIMIT_MS = 15 * 60_000;
/** Two heartbeats of every stream. */
const IDLE_SECONDS = 30;
const P99_MS_MAX = 200;
const PAUSE_MS = 250;

export function main(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      idle: { type: 'string', default: '10000' },
      subscribers: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '100' },
    },
  });
  return runWithLimit(LIMIT_MS, async () => {
    const site = await startSite();
    const isFast = await measureDelivery(site, Number(values.subscribers), Number(values.rounds));
    const areOpen = await measureIdle(site, Number(values.idle));
    return isFast && areOpen;
  });
}

async function measureDelivery(site: StreamsSite, count: number, rounds: number): Promise<boolean> {
  const latencies: number[] = [];
  let sent_at = 0;
  const topics = `post:${site.post}`;
  const streams = await openStreams(site, {
    count,
    topics,
    webs: site.webs,
    onComment: () => latencies.push(performance.now() - sent_at),
  });
  for (let round = 0; round < rounds; round++) {
    sent_at = performance.now();
    await site.comment(round);
    await sleep(PAUSE_MS);
  }
  await sleep(1_000);
  const expected = count * rounds;
  const p99 = percentile(latencies, 0.99);
  console.log(
    `${count} subscribers on two processes, ${rounds} comments: ${latencies.length} of ${expected} events; ` +
      `from the request to the subscriber p50 ${Math.round(percentile(latencies, 0.5))} ms, p99 ${Math.round(p99)} ms, ` +
      `most ${Math.round(Math.max(...latencies))} ms`,
  );
  await streams.close();
  return latencies.length === expected && p99 <= P99_MS_MAX;
}

async function measureIdle(site: StreamsSite, count: number): Promise<boolean> {
  const [web] = site.webs;
  await sleep(2_000);
  const before = residentBytes(web.pid);
  const began = performance.now();
  const streams = await openStreams(site, { count, topics: 'newest', webs: [web] });
  const opening = (performance.now() - began) / 1000;
  await sleep(5_000);
  const cpu = cpuSeconds(web.pid);
  await sleep(IDLE_SECONDS * 1000);
  const share = (cpuSeconds(web.pid) - cpu) / IDLE_SECONDS;
  const after = residentBytes(web.pid);
  const open = streams.open();
  console.log(
    `${open} of ${count} idle streams on one process, opened in ${opening.toFixed(1)} s: ` +
      `${((after - before) / count / 1024).toFixed(1)} kB each (process ${Math.round(after / 1024 ** 2)} MB, before ${Math.round(before / 1024 ** 2)} MB), ` +
      `${(share * 100).toFixed(1)} % of a core`,
  );
  await streams.close();
  return open === count;
}
