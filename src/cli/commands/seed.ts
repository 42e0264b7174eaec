import type { Command } from 'commander';
import { formatExamples } from './help.ts';

export function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .summary('fill an empty site with a community to try it with')
    .description(
      'Fills an empty site with forty members, their posts and three months of what they did, and prints how to log in. Refuses a site that has members. For a site you only try; it cannot be taken back.',
    )
    .requiredOption('--demo', 'the demo community: there is no other')
    .addHelpText('after', formatExamples('lamplight seed --demo'))
    .action(async () => {
      const { seedDemo } = await import('../seed.ts');
      await seedDemo();
    });
}
