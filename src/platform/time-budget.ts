/**
 * The timeout of each layer in milliseconds, outermost first. If an inner timeout exceeded an outer one, a slow database
 * would work on requests that have already failed; so the order is checked at start.
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

/** Longer than the proxy's, so that the proxy always closes an idle connection first. */
export const KEEP_ALIVE_MS = 72_000;
export const CONNECTION_MS = 30_000;
/** The headers are a few packets, also on a slow connection. */
export const HEADERS_MS = 10_000;
/** Receiving and converting a file. */
export const UPLOAD_MS = 20_000;
/** Many short transactions in one request of the staff: hundreds of comments of a spam wave. */
export const BULK_MS = 20_000;
/** How often Node checks connections for timeouts. Its default is 30 s. */
export const CONNECTIONS_CHECK_MS = 1_000;
/** A download may be slow; an idle connection is closed long before. */
export const DOWNLOAD_MS = 60 * 60 * 1000;
export const IDLE_IN_TRANSACTION_MS = 5_000;
/** A command may wait longer for a connection than a request. */
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
