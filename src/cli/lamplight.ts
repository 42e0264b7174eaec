#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addConfigCommands } from './commands/config.ts';
import { examples } from './commands/help.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addOpenapiCommand } from './commands/openapi.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addUserCommands } from './commands/users.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { explain, WrongUsage } from './failure.ts';

const FAILED = 1;
const WRONG_USAGE = 2;
const ENV_FILE = '.env';

if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
// `lamplight openapi | head` closes the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
await run(process.argv);

async function run(argv: string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the message, or the help that was asked for.
      process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
      return;
    }
    console.error(explain(error));
    process.exitCode = error instanceof WrongUsage ? WRONG_USAGE : FAILED;
  }
}

/** Commands import what they run only when they run, so that help and mistakes answer at once. */
function createProgram(): Command {
  const program = new Command('lamplight')
    .description('Runs a Lamplight site from the command line.')
    .version(readVersion())
    .exitOverride()
    .showHelpAfterError('(add --help for how it is used)')
    .addHelpText(
      'after',
      examples('lamplight migrate', 'lamplight user create --email me@example.org --owner'),
    )
    .addHelpText(
      'after',
      '\nSettings come from the environment and from .env in the working directory.\nExit status: 0 done, 1 failed, 2 wrong usage.',
    );
  addMigrateCommand(program);
  addUserCommands(program);
  addSessionCommands(program);
  addConfigCommands(program);
  addVerifyCommand(program);
  addOpenapiCommand(program);
  return program;
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
