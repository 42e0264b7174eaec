import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { HIDDEN_CHANNEL, invalidate, type Subject } from '../invalidations.ts';

const HEARTBEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT_MS = 1_000;
/** Exceeded also after a blocked event loop or a suspended machine, when notifications may be waiting unread. */
const LIVE_MS = HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS + 500;
const CONNECT_TIMEOUT_MS = 3_000;
const FIRST_RETRY_MS = 20;
const MAX_RETRY_MS = 1_000;

export type HiddenListener = {
  /** Whether notifications of other processes arrive. */
  isLive(): boolean;
  /** Since when, by `performance.now`. Notifications from before may have been lost. */
  liveSince(): number;
  close(): Promise<void>;
};

/** The connection itself, which other channels use too. */
export type NotificationListener = HiddenListener & {
  /**
   * Call it when the listener is created, before it has connected. `onGap` runs when the connection works again after a
   * loss: notifications may have been missed.
   */
  subscribe(channel: string, subscriber: ChannelSubscriber): void;
  /** A notification in a transaction of its own; rejects while not connected. */
  notify(channel: string, payload: string): Promise<void>;
};
type ChannelSubscriber = { receive(payload: string): void; onGap(): void };

/** For a process that checks every cached response before use, or has none. */
export const NOT_LISTENING: HiddenListener = {
  isLive: () => false,
  liveSince: () => Number.POSITIVE_INFINITY,
  close: async () => {},
};

/**
 * LISTENs on a connection beside the pool. Each second a heartbeat notification through the server shows that
 * notifications arrive: a connection can be lost without an error, and a pooler in transaction mode accepts LISTEN and
 * delivers nothing.
 */
export function listenForHidden(
  settings: { url: string; name: string },
  log: FastifyBaseLogger,
): NotificationListener {
  let live: { since: number; heartbeat: number } | undefined;
  let current: pg.Client | undefined;
  const channels = new Map<string, ChannelSubscriber>();
  let wasLive = false;
  // One statement at a time, as the driver requires.
  let last: Promise<unknown> = Promise.resolve();
  const query = (client: pg.Client, text: string, values: string[] = []) => {
    const run = last.then(() => client.query(text, values));
    last = run.catch(() => {});
    return run;
  };
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
    last = Promise.resolve();
    const lost = new Promise<never>((_, reject) => {
      const onLost = (error?: Error) => {
        // At once, without waiting for a missed heartbeat.
        if (current === client) live = undefined;
        reject(error ?? new Error('the connection was closed'));
      };
      client.on('error', onLost);
      client.on('end', () => onLost());
    });
    lost.catch(() => {});
    try {
      await client.connect();
      await sendHeartbeats(client, lost);
    } finally {
      live = undefined;
      destroy(client);
    }
  };

  const sendHeartbeats = async (client: pg.Client, lost: Promise<never>): Promise<void> => {
    const own = `lamplight_heartbeat_${randomUUID().replaceAll('-', '')}`;
    let onHeartbeat = () => {};
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === HIDDEN_CHANNEL) invalidate(payload as Subject);
      else if (channel === own) onHeartbeat();
      else channels.get(channel)?.receive(payload);
    });
    await client.query(
      [HIDDEN_CHANNEL, own, ...channels.keys()]
        .map((channel) => `LISTEN ${pg.escapeIdentifier(channel)}`)
        .join('; '),
    );
    const since = performance.now();
    while (!closed.signal.aborted) {
      const arrived = new Promise<void>((resolve) => {
        onHeartbeat = resolve;
      });
      const sent = query(client, `NOTIFY ${pg.escapeIdentifier(own)}`);
      sent.catch(() => {});
      const timeout = sleep(HEARTBEAT_TIMEOUT_MS, 'late', { ref: false });
      const outcome = await Promise.race([Promise.all([sent, arrived]), timeout, lost]);
      if (outcome === 'late') throw new Error('no heartbeat through the notification connection');
      const isBack = live === undefined && wasLive;
      live = { since, heartbeat: performance.now() };
      wasLive = true;
      if (isBack) for (const { onGap } of channels.values()) onGap();
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
    subscribe: (channel, subscriber) => void channels.set(channel, subscriber),
    async notify(channel, payload) {
      if (!current || !live) throw new Error('the notification connection is lost');
      await query(current, 'SELECT pg_notify($1, $2)', [channel, payload]);
    },
    async close() {
      closed.abort();
      if (current) destroy(current);
      await running;
    },
  };
}

/** Closes the socket. `client.end` would wait for a connection that is lost. */
function destroy(client: pg.Client): void {
  // `pg` has this property, but its types do not.
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();
}
