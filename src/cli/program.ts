import { Command } from 'commander';
import { readVersion } from '../version.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addConfigCommands } from './commands/config.ts';
import { addDatabaseCommands } from './commands/db.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExportCommand } from './commands/export.ts';
import { formatExamples } from './commands/help.ts';
import { addImportCommand } from './commands/import.ts';
import { addMailCommands } from './commands/mail.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addOpenapiCommand } from './commands/openapi.ts';
import { addRestoreCommand } from './commands/restore.ts';
import { addSearchCommands } from './commands/search.ts';
import { addSeedCommand } from './commands/seed.ts';
import { addSelfTestCommand } from './commands/self-test.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addUserCommands } from './commands/users.ts';
import { addVerifyCommand } from './commands/verify.ts';

/** Commands import their code only when they run, so that help and usage errors are fast. */
export function createProgram(): Command {
  const program = new Command('lamplight')
    .description('Runs a Lamplight site from the command line.')
    .version(readVersion())
    .exitOverride()
    .showHelpAfterError('(add --help for how it is used)')
    .addHelpText(
      'after',
      formatExamples('lamplight migrate', 'lamplight user create --email me@example.org --owner'),
    )
    .addHelpText(
      'after',
      '\nSettings come from the environment and from .env in the working directory.\nExit status: 0 done, 1 failed, 2 wrong usage or settings, 3 a check could not be made.',
    );
  addDemoCommand(program);
  addMigrateCommand(program);
  addSeedCommand(program);
  addUserCommands(program);
  addSessionCommands(program);
  addDoctorCommand(program);
  addSelfTestCommand(program);
  addConfigCommands(program);
  addVerifyCommand(program);
  addSearchCommands(program);
  addMailCommands(program);
  addBackupCommands(program);
  addRestoreCommand(program);
  addImportCommand(program);
  addExportCommand(program);
  addDatabaseCommands(program);
  addOpenapiCommand(program);
  return program;
}
