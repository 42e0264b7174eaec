import type { NotificationListener } from '../db/hidden-listener.ts';
import { type Bus, createBus, type Transport } from './bus.ts';

const CHANNEL = 'lamplight_live';
/** The channel of the triggers of migration 0091. */
const SESSIONS_CHANNEL = 'lamplight_sessions';

type SessionSource = Parameters<typeof createBus>[1];

/** Sessions that end are always announced by PostgreSQL, because a command or SQL by hand can end them too. */
export function sessionsOf(listener: NotificationListener): SessionSource {
  return ({ onEnded, onGap }) =>
    listener.subscribe(SESSIONS_CHANNEL, {
      receive: (payload) => onEnded(Number(payload)),
      onGap,
    });
}

/** LISTEN and NOTIFY on the one connection that the process has beside its pool. */
export function openPostgresBus(listener: NotificationListener): Bus {
  return createBus((receiver): Transport => {
    // Both channels are on one connection, so a gap is reported once, by the channel of sessions.
    listener.subscribe(CHANNEL, { receive: receiver.receive, onGap: () => {} });
    return { send: (payload) => listener.notify(CHANNEL, payload), close: () => {} };
  }, sessionsOf(listener));
}
