/** Also that of calendar days (D9), which no setting changes. */
export const DEFAULT_ZONE = 'Asia/Shanghai';

let shown = zoneOfDocument();

/** The time zone in which times are written. */
export function shownZone(): string {
  return shown;
}

/**
 * Writes times in the zone of the site. A document is rendered in one go, so no other request can come between; without
 * this, every component would have to pass the zone on.
 */
export function withShownZone<T>(zone: string, render: () => T): T {
  const before = shown;
  shown = zone;
  try {
    return render();
  } finally {
    shown = before;
  }
}

/** In a browser, that of the page; it names only another one than the default. */
function zoneOfDocument(): string {
  return globalThis.document?.documentElement.dataset['zone'] ?? DEFAULT_ZONE;
}
