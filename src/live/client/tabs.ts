import type { LiveEvent } from './live-event.ts';
import { openSource, type Source } from './source.ts';

type Wish = { topics: string[]; since: number };
type Message =
  | { kind: 'event'; event: LiveEvent }
  | ({ kind: 'topics'; tab: string } & Wish)
  | { kind: 'leader' }
  | { kind: 'gone'; tab: string };

type Tab = { topics: string[]; rendered: number; onEvent(event: LiveEvent): void };

/** Several tabs that open together cause one new stream. */
const SETTLE_MS = 150;
/** A transaction may commit a little later than its rows are dated. */
const OVERLAP_MS = 10_000;
const RECENT_MAX = 50;
const TOPICS_MAX = 20;

/**
 * One stream for all tabs of a browser, or six tabs would use up its connections to the site. The tab that has the lock
 * leads: it opens the stream for the topics of all and passes events on. When it closes, the browser gives the lock to
 * another one. Returns what leaves.
 */
export function joinTabs(name: string, { topics, rendered, onEvent }: Tab): () => void {
  const tab = crypto.randomUUID();
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const { signal } = leaving;
  let last = 0;
  let leader: ReturnType<typeof lead> | undefined;

  const post = (message: Message) => channel.postMessage(message);
  const wish = (): Wish => ({ topics, since: Math.max(rendered, last - OVERLAP_MS) });
  const receive = (event: LiveEvent) => {
    last = Math.max(last, event.id);
    onEvent(event);
  };
  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    if (message.kind === 'event') receive(message.event);
    else if (message.kind === 'leader') post({ kind: 'topics', tab, ...wish() });
    else leader?.onMessage(message);
  };
  post({ kind: 'topics', tab, ...wish() });

  const work = () =>
    new Promise<void>((resolve) => {
      leader = lead(tab, wish(), {
        send(event) {
          receive(event);
          post({ kind: 'event', event });
        },
        post,
      });
      signal.addEventListener('abort', () => resolve());
    });
  // Rejected if the page leaves while it still waits.
  navigator.locks.request(name, { signal }, work).catch(() => {});
  return () => {
    leader?.end();
    leaving.abort();
    post({ kind: 'gone', tab });
    channel.close();
  };
}

function lead(
  own: string,
  wish: Wish,
  { send, post }: { send(event: LiveEvent): void; post(message: Message): void },
) {
  const tabs = new Map<string, Wish>([[own, wish]]);
  const recent: LiveEvent[] = [];
  let source: Source | undefined;
  let covered = new Set<string>();
  /** From when on the next stream has to report. */
  let since = wish.since;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reopen = () => {
    timer = undefined;
    source?.close();
    const topics = [...new Set([...tabs.values()].flatMap((one) => one.topics))];
    covered = new Set(topics.slice(-TOPICS_MAX));
    source = openSource([...covered], since, (event) => {
      since = Math.max(since, event.id - OVERLAP_MS);
      recent.push(event);
      if (recent.length > RECENT_MAX) recent.shift();
      send(event);
    });
  };
  const schedule = () => {
    timer ??= setTimeout(reopen, SETTLE_MS);
  };
  schedule();
  post({ kind: 'leader' });

  return {
    onMessage(message: Message): void {
      if (message.kind === 'gone') tabs.delete(message.tab);
      if (message.kind !== 'topics') return;
      tabs.set(message.tab, message);
      if (!source || message.topics.some((topic) => !covered.has(topic))) {
        since = Math.min(since, message.since);
        schedule();
      } else {
        // What came between the rendering of that page and its arrival here.
        for (const event of recent) if (event.name !== 'own_post') post({ kind: 'event', event });
      }
    },
    end(): void {
      clearTimeout(timer);
      source?.close();
    },
  };
}
