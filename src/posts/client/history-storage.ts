import { HISTORY_MAX, HISTORY_KEY as KEY, HISTORY_OFF as OFF } from '../rules.ts';

/** The id of a post and when it was read, in seconds. Titles are not stored: what is hidden later must not stay here. */
export type Read = [id: number, at: number];

/** The posts read on this device, the last one first. */
export function readHistory(): Read[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as Read[]) : [];
  } catch {
    return [];
  }
}

export function isHistoryOff(): boolean {
  return localStorage.getItem(KEY) === OFF;
}

export function storeHistory(reads: Read[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(reads.slice(0, HISTORY_MAX)));
  } catch {
    // Private windows of some browsers store nothing.
  }
}

/** Off forgets everything, too. */
export function switchHistory(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
}

/** On the page of a post, not in a preview of one. */
export function storePost(): void {
  const id = Number(/^\/posts\/(\d+)$/.exec(location.pathname)?.[1]);
  if (!id || isHistoryOff()) return;
  const others = readHistory().filter(([other]) => other !== id);
  storeHistory([[id, Math.floor(Date.now() / 1000)], ...others]);
}
