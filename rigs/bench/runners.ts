import { cpuSeconds, cpuSecondsOfFamily } from '../../test/support/processes.ts';
import { type Call, sendCalls } from './generator.ts';
import { runPgbench, type Script } from './pgbench.ts';
import type { Run } from './sample.ts';
import type { Site } from './site.ts';

/** Concurrent connections. */
export const CONNECTIONS = 64;
/** Until pgbench's clients are connected and have their plans, and entries with a TTL of a minute are cached again. */
const WARM_SECONDS = 2;
const MICROSECONDS = 1e6;

/** An HTTP server process: ours or its baseline. */
export type HttpServer = { url: string; pid: number };

/** The next calls, and how many can be sent before they do nothing; those count as failed. */
type Supply<What> = { what: What; calls: number };

/** For calls that can be repeated without limit. */
export function endless<What>(what: What): () => Supply<What> {
  return () => ({ what, calls: Number.POSITIVE_INFINITY });
}

/** The rate may be a little higher than before. */
const MARGIN = 0.8;

/** The requested time, or less if the calls run out. */
function lasting(seconds: number, calls: number, rate: number): number {
  return Math.max(1, Math.min(seconds, Math.floor((calls * MARGIN) / rate)));
}

/** The rate is unknown at first: too few calls are better than calls that do nothing. */
const FIRST_RATE = 2_000;

export function overHttp(
  { environment }: Site,
  target: HttpServer,
  supply: () => Promise<Supply<Call[]>> | Supply<Call[]>,
): Run {
  let seen = 0;
  return async (requested, how = {}) => {
    const { what, calls } = await supply();
    const seconds = lasting(requested, calls, seen || FIRST_RATE);
    const load = { connections: CONNECTIONS, url: target.url, calls: what, ...how };
    // Limited calls are not spent on the warm-up.
    if (calls === Number.POSITIVE_INFINITY)
      await sendCalls({ ...load, seconds: Math.min(WARM_SECONDS, seconds) });
    const [server, database] = [cpuSeconds(target.pid), cpuSecondsOfFamily(environment.server.pid)];
    const sent = await sendCalls({ ...load, seconds });
    const succeeded = Math.min(sent.requests - sent.refused, calls);
    seen = Math.max(seen, sent.requests / sent.seconds);
    return {
      seconds: sent.seconds,
      calls: succeeded,
      failed: sent.requests - succeeded + sent.lost,
      per_second: succeeded / sent.seconds,
      p50: sent.p50,
      p99: sent.p99,
      server_us: perCall(cpuSeconds(target.pid) - server, succeeded),
      database_us: perCall(cpuSecondsOfFamily(environment.server.pid) - database, succeeded),
    };
  };
}

export function overPgbench(
  { environment, url, service }: Site,
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
      mark: () =>
        marks.push({ at: performance.now(), used: cpuSecondsOfFamily(environment.server.pid) }),
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
