const tasks: (() => unknown)[] = [];

// Registered once, as the file is loaded: from within a test or a hook Vitest does not hear afterAll. A
// program that is not a test cleans up by itself.
if (process.env['VITEST']) {
  const { afterAll } = await import('vitest');
  afterAll(cleanUp);
}

/** To be done when the test file is done; the newest first, like the things they undo. */
export function atEnd(task: () => unknown): void {
  tasks.push(task);
}

export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}
