import type { Command } from 'commander';
import { formatExamples } from './help.ts';

export function addMailCommands(program: Command): void {
  const mail = program
    .command('mail')
    .summary('take reports of undelivered mail')
    .description(
      'Takes reports of undelivered mail and complaints. `lamplight doctor --mail` sends a test.',
    )
    .addHelpText('after', formatExamples('lamplight mail bounce < message'));

  mail
    .command('bounce')
    .summary('take one report from the standard input')
    .description(
      'Reads one message of the mailbox of MAIL_BOUNCE_ADDRESS from the standard input, for a pipe of the mail server. A report about a mail of this site counts against its recipient; other messages are ignored.',
    )
    .addHelpText('after', formatExamples('lamplight mail bounce < message'))
    .action(async () => {
      const { takeBounce } = await import('../mail.ts');
      await takeBounce();
    });
}
