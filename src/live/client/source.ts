import { csrfToken, refresh } from '../../ui/client/api.ts';
import type { LiveEvent } from './live-event.ts';

export type Source = { close(): void };

const NAMES = ['unread', 'posts', 'comments', 'own_post', 'queue'];
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;

/**
 * The browser reconnects a stream that broke off or ended. It gives up after any other status than 200; then this tries
 * again, later each time, with a new access token if the old one has expired. Without a session it stops silently: a page
 * that is only read does not send its reader to the log-in page.
 */
export function openSource(
  topics: string[],
  since: number,
  onEvent: (event: LiveEvent) => void,
): Source {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause_ms = FIRST_PAUSE_MS;
  let last = since;
  let isClosed = false;

  const open = () => {
    const query = new URLSearchParams({ since: String(last) });
    if (topics.length > 0) query.set('topics', topics.join(','));
    const opened = new EventSource(`/api/events?${query}`);
    source = opened;
    for (const name of NAMES) {
      opened.addEventListener(name, ({ data, lastEventId }) => {
        pause_ms = FIRST_PAUSE_MS;
        last = Math.max(last, Number(lastEventId) || 0);
        onEvent({ name, data: JSON.parse(data), id: Number(lastEventId) || 0 });
      });
    }
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) retryLater();
    };
  };
  const retryLater = () => {
    timer = setTimeout(
      async () => {
        if ((await hasSession().catch(() => true)) && !isClosed) open();
      },
      pause_ms * (1 + Math.random()),
    );
    pause_ms = Math.min(pause_ms * 2, MAX_PAUSE_MS);
  };
  open();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      source?.close();
    },
  };
}

async function hasSession(): Promise<boolean> {
  const { status } = await fetch('/api/messages/unread');
  return status !== 401 || (csrfToken() !== '' && (await refresh()));
}
