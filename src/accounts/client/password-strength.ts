import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
/** The time to estimate grows with the length, and nothing this long is weak. */
const MEASURED_LENGTH = 64;

/** How hard it is to guess, from 0 to 4, for somebody who also knows these words. */
export function strengthOf(password: string, known: string[]): number {
  return estimator.check(password.slice(0, MEASURED_LENGTH), known.filter(Boolean)).score;
}
