import type { Command } from 'commander';
import { formatExamples } from './help.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .summary('bring the database up to date')
    .description(
      'Applies what the database lacks, as DATABASE_MIGRATION_URL or else DATABASE_URL. Safe to repeat, and to run from several machines at once.',
    )
    .option('--status', 'only list what is pending; exit status 1 when something is')
    .addHelpText('after', formatExamples('lamplight migrate', 'lamplight migrate --status'))
    .action(async ({ status }: { status?: boolean }) => {
      const { applyPending, printStatus } = await import('../migrations.ts');
      await (status ? printStatus() : applyPending());
    });
}
