import type { Command } from 'commander';
import { examples } from './help.ts';

export function addConfigCommands(program: Command): void {
  const config = program
    .command('config')
    .summary('check how the site is set up')
    .description('Checks how the site is set up.')
    .addHelpText('after', examples('lamplight config doctor'));

  config
    .command('doctor')
    .summary('check settings, database, Redis and storage')
    .description(
      'Checks the settings and everything they name, one line each. Prints no secret; exit status 1 when something is wrong.',
    )
    .addHelpText('after', examples('lamplight config doctor'))
    .action(async () => {
      const { examineSite } = await import('../doctor.ts');
      if (!(await examineSite())) process.exitCode = 1;
    });
}
