import { cpuSeconds, cpuSecondsOfFamily } from '../../test/support/processes.ts';
import { type Call, sendCalls } from './generator.ts';
import { runPgbench, type Script } from './pgbench.ts';
import type { Run } from './sample.ts';
import type { Site } from './site.ts';

/** Who sends at once. */
export const CONNECTIONS = 64;
/** Until each client of pgbench is connected and has its plans, and what is kept for a minute is kept again. */
const WARM_SECONDS = 2;
const MICROSECONDS = 1e6;

/** A process that answers: ours, or the twin of it. */
export type Answering = { url: string; pid: number };

/** What is sent next, and how many calls can be made of it before they do nothing; those would have failed. */
type Supply<What> = { what: What; calls: number };

/** What can be done again and again. */
export function endless<What>(what: What): () => Supply<What> {
  return () => ({ what, calls: Number.POSITIVE_INFINITY });
}

/** The rate may be a little higher than it was. */
const MARGIN = 0.8;

/** As long as wanted, or as long as every call still does real work. */
function lasting(seconds: number, calls: number, rate: number): number {
  return Math.max(1, Math.min(seconds, Math.floor((calls * MARGIN) / rate)));
}

/** Nobody knows yet how fast it is, and later not how slow it was by chance: better too few calls than some that do nothing. */
const FIRST_RATE = 2_000;

export function overHttp(
  { place }: Site,
  target: Answering,
  supply: () => Promise<Supply<Call[]>> | Supply<Call[]>,
): Run {
  let seen = 0;
  return async (wanted, how = {}) => {
    const { what, calls } = await supply();
    const seconds = lasting(wanted, calls, seen || FIRST_RATE);
    const load = { connections: CONNECTIONS, url: target.url, calls: what, ...how };
    // What can be done only so often is not spent on this.
    if (calls === Number.POSITIVE_INFINITY)
      await sendCalls({ ...load, seconds: Math.min(WARM_SECONDS, seconds) });
    const [server, database] = [cpuSeconds(target.pid), cpuSecondsOfFamily(place.server.pid)];
    const sent = await sendCalls({ ...load, seconds });
    const answered = Math.min(sent.requests - sent.refused, calls);
    seen = Math.max(seen, sent.requests / sent.seconds);
    return {
      seconds: sent.seconds,
      calls: answered,
      failed: sent.requests - answered + sent.lost,
      per_second: answered / sent.seconds,
      p50: sent.p50,
      p99: sent.p99,
      server_us: perCall(cpuSeconds(target.pid) - server, answered),
      database_us: perCall(cpuSecondsOfFamily(place.server.pid) - database, answered),
    };
  };
}

export function overPgbench(
  { place, url, service }: Site,
  clients: number,
  supply: () => Supply<Script>,
): Run {
  return async (seconds) => {
    const { what: script, calls } = supply();
    const marks: { at: number; used: number }[] = [];
    const { per_second, mean } = await runPgbench({
      options: service.database.pool.options.options ?? '',
      ...{ url, script, clients, calls, seconds },
      warm_seconds: Math.min(WARM_SECONDS, seconds),
      mark: () => marks.push({ at: performance.now(), used: cpuSecondsOfFamily(place.server.pid) }),
    });
    const [begin, end] = marks as [(typeof marks)[number], (typeof marks)[number]];
    const measured = (end.at - begin.at) / 1000;
    return {
      seconds: measured,
      calls: Math.round(per_second * measured),
      failed: 0,
      ...{ per_second, mean },
      database_us: perCall(end.used - begin.used, per_second * measured),
    };
  };
}

function perCall(seconds: number, calls: number): number {
  return (seconds * MICROSECONDS) / calls;
}
