import { type Command, InvalidArgumentError } from 'commander';
import { formatExamples } from './help.ts';

type Options = { json?: boolean; memberCredentials?: string; rate: number; only?: string[] };

const RATE = 10;
const RATE_MAX = 1000;

export function addSelfTestCommand(program: Command): void {
  program
    .command('self-test')
    .argument('<address>', 'the public address of your site, as in https://lamplight.example')
    .summary('attack your own site from outside')
    .description(
      'Attacks a site as any visitor could, with a few hundred requests, and reports each check as ✓ passed, ✗ failed or - skipped. It makes two members and a few drafts and deletes them at the end. Exit status 1 when a check fails, 3 when no Lamplight site responds. Run it only against a site of your own.',
    )
    .option('--json', 'print one JSON document instead')
    .option(
      '--member-credentials <file>',
      'log in as two members instead of making them: two lines, each an address, a space and a password',
    )
    .option('--rate <number>', 'requests per second', readRate, RATE)
    .option('--only <checks...>', 'run only these, by the names that the report shows')
    .addHelpText(
      'after',
      formatExamples(
        'lamplight self-test https://lamplight.example',
        'lamplight self-test https://lamplight.example --only "security headers" cookies',
      ),
    )
    .action(
      async (address: string, { json = false, rate, only = [], memberCredentials }: Options) => {
        const { runSelfTest, printResult, printEnd } = await import(
          '../self-test/run-self-test.ts'
        );
        const options = { rate, only, credentials: memberCredentials };
        const report = await runSelfTest(address, options, json ? undefined : printResult);
        if (json) console.log(JSON.stringify(report, null, 2));
        else printEnd(report);
        if (!report.passed) process.exitCode = 1;
      },
    );
}

function readRate(text: string): number {
  const rate = Number(text);
  if (!(rate > 0 && rate <= RATE_MAX))
    throw new InvalidArgumentError(`must be a number from 0 to ${RATE_MAX}.`);
  return rate;
}
