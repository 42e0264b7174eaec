import type { Command } from 'commander';
import { formatExamples } from './help.ts';

export function addSearchCommands(program: Command): void {
  const search = program
    .command('search')
    .summary('maintain the search index')
    .description('Maintains the index of posts, people and tags.')
    .addHelpText('after', formatExamples('lamplight search reindex'));

  search
    .command('reindex')
    .summary('index everything again')
    .description(
      'Indexes every tag, member and public post again, while the site runs. Searches find what they found until a post is reached. If it is stopped, the next run or a worker continues where it stopped.',
    )
    .option('--restart', 'begin again if an earlier run was not finished')
    .addHelpText('after', formatExamples('lamplight search reindex'))
    .action(async ({ restart = false }: { restart?: boolean }) => {
      const { reindexSearch } = await import('../search.ts');
      await reindexSearch(restart);
    });
}
