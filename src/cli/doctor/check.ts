/** `look` says what it found, or throws what is wrong; the hint says what to do about it. */
export type Check = { name: string; hint: string; look(): Promise<string> };

/** Thrown by a look at something that works and still deserves a person's eye. */
export class Severity extends Error {}

export type State = 'good' | 'doubtful' | 'wrong';
export type Finding = { name: string; state: State; found: string; hint?: string };
