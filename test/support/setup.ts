import { afterAll, expect } from 'vitest';
import { cleanUp } from './cleanup.ts';
import { enterTestFile } from './missing.ts';

// Registered for every test file, because a worker loads the module only once.
afterAll(cleanUp);
enterTestFile(expect.getState().testPath ?? '');
