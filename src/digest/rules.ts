import { Temporal } from 'temporal-polyfill';

export const FREQUENCIES = ['daily', 'weekly'] as const;
type Frequency = (typeof FREQUENCIES)[number];

export type DigestTime = {
  frequency: Frequency;
  /** 0–23, by the clock of `zone`. */
  hour: number;
  /** 1 is Monday, 7 is Sunday; a daily digest ignores it. */
  weekday: number;
  zone: string;
};

const DEFAULT_ZONE = 'Asia/Shanghai';
export const DEFAULT_TIME: DigestTime = {
  frequency: 'weekly',
  hour: 8,
  weekday: 1,
  zone: DEFAULT_ZONE,
};

/** Of each kind, in one mail. */
export const DIGEST_POSTS_MAX = 10;
export const DIGEST_REPLIES_MAX = 10;
/** How much of a comment a digest shows. */
export const EXCERPT_MAX = 160;

/** Members in one transaction of a worker. */
export const BATCH_MAX = 100;
/** While as many digests wait to be sent as this many seconds allow, no more are made. */
export const WAITING_SECONDS = 60;
/**
 * A post gets its time before its transaction commits, and its tags a moment later. A digest covers only what is older
 * than this, so that the next one cannot miss it.
 */
export const SETTLING_SECONDS = 120;

const HOUR_SECONDS = 3600;
/** Knuth's multiplier: consecutive uids are spread evenly. */
const SPREAD = 2_654_435_761;
const WORD = 2 ** 32;

/** Most members choose the same hour. Each has a second of its own in it, always the same. */
export function secondInHour(uid: number): number {
  const mixed = Math.imul(uid % WORD, SPREAD) >>> 0;
  return Math.floor((mixed / WORD) * HOUR_SECONDS);
}

/**
 * The first time after `now` that is in the member's hour. In a night in which the clock is put forward, an hour that does
 * not exist becomes the next one; in a night in which it is put back, the first of the two hours counts.
 */
export function nextDigestAt(time: DigestTime, uid: number, now: Date): Date {
  const zone = knownZone(time.zone) ?? DEFAULT_ZONE;
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  const second = secondInHour(uid);
  const clock = new Temporal.PlainTime(time.hour, Math.floor(second / 60), second % 60);
  const step = time.frequency === 'daily' ? 1 : 7;
  const wait = time.frequency === 'daily' ? 0 : (time.weekday - today.dayOfWeek + 7) % 7;
  for (let days = wait; ; days += step) {
    const { epochMilliseconds } = today
      .add({ days })
      .toZonedDateTime({ timeZone: zone, plainTime: clock });
    if (epochMilliseconds > now.getTime()) return new Date(epochMilliseconds);
  }
}

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

/** Unique for ever, because `next_at` only moves forward. */
export function causeOf(uid: number, dueAt: Date): string {
  return `digest:${uid}:${dueAt.toISOString()}`;
}

/** What the page offers; the API takes every IANA name. From west to east. */
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
