/**
 * Every bound on how much one process takes on at once, and how much of it one client address may hold. They are no
 * settings: a site that reaches one needs another process, not another number.
 */

/**
 * A slot is held from when all of a request has arrived until its response is made, by no more of one address than
 * leaves room for others. A class of sixty reaches a fraction of that.
 */
export const RUNNING = { total: 200, per_address: 150 };

/** Of each authentication route: no more password checks than that are queued anyway. */
export const AUTHENTICATING = 60;

/** Sockets of clients that connect directly: six for each browser of a school, idle ones included. */
export const CONNECTIONS = { total: 12_000, per_address: 2_500 };

/** Through a trusted proxy, whose sockets are not told apart: requests without a complete response yet. */
export const PROXIED_PER_ADDRESS = 1_000;

/** Request bodies that are still arriving; each may hold a quarter of a megabyte. */
export const BODIES = { total: 500, per_address: 250 };

/** Each holds its file in memory, and few of them are converted at once. */
export const UPLOADS = { total: 50, per_address: 40 };

/**
 * Each holds an open file or a connection to the object storage (which has more of them), and 128 kB on their way. A
 * class of sixty that opens the same pictures needs six for each browser.
 */
export const DOWNLOADS = { total: 800, per_address: 400 };

/** Less than this is no progress: who reads a byte a second holds as much as who reads none. */
export const PROGRESS_BYTES = 16 * 1024;
/** Where a limit is reached, a transfer that made no progress for so long makes way for a new one. */
export const YIELD_MS = 3_000;
/** A client that took nothing of a response for so long is disconnected, also where there is room. */
export const STALL_MS = 30_000;
/** How often transfers are looked at. */
export const CHECK_MS = 500;
