import { isSendKey } from '../ui/client/composing.ts';

/** The moderators’ keys and shortcuts. Every form on these pages works without them. */
fillReasons();
sendByKey();
giveKeysToRow();
tellWhoWasFaster();
scrollByKey();
showCurrentPlace();

/** A common reason goes into the box, where it can still be changed. */
function fillReasons(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-fill]');
    const box = button?.closest('form')?.querySelector<HTMLTextAreaElement>('[data-reason]');
    if (!button || !box) return;
    box.value = button.dataset['fill'] ?? '';
    box.focus();
  });
}

function sendByKey(): void {
  document.addEventListener('keydown', (event) => {
    const box = event.target as HTMLElement;
    if (!box.matches('[data-reason]') || !isSendKey(event)) return;
    event.preventDefault();
    box.closest('form')?.requestSubmit();
  });
}

/** Where every row has the same keys, they are those of the row with the focus and of no other. */
function giveKeysToRow(): void {
  document.addEventListener('focusin', (event) => {
    const row = (event.target as Element).closest('[data-row]');
    for (const control of document.querySelectorAll<HTMLElement>('[data-row-key]')) {
      const { rowKey } = control.dataset;
      if (rowKey && row?.contains(control)) control.dataset['key'] = rowKey;
      else delete control.dataset['key'];
    }
  });
}

/**
 * Two may open the same post. Who decides second is refused, and is told who was first instead of only that it
 * cannot be done; what the page says of the post is brought up to date.
 */
function tellWhoWasFaster(): void {
  const preview = document.querySelector('[data-decisions]')?.parentElement;
  if (!preview) return;
  const refused = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const box = added.find((node) => node instanceof HTMLElement && node.matches('[data-problem]'));
    if (box?.isConnected) void explain(box as HTMLElement);
  });
  refused.observe(preview, { childList: true, subtree: true });
}

const PARTS = ['[data-state]', '[data-decisions]', '[data-history]'];

async function explain(box: HTMLElement): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (stateIn(page) === undefined || stateIn(page) === stateIn(document)) return;
  const { late = '', changed = '' } = decisionsIn(document)?.dataset ?? {};
  if (decidersIn(page).length === decidersIn(document).length) {
    // Its author wrote on, so there is another text to read.
    box.textContent = changed;
    return;
  }
  box.textContent = late.replace('{name}', decidersIn(page)[0] ?? '');
  decisionsIn(page)?.append(box);
  for (const part of PARTS) {
    const fresh = page.querySelector(part);
    if (fresh) document.querySelector(part)?.replaceWith(fresh);
  }
}

function stateIn(page: Document): string | undefined {
  return page.querySelector<HTMLElement>('[data-state]')?.dataset['state'];
}

function decisionsIn(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>('[data-decisions]');
}

/** The last one first. */
function decidersIn(page: Document): string[] {
  return [...page.querySelectorAll<HTMLElement>('[data-by]')].map((one) => one.dataset['by'] ?? '');
}

/** Code that is wider than the page can be scrolled by who has no pointer. */
function scrollByKey(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.prose pre')) block.tabIndex = 0;
}

/** On a phone the places are one line, and the page may be at the far end of it. */
function showCurrentPlace(): void {
  const place = document.querySelector('.admin-link[aria-current]');
  place?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
