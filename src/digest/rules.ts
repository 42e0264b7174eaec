import { Temporal } from 'temporal-polyfill';
import { knownZone } from '../platform/time-zones.ts';

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

/** Unique for ever, because `next_at` only moves forward. */
export function causeOf(uid: number, dueAt: Date): string {
  return `digest:${uid}:${dueAt.toISOString()}`;
}
