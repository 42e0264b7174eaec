import { LIKES } from './likes.ts';
import type { Operation } from './operation.ts';
import { PAGES } from './pages.ts';
import { READS } from './reads.ts';
import { WRITES } from './writes.ts';

/** In the order of the report. */
export const OPERATIONS: Operation[] = [...READS, ...PAGES, ...LIKES, ...WRITES];
