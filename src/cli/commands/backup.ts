import { type Command, InvalidArgumentError } from 'commander';
import { formatExamples } from './help.ts';

type Options = { to?: string; keep?: number; pgDump?: string };

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .summary('copy the database and the uploads into a directory')
    .description(
      'Makes one consistent backup of the database and the uploads while the site runs, in a new directory below the given one, with the checksum of every file. Needs pg_dump. SECRET_KEY is not in it: store that elsewhere.',
    )
    .option('--to <dir>', 'the directory of the backups; BACKUP_DIR by default')
    .option('--keep <n>', 'afterwards remove all backups but the newest n', parsePositive)
    .option('--pg-dump <path>', 'the pg_dump to use')
    .addHelpText(
      'after',
      formatExamples(
        'lamplight backup --to /var/backups/lamplight',
        'lamplight backup --to /var/backups/lamplight --keep 14',
      ),
    )
    .action(async (options: Options) => {
      const { backUp } = await import('../backup/back-up.ts');
      await backUp(options);
    });

  backup
    .command('verify')
    .summary('check a backup without restoring it')
    .description(
      'Reads a whole backup and compares every checksum. Needs neither settings nor a database; exit status 1 when something differs, 3 when it could not be read.',
    )
    .argument('<dir>', 'a directory that `lamplight backup` wrote')
    .addHelpText(
      'after',
      formatExamples('lamplight backup verify /var/backups/lamplight/lamplight-20261115T031500Z'),
    )
    .action(async (directory: string) => {
      const { verifyBackup } = await import('../backup/verify-backup.ts');
      await verifyBackup(directory);
    });

  backup
    .command('record')
    .summary('record a backup that another program has completed')
    .description(
      'Records that a backup by another program is complete, for the metrics, the alert and `lamplight doctor`. Run it after that program; `lamplight backup` records its own.',
    )
    .argument('<tool>', 'the name of the program', parseTool)
    .addHelpText('after', formatExamples('lamplight backup record pgbackrest'))
    .action(async (tool: string) => {
      const { recordBackup } = await import('../backup/back-up.ts');
      await recordBackup(tool);
    });
}

function parseTool(text: string): string {
  if (/^[a-z0-9_-]{1,40}$/.test(text)) return text;
  throw new InvalidArgumentError('Use lower-case letters, digits, - and _.');
}

function parsePositive(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not a number of backups.');
}
