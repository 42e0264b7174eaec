import { type Command, InvalidArgumentError } from 'commander';
import { examples } from './help.ts';

type Options = { to?: string; keep?: number; pgDump?: string };

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .summary('copy the database and the uploads into a directory')
    .description(
      'Makes one consistent copy of the database and the uploads while the site runs, in a new directory below the one named, with the checksum of every file. Needs pg_dump. SECRET_KEY is not in it: keep that elsewhere.',
    )
    .option('--to <dir>', 'where copies are kept; BACKUP_DIR unless named')
    .option('--keep <n>', 'afterwards remove all copies but the newest n', positive)
    .option('--pg-dump <path>', 'the pg_dump to use')
    .addHelpText(
      'after',
      examples(
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
    .summary('check a copy without restoring it')
    .description(
      'Reads a copy from its first byte to its last and compares every checksum. Needs neither settings nor a database; exit status 1 when something differs.',
    )
    .argument('<dir>', 'a copy that `lamplight backup` made')
    .addHelpText(
      'after',
      examples('lamplight backup verify /var/backups/lamplight/lamplight-20261115T031500Z'),
    )
    .action(async (directory: string) => {
      const { verifyCopy } = await import('../backup/verify-copy.ts');
      await verifyCopy(directory);
    });
}

function positive(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not a number of copies.');
}
