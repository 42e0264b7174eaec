import type { Command } from 'commander';
import { formatExamples } from './help.ts';

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .summary('write every public post as Markdown, with its pictures')
    .description(
      'Writes every public post as Markdown with front matter into an empty folder, its pictures beside it, and authors and series as files. `lamplight import markdown` reads it. Contains nothing that is not public.',
    )
    .argument('<directory>', 'an empty folder, or one to create')
    .addHelpText('after', formatExamples('lamplight export ./site'))
    .action(async (directory: string) => {
      const { runExport } = await import('../export-site.ts');
      await runExport(directory);
    });
}
