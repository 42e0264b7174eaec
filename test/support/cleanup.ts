import { afterAll } from 'vitest';

const tasks: (() => unknown)[] = [];

// Registered once, as the file is loaded: from within a test or a hook Vitest does not hear afterAll.
afterAll(async () => {
  for (const task of tasks.splice(0).reverse()) await task();
});

/** To be done when the test file is done; the newest first, like the things they undo. */
export function atEnd(task: () => unknown): void {
  tasks.push(task);
}
