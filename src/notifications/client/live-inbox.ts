import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';
import { showUnread } from './unread-marks.ts';

const UNDO_MS = 5000;

type Words = Record<'all_read' | 'undo' | 'bell' | 'bell_unread', string>;

/** Marks messages where they stand: by following one, by its button, or all of a category with time to undo. */
export function updateInboxInPlace(): void {
  const inbox = document.querySelector<HTMLElement>('[data-inbox]');
  if (!inbox) return;
  const words = JSON.parse(inbox.dataset['words'] ?? '{}') as Words;
  for (const press of ['click', 'auxclick'] as const) {
    inbox.addEventListener(press, (event) => {
      const row = (event.target as Element).closest('.message-link')?.closest('.message');
      if (row && event.button < 2) void follow(row);
    });
  }
  // Before the forms of the whole page are sent in place, which would load it again.
  inbox.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const row = form.closest('.message');
    if (row) {
      event.preventDefault();
      void mark(row, words);
    } else if (form.matches('.inbox-read-all')) {
      event.preventDefault();
      markAll(inbox, form, words);
    }
  });
  inbox.addEventListener('appended', () => joinDays(inbox));
}

/** The page is being left, so nobody waits for the answer; what fails stays unread and is there next time. */
async function follow(row: Element): Promise<void> {
  if (!setRead(row, true)) return;
  await send(row, true).catch(() => setRead(row, false));
}

async function mark(row: Element, words: Words): Promise<void> {
  if (!setRead(row, true)) return;
  row.querySelector<HTMLElement>('.message-link')?.focus();
  try {
    await send(row);
    await showUnread(words);
  } catch (error) {
    setRead(row, false);
    explain(error);
  }
}

function send(row: Element, keepalive = false): Promise<null> {
  const id = row.getAttribute('data-message');
  return call('POST', `/api/messages/${id}/read`, { keepalive });
}

/** Says whether it changed anything. */
function setRead(row: Element, read: boolean): boolean {
  if (row.classList.contains('message-unread') === !read) return false;
  row.classList.toggle('message-unread', !read);
  for (const part of row.querySelectorAll<HTMLElement>('[data-unread-only], .message-mark')) {
    part.hidden = read;
  }
  return true;
}

/** Shown at once and done a little later, or when the page is left, unless it is taken back before. */
function markAll(inbox: HTMLElement, form: HTMLFormElement, words: Words): void {
  const rows = [...inbox.querySelectorAll('.message-unread')];
  for (const row of rows) setRead(row, true);
  const bar = document.createElement('p');
  bar.className = 'inbox-undo';
  bar.setAttribute('role', 'status');
  const undo = document.createElement('button');
  undo.type = 'button';
  undo.className = 'link-button';
  undo.textContent = words.undo;
  form.hidden = true;
  form.after(bar);
  bar.append(`${words.all_read} `, undo);
  undo.focus();

  const leave = new AbortController();
  const end = () => {
    leave.abort();
    clearTimeout(timer);
    bar.remove();
  };
  const takeBack = () => {
    for (const row of rows) setRead(row, false);
    form.hidden = false;
  };
  const commit = async () => {
    end();
    try {
      const body = { category: inbox.dataset['inbox'] };
      await call('POST', '/api/messages/read-all', { body, keepalive: true });
      await showUnread(words);
    } catch (error) {
      takeBack();
      explain(error);
    }
  };
  const timer = setTimeout(() => void commit(), UNDO_MS);
  addEventListener('pagehide', () => void commit(), { signal: leave.signal });
  undo.addEventListener('click', () => {
    end();
    takeBack();
    form.querySelector('button')?.focus();
  });
}

function explain(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
  toast(describeProblem(error), 'danger');
}

/** The next page of the list begins with a day that is already there. */
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
