const ZONE_FORM = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/;

/** Looking a zone up takes a hundred times as long as all the rest, and most members share a few. */
const zones = new Map<string, string>();
const ZONES_MAX = 1000;

/** The IANA name as it is spelled, or undefined if there is no such zone. */
export function knownZone(name: string): string | undefined {
  const known = zones.get(name);
  if (known || !ZONE_FORM.test(name)) return known;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // ICU has the oldest of several names, such as Asia/Calcutta; then the given one stays.
    const zone = timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
    if (zones.size < ZONES_MAX) zones.set(name, zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** What pages offer; the API takes every IANA name. From west to east. */
export const OFFERED_ZONES = [
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Moscow',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Bangkok',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Taipei',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
] as const;
