import { CommanderError } from 'commander';
import { explainError, NotChecked, WrongUsage } from './failure.ts';
import { createProgram } from './program.ts';

const FAILED = 1;
const WRONG_USAGE = 2;
const NOT_CHECKED = 3;

export async function runProgram(argv: string[]): Promise<void> {
  // `lamplight openapi | head` closes the pipe early, which is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the message or the requested help.
      process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
      return;
    }
    console.error(explainError(error));
    process.exitCode = statusOf(error);
  }
}

function statusOf(error: unknown): number {
  if (error instanceof WrongUsage) return WRONG_USAGE;
  return error instanceof NotChecked ? NOT_CHECKED : FAILED;
}
