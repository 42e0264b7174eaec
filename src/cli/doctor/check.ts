/** `run` returns what it found or throws; the hint explains how to fix it. */
export type Check = { name: string; hint: string; run(): Promise<string> };

/** Thrown by a check if something works but needs attention. */
export class Warning extends Error {}

export type State = 'good' | 'doubtful' | 'wrong';
export type Finding = { name: string; state: State; found: string; hint?: string };
