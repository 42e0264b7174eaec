import { Argument, type Command } from 'commander';
import { SYSTEMS, type System } from '../../site-import/rules.ts';
import type { ImportArguments } from '../import-site.ts';
import { formatExamples } from './help.ts';

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .summary('import a site from WordPress, Ghost, Discourse or Markdown')
    .description(
      'Imports posts with their dates, tags, pictures and comments, and invites their authors. Imports nothing twice, so it can be interrupted and run again. Run it as the user of the server, which reads the pictures.',
    )
    .addArgument(new Argument('<system>', 'what the export is from').choices(SYSTEMS))
    .argument('<path>', 'the file of the export, or its folder')
    .option('--dry-run', 'only read and count; writes nothing')
    .option('--old-url <url>', 'the address of the old site, if the export does not name it')
    .option('--files <directory>', 'a copy of its pictures, used before the old site')
    .option('--author <email>', 'who wrote what has no author with an address')
    .option('--authors <file>', 'addresses of authors: lines like `Ada = ada@example.org`')
    .option('--guests <email>', 'the member in whose name comments of guests appear')
    .option('--pages', 'import pages as posts')
    .option(
      '--redirects <directory>',
      'write files for nginx and Caddy that lead to the new addresses',
    )
    .addHelpText(
      'after',
      formatExamples(
        'lamplight import wordpress export.xml --dry-run',
        'lamplight import wordpress export.xml --files ./uploads --redirects ./redirects',
        'lamplight import ghost export.json --old-url https://blog.example.org',
        'lamplight import markdown ./posts --author me@example.org',
      ),
    )
    .action(async (system: System, path: string, options: Omit<ImportArguments, 'path'>) => {
      const { runImport } = await import('../import-site.ts');
      await runImport(system, { ...options, path });
    });
}
