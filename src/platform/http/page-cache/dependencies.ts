import { type Subject, type SubjectKind, subjectOf } from '../../invalidations.ts';

export type Version = {
  /** Of the subject of the response; null if it is not public. */
  own: string | null;
  /** Of the members, comments and other posts it shows, from `joinVersions`. */
  shown: string;
};

/**
 * The rows that a response shows. Presenters declare them with `ctx.dependencies.add` (`presentCard`, `presentSummary`,
 * `presentComment`), so that a handler cannot forget one.
 */
export type Dependencies = {
  /**
   * `version`: the row's `xmin`, read in the same statement; null if the route's own version includes it. Without a
   * version (undefined) later changes could not be detected, so the response is not cached.
   */
  add(kind: SubjectKind, id: number, version: string | null | undefined): void;
  /** A time that a page may show as "five minutes ago". */
  addTime(time: Date): void;
  /** For content that no version covers: the response is at most this old. */
  limitAge(ms: number): void;
};

/** For responses that are not cached. */
export const NO_DEPENDENCIES: Dependencies = { add() {}, addTime() {}, limitAge() {} };

export class RecordedDependencies implements Dependencies {
  readonly subjects = new Set<Subject>();
  readonly #versions = new Map<Subject, string>();
  #newest = 0;
  #maxAge = Number.POSITIVE_INFINITY;
  #isVersioned = true;

  add(kind: SubjectKind, id: number, version: string | null | undefined): void {
    const subject = subjectOf(kind, id);
    this.subjects.add(subject);
    if (version === null) return;
    const known = this.#versions.get(subject);
    // Two statements of one response can read the row before and after a change.
    if (version === undefined || (known ?? version) !== version) this.#isVersioned = false;
    else this.#versions.set(subject, version);
  }

  addTime(time: Date): void {
    this.#newest = Math.max(this.#newest, time.getTime());
  }

  limitAge(ms: number): void {
    this.#maxAge = Math.min(this.#maxAge, ms);
  }

  /** Whether a later version check can detect every change. */
  get isVersioned(): boolean {
    return this.#isVersioned;
  }

  /** Subjects whose version is part of the check. */
  get versioned(): Subject[] {
    return [...this.#versions.keys()];
  }

  /** In the format of `Version.shown`. */
  get versions(): string {
    return joinVersions(
      Array.from(this.#versions, ([subject, version]) => `${subject} ${version}`),
    );
  }

  /** Of content that shows no relative times. */
  get maxAge(): number {
    return this.#maxAge;
  }

  ttl(now: Date): number {
    return Math.min(this.#maxAge, relativeTimeTtl(now.getTime() - this.#newest));
  }
}

/** Joins versions like `member:7 1234`, whatever their order. */
export function joinVersions(versions: string[]): string {
  return versions.sort().join(',');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "Five minutes ago" is close enough for a minute, "five hours ago" for ten, a date for an hour. */
function relativeTimeTtl(age: number): number {
  if (age < HOUR_MS) return MINUTE_MS;
  return age < DAY_MS ? 10 * MINUTE_MS : HOUR_MS;
}
