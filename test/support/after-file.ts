import { afterAll } from 'vitest';
import { cleanUp } from './cleanup.ts';

/** Runs anew for every file of tests, where modules are kept from one to the next. */
afterAll(cleanUp);
