import { watch } from 'node:fs';

/** Calls `changed` after changes of files below the directory, never twice at the same time. */
export function watchFiles(
  directory: string,
  changed: (paths: string[]) => Promise<void>,
): () => void {
  const paths = new Set<string>();
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (paths.size > 0) {
      const batch = [...paths];
      paths.clear();
      await changed(batch);
    }
    isRunning = false;
  };
  const watcher = watch(directory, { recursive: true }, (_event, path) => {
    if (!path) return;
    paths.add(path);
    // An editor writes a file in several steps: what comes in the same moment belongs together.
    setTimeout(run, 10);
  });
  return () => watcher.close();
}
