/** In the package the codes are written out, so that it brings nothing of the server with it. */
export type { RefusalCode as ProblemCode } from '../refusals.ts';
