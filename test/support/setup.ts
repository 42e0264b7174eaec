import { afterAll } from 'vitest';
import { cleanUp } from './cleanup.ts';

// Before every test file, also where a worker has loaded what cleans up for a file before.
afterAll(cleanUp);
