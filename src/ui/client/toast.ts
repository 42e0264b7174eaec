const SHOWN_MS = 5000;

/** Says something in the corner, to those who listen as well. */
export function toast(text: string, tone: 'info' | 'danger' = 'info'): void {
  const region = document.getElementById(tone === 'danger' ? 'alerts' : 'toasts');
  if (!region || !text) return;
  const box = document.createElement('p');
  box.className = `toast toast-${tone}`;
  box.textContent = text;
  region.append(box);
  leave(box);
}

/** Those the server sent along with the page go the same way. */
export function dismissToasts(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.toast')) leave(box);
}

function leave(box: HTMLElement): void {
  setTimeout(() => box.remove(), SHOWN_MS);
}
