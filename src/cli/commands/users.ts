import { Argument, type Command, Option } from 'commander';
import type { Role } from '../../context.ts';
import type { PasswordOptions } from '../password.ts';
import type { CreateOptions } from '../users.ts';
import { formatExamples } from './help.ts';
import { addModerationCommands } from './moderation.ts';
import { createUserArgument } from './user-argument.ts';

const ROLES: Role[] = ['member', 'admin', 'owner'];

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .summary('create, ban, delete and export users, change roles and passwords')
    .description('Creates, bans, deletes and exports users, and changes their roles and passwords.')
    .addHelpText('after', formatExamples('lamplight user create --email me@example.org --owner'));
  addCreate(user);
  addSetRole(user);
  addResetPassword(user);
  addResetLink(user);
  addExport(user);
  addModerationCommands(user);
}

function addCreate(user: Command): void {
  user
    .command('create')
    .summary('create a user')
    .description(
      'Creates a user. Prompts for the password unless an option provides it. The owner can be created once.',
    )
    .requiredOption('--email <email>', 'what the user logs in with')
    .addOption(new Option('--owner', 'as the owner of the site').conflicts('admin'))
    .option('--admin', 'as an administrator')
    .addOption(createStdinOption())
    .addOption(createGenerateOption())
    .addHelpText(
      'after',
      formatExamples(
        'lamplight user create --email me@example.org --owner',
        'lamplight user create --email ada@example.org --admin --generate',
        'lamplight user create --email bob@example.org --password-stdin < secret.txt',
      ),
    )
    .action(async (options: CreateOptions) => {
      const { createUser } = await import('../users.ts');
      await createUser(options);
    });
}

function addSetRole(user: Command): void {
  user
    .command('set-role')
    .summary('change the role of a user')
    .description(
      'Changes the role of a user. A new owner takes over: the former one becomes an administrator.',
    )
    .addArgument(createUserArgument())
    .addArgument(new Argument('<role>', 'the new role').choices(ROLES))
    .addHelpText(
      'after',
      formatExamples(
        'lamplight user set-role 42 admin',
        'lamplight user set-role ada@example.org owner',
      ),
    )
    .action(async (name: string, role: Role) => {
      const { setRole } = await import('../users.ts');
      await setRole(name, role);
    });
}

function addResetPassword(user: Command): void {
  user
    .command('reset-password')
    .summary('set a new password and end all sessions')
    .description('Sets a new password for a user, and signs the user out everywhere.')
    .addArgument(createUserArgument())
    .addOption(createStdinOption())
    .addOption(createGenerateOption())
    .addHelpText(
      'after',
      formatExamples(
        'lamplight user reset-password ada@example.org --generate',
        'lamplight user reset-password 42 --password-stdin < secret.txt',
      ),
    )
    .action(async (name: string, options: PasswordOptions) => {
      const { resetPassword } = await import('../users.ts');
      await resetPassword(name, options);
    });
}

function addResetLink(user: Command): void {
  user
    .command('reset-link')
    .summary('print a link with which a user sets a new password')
    .description(
      'Prints a link with which a user sets a new password: once, within 30 minutes. It needs no mail; the staff log records it.',
    )
    .addArgument(createUserArgument())
    .addHelpText('after', formatExamples('lamplight user reset-link ada@example.org'))
    .action(async (name: string) => {
      const { printResetLink } = await import('../users.ts');
      await printResetLink(name);
    });
}

function addExport(user: Command): void {
  user
    .command('export')
    .summary("write a user's own data to a zip file")
    .description(
      'Writes all data of a user to a zip file: the same file they can request in their settings.',
    )
    .addArgument(createUserArgument())
    .requiredOption('--out <file>', 'the zip file to write; must not be there yet')
    .addHelpText(
      'after',
      formatExamples(
        'lamplight user export ada@example.org --out ada.zip',
        'lamplight user export 42 --out user-42.zip',
      ),
    )
    .action(async (name: string, { out }: { out: string }) => {
      const { exportUser } = await import('../export-user.ts');
      await exportUser(name, out);
    });
}

function createStdinOption(): Option {
  return new Option('--password-stdin', 'read the password from standard input').conflicts(
    'generate',
  );
}

function createGenerateOption(): Option {
  return new Option('--generate', 'make a password and print it once');
}
