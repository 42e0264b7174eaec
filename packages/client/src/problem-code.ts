/** The build replaces this by a list of the codes, so that the package contains no server code. */
export type { RefusalCode as ProblemCode } from '../../../src/refusals.ts';
