/** A file of its own in the build, because `formulas.ts` loads it when it first writes a formula. */
export { default as katex } from 'katex';
