import type { Command } from 'commander';
import { formatExamples } from './help.ts';

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .summary('restore a backup into an empty database')
    .description(
      'Verifies a backup, restores its uploads and rows, migrates, and compares every number as `lamplight verify --files` does. The database must be empty; a damaged backup is refused before anything is written. Stop the site first. Needs pg_restore.',
    )
    .argument('<dir>', 'a directory that `lamplight backup` wrote')
    .option('--pg-restore <path>', 'the pg_restore to use')
    .addHelpText(
      'after',
      formatExamples('lamplight restore /var/backups/lamplight/lamplight-20261115T031500Z'),
    )
    .action(async (directory: string, { pgRestore }: { pgRestore?: string }) => {
      const { restoreSite } = await import('../backup/restore.ts');
      if (!(await restoreSite(directory, pgRestore))) process.exitCode = 1;
    });
}
