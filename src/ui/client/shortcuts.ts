import { isComposing } from './composing.ts';

const GO: Record<string, string> = { h: '/', s: '/studio', m: '/messages' };
const SEQUENCE_MS = 1000;

/** Single-key shortcuts, ignored in text fields; `?` lists them. */
export function listenForKeys(): void {
  if (document.body.dataset['keys'] === 'off') return;
  let prefixAt = 0;
  document.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [contenteditable], dialog[open]')) return;
    const isPrefixed = Date.now() - prefixAt < SEQUENCE_MS;
    prefixAt = event.key === 'g' ? Date.now() : 0;
    const path = event.key === 'n' ? '/studio/write' : isPrefixed ? GO[event.key] : undefined;
    if (path) location.assign(path);
    else if (event.key === '?') document.getElementById('keys')?.togglePopover();
    else if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else activate(event);
  });
}

/** A control names its key: `data-key="l"`. */
function activate(event: KeyboardEvent): void {
  const control = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`);
  if (!control) return;
  event.preventDefault();
  if (control.matches('textarea, input')) control.focus();
  else control.click();
}

/** Moves the focus through the items of the page's list. */
function step(by: number): void {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-list] [data-stop]')];
  const now = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.max(0, Math.min(stops.length - 1, now + by))]?.focus();
}
