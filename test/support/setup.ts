import { afterAll } from 'vitest';
import { cleanUp } from './cleanup.ts';

// Registered for every test file, because a worker loads the module only once.
afterAll(cleanUp);
