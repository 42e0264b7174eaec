const tasks: (() => unknown)[] = [];

/** To be done when the file is done. Vitest's own afterAll is not heard from within a hook or a test. */
export function atEnd(task: () => unknown): void {
  tasks.push(task);
}

/** The newest first, like the things they undo. */
export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}
