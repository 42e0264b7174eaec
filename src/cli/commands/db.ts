import { type Command, InvalidArgumentError } from 'commander';
import { examples } from './help.ts';

type Options = { dryRun?: boolean; whileRunning?: boolean; shards: number };

/** Citus's own: enough for some thirty machines. */
const SHARDS = 32;

export function addDatabaseCommands(program: Command): void {
  const db = program
    .command('db')
    .summary('what a site beyond one database server needs')
    .description('For sites that have outgrown one database server: docs/scale.md says when.')
    .addHelpText('after', examples('lamplight db distribute --dry-run'));

  db.command('distribute')
    .summary('spread the tables that grow with every day over the machines of a Citus cluster')
    .description(
      'Spreads those tables that the program can use spread, as DATABASE_MIGRATION_URL or else DATABASE_URL, and leaves the others on the coordinator. Needs the Citus extension and its machines. Safe to repeat; no way back has been proven.',
    )
    .option('--dry-run', 'only print the plan, and whether it can be carried out')
    .option('--while-running', 'also while the site runs: who writes meanwhile is turned away')
    .option('--shards <n>', 'into how many parts a table is cut', shardCount, SHARDS)
    .addHelpText(
      'after',
      examples('lamplight db distribute --dry-run', 'lamplight db distribute --shards 64'),
    )
    .action(async ({ dryRun = false, whileRunning = false, shards }: Options) => {
      const { distributeDatabase } = await import('../distribution/distribute.ts');
      await distributeDatabase({ dryRun, whileRunning, shards });
    });
}

function shardCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not a number of parts.');
}
