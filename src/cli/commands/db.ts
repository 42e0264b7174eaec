import { type Command, InvalidArgumentError } from 'commander';
import { formatExamples } from './help.ts';

type Options = { dryRun?: boolean; whileRunning?: boolean; shards: number };

/** The default of Citus: enough for some thirty nodes. */
const SHARDS = 32;

const MONTHS = 12;
/** A space counts the gifts of 90 days from the entries that are not archived. */
const MONTHS_MIN = 4;

export function addDatabaseCommands(program: Command): void {
  const db = program
    .command('db')
    .summary('archive old entries, and distribute the database over several servers')
    .description('For sites that have outgrown one database server; see docs/scale.md.')
    .addHelpText('after', formatExamples('lamplight db distribute --dry-run'));

  db.command('archive')
    .summary('move the old entries of the energy ledger to a table of their own')
    .description(
      'Moves entries of months that are over to the archive, as DATABASE_MIGRATION_URL or else DATABASE_URL, in short transactions while the site runs. Members read them as before. Safe to interrupt and to repeat.',
    )
    .option('--months <n>', 'how many closed months stay', parseMonths, MONTHS)
    .addHelpText('after', formatExamples('lamplight db archive --months 24'))
    .action(async ({ months }: { months: number }) => {
      const { archiveLedger } = await import('../archive/archive.ts');
      await archiveLedger(months);
    });

  db.command('distribute')
    .summary('distribute the tables that grow every day over the nodes of a Citus cluster')
    .description(
      'Distributes the tables that support it, as DATABASE_MIGRATION_URL or else DATABASE_URL, and leaves the others on the coordinator. Needs the Citus extension and its nodes. Safe to repeat; the way back is untested.',
    )
    .option('--dry-run', 'only print the plan, and whether it can be carried out')
    .option('--while-running', 'also while the site runs: writes fail meanwhile')
    .option('--shards <n>', 'number of shards per table', parseShardCount, SHARDS)
    .addHelpText(
      'after',
      formatExamples('lamplight db distribute --dry-run', 'lamplight db distribute --shards 64'),
    )
    .action(async ({ dryRun = false, whileRunning = false, shards }: Options) => {
      const { distributeDatabase } = await import('../distribution/distribute.ts');
      await distributeDatabase({ dryRun, whileRunning, shards });
    });
}

function parseMonths(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= MONTHS_MIN) return Number(text);
  throw new InvalidArgumentError(`It is not a number of months from ${MONTHS_MIN} on.`);
}

function parseShardCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not a number of shards.');
}
