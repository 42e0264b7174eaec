/**
 * How long each layer waits, in milliseconds. An inner wait that outlives an outer one turns a slow
 * database into a queue of answers nobody is waiting for any more, so the order is checked at start.
 */
export const TIME_BUDGET = {
  proxy: 20_000,
  body: 10_000,
  handler: 5_000,
  transaction: 4_000,
  query: 3_500,
  statement: 3_000,
  silence: 2_250,
  lock: 2_000,
  poolAcquire: 1_000,
  replicaRead: 750,
  redisConnect: 500,
  replicaCheck: 300,
  redisCommand: 100,
} as const;

/** Longer than the proxy keeps its idle connections, so that the proxy is always the one to close. */
export const KEEP_ALIVE_MS = 72_000;
export const CONNECTION_MS = 30_000;
/** The head of a request is one packet or a few, also on a slow line. */
export const HEADERS_MS = 10_000;
/** Receiving and converting a file. */
export const UPLOAD_MS = 20_000;
/** How often connections are looked at whose request is late; the default is as long as the request may take. */
export const CONNECTIONS_CHECK_MS = 1_000;
/** A file that is on its way: on a slow line its bytes take a while, and an idle connection is closed long before. */
export const DOWNLOAD_MS = 60 * 60 * 1000;
export const IDLE_IN_TRANSACTION_MS = 5_000;
/** Who runs a command would rather wait for a place on a busy server than be told that there is none. */
export const COMMAND_CONNECT_MS = 10_000;

export function assertTimeBudget(budget: Record<string, number> = TIME_BUDGET): void {
  const layers = Object.entries(budget);
  for (const [index, [inner, wait]] of layers.entries()) {
    const outer = layers[index - 1];
    if (outer && wait >= outer[1]) {
      throw new Error(
        `time budget: ${inner} (${wait} ms) must be shorter than ${outer[0]} (${outer[1]} ms)`,
      );
    }
  }
}
