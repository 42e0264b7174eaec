import { type Subject, type SubjectKind, subjectOf } from '../../invalidations.ts';

/**
 * What a response shows, recorded where it is presented (`presentCard`, `presentSummary`, `presentComment`), so that
 * a handler cannot forget it.
 */
export type Dependencies = {
  /**
   * `version`: of the row that was read, in the same statement; null where the version of the route includes it. Without
   * one (undefined) nobody could tell whether it has changed, and the response is not cached.
   */
  add(kind: SubjectKind, id: number, version: string | null | undefined): void;
  /** A moment that a page may express as "five minutes ago". */
  addTime(moment: Date): void;
};

/** For everything that is not cached. */
export const NO_DEPENDENCIES: Dependencies = { add() {}, addTime() {} };

export class RecordedDependencies implements Dependencies {
  readonly subjects = new Set<Subject>();
  readonly #versions = new Map<Subject, string>();
  #newest = 0;
  #isVersioned = true;

  add(kind: SubjectKind, id: number, version: string | null | undefined): void {
    const subject = subjectOf(kind, id);
    this.subjects.add(subject);
    if (version === null) return;
    const known = this.#versions.get(subject);
    // Two statements of one response may have read the row before and after a change.
    if (version === undefined || (known ?? version) !== version) this.#isVersioned = false;
    else this.#versions.set(subject, version);
  }

  addTime(moment: Date): void {
    this.#newest = Math.max(this.#newest, moment.getTime());
  }

  /** Whether a later look at the database can tell that all of it is as it was. */
  get isVersioned(): boolean {
    return this.#isVersioned;
  }

  /** Those whose version is part of the check. */
  get versioned(): Subject[] {
    return [...this.#versions.keys()];
  }

  /** In the form of `versionsOf` of a route. */
  get versions(): string {
    return joinVersions(
      Array.from(this.#versions, ([subject, version]) => `${subject} ${version}`),
    );
  }

  ttl(now: Date): number {
    return relativeTimeTtl(now.getTime() - this.#newest);
  }
}

/** Of rows as `member:7 1234`, in whatever order they were found. */
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
