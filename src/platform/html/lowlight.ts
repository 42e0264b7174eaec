/** A file of its own in the build, because `highlight.ts` loads it when it first highlights code. */
export { common, createLowlight } from 'lowlight';
