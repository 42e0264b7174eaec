import { type Command, Option } from 'commander';
import { formatExamples } from './help.ts';
import { createUserArgument } from './user-argument.ts';

/** What the admin pages do, and the deletion that members do themselves. All of it is in the staff log. */
export function addModerationCommands(user: Command): void {
  addStatus(user, {
    name: 'ban',
    status: 'banned',
    summary: 'ban a user and end all sessions',
    description:
      'Bans a user, who is signed out everywhere and is notified with the reason. With --days or --until the ban ends by itself; another end replaces a ban that stands.',
    examples: [
      'lamplight user ban ada@example.org --reason Advertising',
      'lamplight user ban 42 --days 7 --reason Advertising',
    ],
  });
  addStatus(user, {
    name: 'unban',
    status: 'active',
    summary: 'lift the ban of a user',
    description: 'Lifts the ban of a user, who is notified with the reason.',
    examples: ["lamplight user unban 42 --reason 'A mistake, sorry'"],
  });
  addDelete(user);
  addResetFactors(user);
}

type StatusCommand = {
  name: string;
  status: 'banned' | 'active';
  summary: string;
  description: string;
  examples: string[];
};

function addStatus(user: Command, { name, status, summary, description, examples }: StatusCommand) {
  const command = user
    .command(name)
    .summary(summary)
    .description(description)
    .addArgument(createUserArgument())
    .requiredOption('--reason <text>', 'why; the user reads it, and the staff log contains it');
  if (status === 'banned')
    command
      .addOption(
        new Option('--days <number>', 'the ban ends so many days from now').conflicts('until'),
      )
      .option('--until <time>', 'the ban ends then; without an offset by the clock in Shanghai');
  command
    .addHelpText('after', formatExamples(...examples))
    .action(async (who: string, options: { reason: string; days?: string; until?: string }) => {
      const { setStatus } = await import('../moderation.ts');
      await setStatus(who, status, options);
    });
}

function addDelete(user: Command): void {
  user
    .command('delete')
    .summary('delete the account of a user')
    .description(
      'Deletes an account as its owner can: hidden at once, signed out everywhere, restored by logging in within 30 days, then purged. Prompts before it does.',
    )
    .addArgument(createUserArgument())
    .option('--reason <text>', 'why, for the staff log')
    .option('--yes', 'do not prompt')
    .addHelpText(
      'after',
      formatExamples(
        'lamplight user delete ada@example.org',
        "lamplight user delete 42 --reason 'Asked by letter' --yes",
      ),
    )
    .action(async (name: string, options: { reason?: string; yes?: boolean }) => {
      const { deleteUser } = await import('../moderation.ts');
      await deleteUser(name, options);
    });
}

function addResetFactors(user: Command): void {
  user
    .command('reset-factors')
    .summary('remove the passkeys and second factors of a user')
    .description(
      'For a user who lost all of them: removes passkeys, authenticator app and recovery codes, and ends all sessions. The user is notified by mail.',
    )
    .addArgument(createUserArgument())
    .requiredOption('--reason <text>', 'why, for the staff log')
    .addHelpText(
      'after',
      formatExamples(
        "lamplight user reset-factors ada@example.org --reason 'Lost phone, checked by call'",
      ),
    )
    .action(async (name: string, { reason }: { reason: string }) => {
      const { resetFactors } = await import('../moderation.ts');
      await resetFactors(name, reason);
    });
}
