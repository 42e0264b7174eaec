const SHOWN_MS = 5000;

/** Shows a message in the corner, in a live region for screen readers. */
export function toast(text: string, tone: 'info' | 'danger' = 'info'): void {
  const region = document.getElementById(tone === 'danger' ? 'alerts' : 'toasts');
  if (!region || !text) return;
  const box = document.createElement('p');
  box.className = `toast toast-${tone}`;
  box.textContent = text;
  region.append(box);
  removeLater(box);
}

/** For the toasts that the server rendered. */
export function dismissToasts(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.toast')) removeLater(box);
}

function removeLater(box: HTMLElement): void {
  setTimeout(() => box.remove(), SHOWN_MS);
}
