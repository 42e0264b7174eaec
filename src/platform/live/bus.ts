import { type Announcement, onAnnouncement } from './announcements.ts';

/** Announcements wait this long for others of the process. */
const BATCH_MS = 25;
/** Below the 8000 bytes of a PostgreSQL notification. */
const PAYLOAD_BYTES = 7_500;
/** While nothing can be sent, at most these wait; of more, only that some were lost is sent. */
const WAITING_MAX = 2_000;
const RETRY_MS = 250;
/** Some announcements were lost: whoever receives this reads everything again. */
const LOST = 'lost';

/** Carries announcements between the processes of a site, to the sender too. */
export type Bus = {
  onAnnouncements(callback: (announcements: Announcement[]) => void): void;
  /** Sessions of the member have ended, whichever program ended them. */
  onSessionsEnded(callback: (uid: number) => void): void;
  /** Announcements and ended sessions may have been missed; it works again now. */
  onGap(callback: () => void): void;
  tally(): BusTally;
  close(): Promise<void>;
};
type BusTally = { sent: number; failed: number };

type Receiver = { receive(payload: string): void; onGap(): void };
export type Transport = {
  /** Rejects if it could not be sent. */
  send(payload: string): Promise<void>;
  close(): void;
};
type SessionSource = (receiver: { onEnded(uid: number): void; onGap(): void }) => void;

/** For a program without streams, whose announcements nobody needs. */
export const NO_BUS: Bus = {
  onAnnouncements: () => {},
  onSessionsEnded: () => {},
  onGap: () => {},
  tally: () => ({ sent: 0, failed: 0 }),
  close: async () => {},
};

/** Batches the announcements of this process, and repeats what could not be sent. */
export function createBus(
  openTransport: (receiver: Receiver) => Transport,
  watchSessions: SessionSource,
): Bus {
  const callbacks = {
    announcements: [] as ((announcements: Announcement[]) => void)[],
    sessions: [] as ((uid: number) => void)[],
    gap: [] as (() => void)[],
  };
  const onGap = () => {
    for (const callback of callbacks.gap) callback();
  };
  const transport = openTransport({
    receive(payload) {
      if (payload === LOST) return onGap();
      const announcements = payload.split(' ') as Announcement[];
      for (const callback of callbacks.announcements) callback(announcements);
    },
    onGap,
  });
  watchSessions({
    onEnded(uid) {
      for (const callback of callbacks.sessions) callback(uid);
    },
    onGap,
  });

  const tally: BusTally = { sent: 0, failed: 0 };
  // A set: of equal announcements in a batch, one is enough.
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    timer = undefined;
    while (waiting.size > 0) {
      const batch = takeBatch(waiting);
      try {
        await transport.send(batch.join(' '));
        tally.sent += batch.length;
      } catch {
        tally.failed += 1;
        for (const one of batch) add(one);
        return schedule(RETRY_MS);
      }
    }
  };
  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      sending = flush();
    }, ms).unref();
  };
  const add = (announcement: string) => {
    if (waiting.has(LOST)) return;
    if (waiting.size >= WAITING_MAX) {
      waiting.clear();
      waiting.add(LOST);
    } else waiting.add(announcement);
  };
  const unsubscribe = onAnnouncement((announcement) => {
    add(announcement);
    schedule(BATCH_MS);
  });

  return {
    onAnnouncements: (callback) => void callbacks.announcements.push(callback),
    onSessionsEnded: (callback) => void callbacks.sessions.push(callback),
    onGap: (callback) => void callbacks.gap.push(callback),
    tally: () => tally,
    async close() {
      unsubscribe();
      await sending;
      clearTimeout(timer);
      await flush();
      clearTimeout(timer);
      transport.close();
    },
  };
}

/** As many as one payload can carry. */
function takeBatch(waiting: Set<string>): string[] {
  const batch: string[] = [];
  let bytes = 0;
  for (const one of waiting) {
    bytes += one.length + 1;
    if (bytes > PAYLOAD_BYTES) break;
    batch.push(one);
    waiting.delete(one);
  }
  return batch;
}
