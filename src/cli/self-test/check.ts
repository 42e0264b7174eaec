import type { Client, Response } from './client.ts';
import type { Member } from './members.ts';

/** Each check ends passed (what it found), failed (it throws) or skipped (it throws `Skipped`). */
export type SelfCheck = { name: string; hint: string; run(target: Target): Promise<string> };

export type Target = {
  site: URL;
  isSecure: boolean;
  /** Random; in everything this run sends, so that it finds again what the site repeats or keeps. */
  mark: string;
  /** Without cookies, and without those of any other visitor. */
  visitor(): Client;
  /** Two members who do not follow each other. Throws `Skipped` where there are none. */
  members(): Promise<[Member, Member]>;
};

export type State = 'passed' | 'failed' | 'skipped';
export type Result = { name: string; state: State; found: string; hint?: string };

export function assertThat(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(problem);
}

/** All problems in one message, so that one run shows them all. */
export function assertNone(problems: string[]): void {
  assertThat(problems.length === 0, [...new Set(problems)].join('; '));
}

/** For a request that has to succeed before anything can be checked. */
export function assertOk(response: Response, what: string): void {
  if (response.status < 200 || response.status > 299)
    throw new Error(`${what} got ${response.status}`);
}
