const tasks: (() => unknown)[] = [];

/** To be done when the test file is done (see setup.ts), or the program; the newest first, like the things they undo. */
export function atEnd(task: () => unknown): void {
  tasks.push(task);
}

export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}
