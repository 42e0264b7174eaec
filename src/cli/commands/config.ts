import type { Command } from 'commander';
import { addDoctorCommand } from './doctor.ts';
import { formatExamples } from './help.ts';

export function addConfigCommands(program: Command): void {
  const config = program
    .command('config')
    .summary('check how the site is set up')
    .description('Checks how the site is set up.')
    .addHelpText('after', formatExamples('lamplight config doctor'));
  addDoctorCommand(config, 'lamplight config doctor');
}
