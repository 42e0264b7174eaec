#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import { explainError, WrongUsage } from './failure.ts';
import { createProgram } from './program.ts';

const FAILED = 1;
const WRONG_USAGE = 2;
const ENV_FILE = '.env';

if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
// `lamplight openapi | head` closes the pipe early, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
await run(process.argv);

async function run(argv: string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the message or the requested help.
      process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
      return;
    }
    console.error(explainError(error));
    process.exitCode = error instanceof WrongUsage ? WRONG_USAGE : FAILED;
  }
}
