/**
 * The bounds of one process, and the share of one client address (a /64 for IPv6). They are constants, not settings: a
 * site that reaches one needs another process, not another number.
 */
export type Bound = { total: number; per_address: number };

/** Requests that have arrived and have no response yet. A class of sixty reaches a fraction of the share. */
export const RUNNING: Bound = { total: 200, per_address: 150 };

/** Per authentication route: more password checks would only wait for the hasher. */
export const AUTHENTICATING = 60;

/** Sockets of clients that connect directly: six for each browser of a school, idle ones included; and event streams. */
export const CONNECTIONS: Bound = { total: 22_000, per_address: 2_500 };

/** Open event streams: one for each browser of a member. An idle one takes memory (ADR 0062) and nothing else. */
export const STREAMS: Bound = { total: 10_000, per_address: 2_000 };

/** Unfinished requests of one address behind a trusted proxy, where sockets do not identify the client. */
export const PROXIED_PER_ADDRESS = 1_000;

/** Request bodies that are still arriving; each may take a quarter of a megabyte. */
export const BODIES: Bound = { total: 500, per_address: 250 };

/** Each keeps its file in memory, and few are converted at once. */
export const UPLOADS: Bound = { total: 50, per_address: 40 };

/**
 * Each keeps an open file or a connection to the object storage (which allows more), and 128 kB in transit. A class of
 * sixty that opens the same images needs six for each browser.
 */
export const DOWNLOADS: Bound = { total: 800, per_address: 400 };

/** Less than this is no progress: a client that reads a byte a second costs as much as one that reads nothing. */
export const PROGRESS_BYTES = 16 * 1024;
/** At a bound, a transfer that has stalled this long is disconnected for a new one. */
export const YIELD_MS = 3_000;
/** A client that has read nothing of a response for this long is disconnected in any case. */
export const STALL_MS = 30_000;
/** How often the progress of connections is measured. */
export const CHECK_MS = 500;
