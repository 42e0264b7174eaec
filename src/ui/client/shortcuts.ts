import { isComposing } from './composing.ts';

const GO: Record<string, string> = { h: '/', s: '/studio', m: '/messages' };
const SEQUENCE_MS = 1000;

/** Single keys, off while somebody types; `?` lists them. */
export function listenForKeys(): void {
  if (document.body.dataset['keys'] === 'off') return;
  let wentAt = 0;
  document.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [contenteditable], dialog[open]')) return;
    const waiting = Date.now() - wentAt < SEQUENCE_MS;
    wentAt = event.key === 'g' ? Date.now() : 0;
    const place = event.key === 'n' ? '/studio/write' : waiting ? GO[event.key] : undefined;
    if (place) location.assign(place);
    else if (event.key === '?') document.getElementById('keys')?.togglePopover();
    else if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else press(event);
  });
}

/** Controls name their own key: `data-key="l"`. */
function press(event: KeyboardEvent): void {
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
