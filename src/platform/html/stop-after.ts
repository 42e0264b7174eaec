import { Script } from 'node:vm';

const script = new Script('work()');

/**
 * Some grammars need seconds for a page of plain words (C reads each as the start of a function), and only a vm script
 * with a timeout can interrupt a regular expression.
 */
export function stopAfter(timeout: number, work: () => void): void {
  try {
    script.runInNewContext({ work }, { timeout });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
}
