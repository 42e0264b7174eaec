const KEY = 'searches';
const STORED_MAX = 8;

/** The last searches on this device, the newest first. They are sent nowhere, and logging out clears them. */
export function readSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function storeSearch(query: string): void {
  const text = query.trim();
  if (!text) return;
  const others = readSearches().filter((one) => one !== text);
  try {
    localStorage.setItem(KEY, JSON.stringify([text, ...others].slice(0, STORED_MAX)));
  } catch {
    // Private windows of some browsers store nothing.
  }
}

export function forgetSearches(): void {
  localStorage.removeItem(KEY);
}

export function searchHref(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}
