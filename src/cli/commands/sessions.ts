import type { Command } from 'commander';
import { formatExamples } from './help.ts';
import { createUserArgument } from './user-argument.ts';

export function addSessionCommands(program: Command): void {
  const sessions = program
    .command('sessions')
    .summary('sign users out')
    .description('Signs users out.')
    .addHelpText('after', formatExamples('lamplight sessions revoke ada@example.org'));

  sessions
    .command('revoke')
    .summary('end all sessions of a user')
    .description(
      'Ends all sessions and API tokens of a user, who has to log in again on every device.',
    )
    .addArgument(createUserArgument())
    .addHelpText('after', formatExamples('lamplight sessions revoke 42'))
    .action(async (name: string) => {
      const { revokeSessions } = await import('../users.ts');
      await revokeSessions(name);
    });
}
