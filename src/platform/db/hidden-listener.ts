import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { invalidate, type Subject } from '../invalidations.ts';

/** Where the triggers of migration 0029 notify. */
const CHANNEL = 'lamplight_hidden';
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT_MS = 1_000;
/** Also after the event loop was blocked or the machine slept: what was notified meanwhile may not be read yet. */
const LIVE_MS = HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS + 500;
const CONNECT_TIMEOUT_MS = 3_000;
const FIRST_RETRY_MS = 20;
const MAX_RETRY_MS = 1_000;

export type HiddenListener = {
  /** Whether every notification of other processes arrives. */
  isLive(): boolean;
  /** Since when, by `performance.now`; what was checked before that may have changed without a notification. */
  liveSince(): number;
  close(): Promise<void>;
};

/** For a process without a cache: whatever it holds is checked before each use. */
export const NOT_LISTENING: HiddenListener = {
  isLive: () => false,
  liveSince: () => Number.POSITIVE_INFINITY,
  close: async () => {},
};

/**
 * One connection that LISTENs, beside the pool. A heartbeat that travels through the server as a notification proves
 * each second that they arrive: a connection can die without a word, and a pooler in transaction mode accepts LISTEN
 * and delivers nothing.
 */
export function listenForHidden(
  settings: { url: string; name: string },
  log: FastifyBaseLogger,
): HiddenListener {
  let live: { since: number; heartbeat: number } | undefined;
  let current: pg.Client | undefined;
  const closed = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: closed.signal }).catch(() => {});

  const listen = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: settings.url,
      application_name: `${settings.name} listen`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
    });
    current = client;
    const lost = new Promise<never>((_, reject) => {
      const onLost = (error?: Error) => {
        // At once, not when the heartbeat is missed.
        if (current === client) live = undefined;
        reject(error ?? new Error('the connection was closed'));
      };
      client.on('error', onLost);
      client.on('end', () => onLost());
    });
    lost.catch(() => {});
    try {
      await client.connect();
      await beatWhileAlive(client, lost);
    } finally {
      live = undefined;
      destroy(client);
    }
  };

  const beatWhileAlive = async (client: pg.Client, lost: Promise<never>): Promise<void> => {
    const own = `lamplight_heartbeat_${randomUUID().replaceAll('-', '')}`;
    let onHeartbeat = () => {};
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) invalidate(payload as Subject);
      else onHeartbeat();
    });
    await client.query(
      `LISTEN ${pg.escapeIdentifier(CHANNEL)}; LISTEN ${pg.escapeIdentifier(own)}`,
    );
    const since = performance.now();
    while (!closed.signal.aborted) {
      const arrived = new Promise<void>((resolve) => {
        onHeartbeat = resolve;
      });
      const sent = client.query(`NOTIFY ${pg.escapeIdentifier(own)}`);
      sent.catch(() => {});
      const timeout = sleep(HEARTBEAT_TIMEOUT_MS, 'late', { ref: false });
      const outcome = await Promise.race([Promise.all([sent, arrived]), timeout, lost]);
      if (outcome === 'late') throw new Error('no heartbeat through the notification connection');
      live = { since, heartbeat: performance.now() };
      await Promise.race([pause(HEARTBEAT_MS), lost]);
    }
  };

  const running = (async () => {
    let retry = FIRST_RETRY_MS;
    while (!closed.signal.aborted) {
      const began = performance.now();
      await listen().catch((error) => {
        if (!closed.signal.aborted)
          log.warn({ err: error }, 'not listening for hidden content: cached pages are checked');
      });
      retry = performance.now() - began > LIVE_MS ? FIRST_RETRY_MS : retry * 2;
      if (!closed.signal.aborted)
        await pause(Math.min(retry, MAX_RETRY_MS) * (0.5 + Math.random() / 2));
    }
  })();

  return {
    isLive: () => live !== undefined && performance.now() - live.heartbeat < LIVE_MS,
    liveSince: () => live?.since ?? Number.POSITIVE_INFINITY,
    async close() {
      closed.abort();
      if (current) destroy(current);
      await running;
    },
  };
}

/** Without a farewell that a dead connection would never send. */
function destroy(client: pg.Client): void {
  // pg's types do not know its stream.
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();
}
