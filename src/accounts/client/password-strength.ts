import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
/** Estimating takes longer for longer passwords, and none this long is weak. */
const MEASURED_LENGTH = 64;

/** How hard the password is to guess, from 0 to 4, by an attacker who knows these words. */
export function strengthOf(password: string, known: string[]): number {
  return estimator.check(password.slice(0, MEASURED_LENGTH), known.filter(Boolean)).score;
}
