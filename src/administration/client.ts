import { call, type Problem } from '../ui/client/api.ts';
import { isSendKey } from '../ui/client/composing.ts';
import { describeProblem } from '../ui/client/texts.ts';
import { toast } from '../ui/client/toast.ts';
import { upload } from '../ui/client/upload.ts';

/** Keyboard shortcuts for moderators. Every form on these pages works without them. */
fillReasons();
submitByKey();
submitByNumber();
claimOpenItem();
bindKeysToFocusedRow();
selectRows();
focusOpenRow();
explainLateDecisions();
makeCodeFocusable();
scrollToCurrentSection();
uploadLogo();

/** Copies a common reason into the text box, where it can be edited. */
function fillReasons(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-fill]');
    const box = button?.closest('form')?.querySelector<HTMLTextAreaElement>('[data-reason]');
    if (!button || !box) return;
    box.value = button.dataset['fill'] ?? '';
    box.focus();
  });
}

function submitByKey(): void {
  document.addEventListener('keydown', (event) => {
    const box = event.target as HTMLElement;
    if (!box.matches('[data-reason]') || !isSendKey(event)) return;
    event.preventDefault();
    box.closest('form')?.requestSubmit();
  });
}

/** In an empty reason, a digit sends the common reason of that number: every decision can be undone. */
function submitByNumber(): void {
  document.addEventListener('keydown', (event) => {
    const box = event.target as HTMLTextAreaElement;
    if (!box.matches('[data-reason]') || box.value !== '' || !/^[1-9]$/.test(event.key)) return;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const form = box.closest('form');
    const template = form?.querySelectorAll<HTMLElement>('[data-fill]')[Number(event.key) - 1];
    if (!form || !template) return;
    event.preventDefault();
    box.value = template.dataset['fill'] ?? '';
    form.requestSubmit();
  });
}

/** Shows the other moderators what is being looked at. A failure changes nothing. */
function claimOpenItem(): void {
  const item = document.querySelector<HTMLElement>('[data-claim]');
  if (!item) return;
  const { claim: kind, claimId } = item.dataset;
  call('POST', '/api/admin/queue/claim', { body: { kind, id: Number(claimId) } }).catch(
    () => undefined,
  );
}

/** `x` selects the row with the focus; the head of the list counts what is selected, and selects all. */
function selectRows(): void {
  const all = document.querySelector<HTMLInputElement>('[data-select-all]');
  const form = all?.form;
  const label = form?.querySelector<HTMLElement>('[data-selected]');
  if (!all || !form || !label) return;
  const nothing = label.textContent;
  const rows = () => [...form.querySelectorAll<HTMLInputElement>('[data-select]')];
  const show = () => {
    const chosen = rows().filter(({ checked }) => checked).length;
    all.checked = chosen > 0 && chosen === rows().length;
    all.indeterminate = chosen > 0 && !all.checked;
    label.textContent =
      chosen === 0 ? nothing : (label.dataset['selected'] ?? '').replace('{count}', String(chosen));
  };
  form.addEventListener('change', (event) => {
    if (event.target === all) for (const box of rows()) box.checked = all.checked;
    show();
  });
  // Keys do nothing in a field, and a box that was clicked with a pointer would keep the focus.
  form.addEventListener('click', (event) => {
    const box = event.target as HTMLElement;
    if (event.detail > 0 && box.matches('[type=checkbox]')) box.blur();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest('textarea, select, input:not([data-select])')) return;
    target.closest('[data-row]')?.querySelector<HTMLElement>('[data-select]')?.click();
  });
  // A browser keeps the boxes as they were when it goes back.
  show();
}

/** So that j and k move on from the open item. */
function focusOpenRow(): void {
  const row = document.querySelector<HTMLElement>('[data-row] [data-stop][aria-current]');
  if (document.activeElement === document.body) row?.focus({ preventScroll: true });
}

/** All rows have the same keys; they act on the row with the focus. */
function bindKeysToFocusedRow(): void {
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
 * Two moderators may open the same post. The second decision is refused; this shows who decided first and updates
 * the state of the post on the page.
 */
function explainLateDecisions(): void {
  const preview = document.querySelector('[data-decisions]')?.parentElement;
  if (!preview) return;
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const box = added.find((node) => node instanceof HTMLElement && node.matches('[data-problem]'));
    if (box?.isConnected) void explain(box as HTMLElement);
  });
  observer.observe(preview, { childList: true, subtree: true });
}

const PARTS = ['[data-state]', '[data-decisions]', '[data-history]'];

async function explain(box: HTMLElement): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (stateIn(page) === undefined || stateIn(page) === stateIn(document)) return;
  const { late = '', changed = '' } = decisionsIn(document)?.dataset ?? {};
  if (decidersIn(page).length === decidersIn(document).length) {
    // The author edited the post meanwhile, so there is a new text to read.
    box.textContent = changed;
    return;
  }
  box.textContent = late.replace('{name}', decidersIn(page)[0] ?? '');
  decisionsIn(page)?.append(box);
  for (const part of PARTS) {
    const updated = page.querySelector(part);
    if (updated) document.querySelector(part)?.replaceWith(updated);
  }
}

function stateIn(page: Document): string | undefined {
  return page.querySelector<HTMLElement>('[data-state]')?.dataset['state'];
}

function decisionsIn(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>('[data-decisions]');
}

/** Latest first. */
function decidersIn(page: Document): string[] {
  return [...page.querySelectorAll<HTMLElement>('[data-by]')].map((one) => one.dataset['by'] ?? '');
}

/** Makes wide code blocks scrollable by keyboard. */
function makeCodeFocusable(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.prose pre')) block.tabIndex = 0;
}

/** On a phone the sections scroll sideways, and the current one may be out of view. */
function scrollToCurrentSection(): void {
  const section = document.querySelector('.admin-nav-item[aria-current]');
  section?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** The whole page shows the logo, so it is loaded again. */
function uploadLogo(): void {
  const input = document.querySelector<HTMLInputElement>('[data-site-logo]');
  input?.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    if (!file) return;
    toast(input.dataset['busy'] ?? '');
    try {
      await upload('/api/admin/site-logo', file, { onProgress() {} });
      location.reload();
    } catch (error) {
      input.value = '';
      toast(describeProblem(error as Problem), 'danger');
    }
  });
}
