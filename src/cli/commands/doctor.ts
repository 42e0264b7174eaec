import type { Command } from 'commander';
import { formatExamples } from './help.ts';

type Options = { offline?: boolean; json?: boolean; mail?: string };

/** Also available as `lamplight config doctor`. */
export function addDoctorCommand(parent: Command, called = 'lamplight doctor'): void {
  parent
    .command('doctor')
    .summary('check settings, database, storage, mail, proxy and backups')
    .description(
      'Checks the settings and everything they name, one line each: ✓ good, ! worth a look, ✗ wrong. Prints no secret; exit status 1 when something is wrong.',
    )
    .option('--offline', 'do not request the running site at BASE_URL')
    .option('--mail <address>', 'also send a test mail there')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', formatExamples(called, `${called} --offline --json`))
    .action(async ({ offline = false, json = false, mail }: Options) => {
      const { runDoctor } = await import('../doctor/run-doctor.ts');
      if (!(await runDoctor({ offline, json, mail }))) process.exitCode = 1;
    });
}
