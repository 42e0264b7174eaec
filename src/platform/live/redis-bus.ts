import type { Redis } from 'ioredis';
import type { NotificationListener } from '../db/hidden-listener.ts';
import { type Bus, createBus } from './bus.ts';
import { sessionsOf } from './postgres-bus.ts';

/** A connection can be lost without an error; a subscriber that only waits would never know. */
const PING_MS = 2_000;

/** Redis pub/sub, on a connection of its own: one that subscribes can do nothing else. */
export function openRedisBus(redis: Redis, prefix: string, listener: NotificationListener): Bus {
  const channel = `${prefix}live`;
  return createBus(({ receive, onGap }) => {
    const subscriber = redis.duplicate({ autoResubscribe: false });
    let isFirst = true;
    subscriber.on('error', () => {});
    subscriber.on('message', (_channel, payload) => receive(payload));
    const reconnect = () => subscriber.disconnect(true);
    subscriber.on('ready', () => {
      subscriber.subscribe(channel).then(() => {
        if (!isFirst) onGap();
        isFirst = false;
      }, reconnect);
    });
    const heartbeat = setInterval(() => {
      if (subscriber.status === 'ready') subscriber.ping().catch(reconnect);
    }, PING_MS).unref();
    return {
      send: async (payload) => void (await redis.publish(channel, payload)),
      close() {
        clearInterval(heartbeat);
        subscriber.disconnect();
      },
    };
  }, sessionsOf(listener));
}
