import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatExamples } from './help.ts';

/** Long enough for a machine that starts everything at once, or recovers after a crash. */
const DEFAULT_WAIT_SECONDS = 600;

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .summary('bring the database up to date')
    .description(
      'Applies what the database lacks, as DATABASE_MIGRATION_URL or else DATABASE_URL. Safe to repeat, and to run from several machines at once.',
    )
    .option(
      '--status',
      'only list what is pending; exit status 1 when something is, 3 when unknown',
    )
    .addOption(
      new Option('--wait [seconds]', 'wait for PostgreSQL to respond, this long at most')
        .preset(String(DEFAULT_WAIT_SECONDS))
        .argParser(parseSeconds)
        .conflicts('status'),
    )
    .addHelpText(
      'after',
      formatExamples('lamplight migrate', 'lamplight migrate --wait', 'lamplight migrate --status'),
    )
    .action(async ({ status, wait = 0 }: { status?: boolean; wait?: number }) => {
      const { applyPending, printStatus } = await import('../migrations.ts');
      await (status ? printStatus() : applyPending(wait));
    });
}

function parseSeconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is not a number of seconds.');
  return Number(text);
}
