import type { Command } from 'commander';
import { formatExamples } from './help.ts';

type Options = { repair?: boolean; json?: boolean; files?: boolean };

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .summary('check every stored number against its rows')
    .description(
      'Compares every stored counter with its rows, in one read-only snapshot and while the site runs, and lists each difference. Exit status 1 if there is one, 3 if the comparison could not be made.',
    )
    .option('--repair', 'repair wrong counters, record it, and compare again')
    .option('--files', 'compare uploads with the files in storage too')
    .option('--json', 'print one JSON document at the end instead')
    .addHelpText(
      'after',
      formatExamples('lamplight verify', 'lamplight verify --repair', 'lamplight verify --json'),
    )
    .action(async ({ repair = false, json = false, files = false }: Options) => {
      const { verifySite } = await import('../verify.ts');
      if (!(await verifySite({ repair, json, files }))) process.exitCode = 1;
    });
}
