import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';
import { showUnread } from './unread-marks.ts';

const UNDO_MS = 5000;

type Texts = Record<'all_read' | 'undo', string>;

/** Marks notifications read without loading the page: by link, by button, or a whole category with time to undo. */
export function enhanceInbox(): void {
  const inbox = document.querySelector<HTMLElement>('[data-inbox]');
  if (!inbox) return;
  const texts = JSON.parse(inbox.dataset['words'] ?? '{}') as Texts;
  for (const type of ['click', 'auxclick'] as const) {
    inbox.addEventListener(type, (event) => {
      const row = (event.target as Element).closest('.message-link')?.closest('.message');
      if (row && event.button < 2) void follow(row);
    });
  }
  // Runs before the page's own submit listener, which would load the page again.
  inbox.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const row = form.closest('.message');
    if (row) {
      event.preventDefault();
      void mark(row);
    } else if (form.matches('.inbox-read-all')) {
      event.preventDefault();
      markAll(inbox, form, texts);
    }
  });
  inbox.addEventListener('appended', () => joinDays(inbox));
}

/** The browser leaves the page and does not wait for the response. After a failure the notification stays unread. */
async function follow(row: Element): Promise<void> {
  if (!setRead(row, true)) return;
  await send(row, true).catch(() => setRead(row, false));
}

async function mark(row: Element): Promise<void> {
  if (!setRead(row, true)) return;
  row.querySelector<HTMLElement>('.message-link')?.focus();
  try {
    await send(row);
    await showUnread();
  } catch (error) {
    setRead(row, false);
    explain(error);
  }
}

function send(row: Element, keepalive = false): Promise<null> {
  const id = row.getAttribute('data-message');
  return call('POST', `/api/messages/${id}/read`, { keepalive });
}

/** Returns whether it changed anything. */
function setRead(row: Element, read: boolean): boolean {
  if (row.classList.contains('message-unread') === !read) return false;
  row.classList.toggle('message-unread', !read);
  for (const part of row.querySelectorAll<HTMLElement>('[data-unread-only], .message-mark')) {
    part.hidden = read;
  }
  return true;
}

/** Shows them as read at once and sends the request after `UNDO_MS` or on `pagehide`, unless undone before. */
function markAll(inbox: HTMLElement, form: HTMLFormElement, texts: Texts): void {
  const rows = [...inbox.querySelectorAll('.message-unread')];
  for (const row of rows) setRead(row, true);
  const bar = document.createElement('p');
  bar.className = 'inbox-undo';
  bar.setAttribute('role', 'status');
  const undo = document.createElement('button');
  undo.type = 'button';
  undo.className = 'link-button';
  undo.textContent = texts.undo;
  form.hidden = true;
  form.after(bar);
  bar.append(`${texts.all_read} `, undo);
  undo.focus();

  const listening = new AbortController();
  const end = () => {
    listening.abort();
    clearTimeout(timer);
    bar.remove();
  };
  const undoAll = () => {
    for (const row of rows) setRead(row, false);
    form.hidden = false;
  };
  const commit = async () => {
    end();
    try {
      const body = { category: inbox.dataset['inbox'] };
      await call('POST', '/api/messages/read-all', { body, keepalive: true });
      await showUnread();
    } catch (error) {
      undoAll();
      explain(error);
    }
  };
  const timer = setTimeout(() => void commit(), UNDO_MS);
  addEventListener('pagehide', () => void commit(), { signal: listening.signal });
  undo.addEventListener('click', () => {
    end();
    undoAll();
    form.querySelector('button')?.focus();
  });
}

function explain(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
  toast(describeProblem(error), 'danger');
}

/** An appended page may begin with a day that the list already shows. */
function joinDays(inbox: HTMLElement): void {
  const known = new Map<string, Element>();
  for (const section of inbox.querySelectorAll<HTMLElement>('.inbox-day')) {
    const day = section.dataset['day'] ?? '';
    const first = known.get(day);
    if (!first) known.set(day, section);
    else {
      const focused = document.activeElement as HTMLElement | null;
      first.querySelector('.message-list')?.append(...section.querySelectorAll('.message'));
      section.remove();
      focused?.focus({ preventScroll: true });
    }
  }
}
