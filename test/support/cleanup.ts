const tasks: (() => unknown)[] = [];

/** To be done when the test file is done (after-file.ts); the newest first, like the things they undo. */
export function atEnd(task: () => unknown): void {
  tasks.push(task);
}

/** A program that is not a test calls it by itself. */
export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}
