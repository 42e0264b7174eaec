import type { Command } from 'commander';
import { formatExamples } from './help.ts';

export function addOpenapiCommand(program: Command): void {
  program
    .command('openapi')
    .summary('print the OpenAPI document')
    .description('Prints the OpenAPI document of the API. Needs neither settings nor a database.')
    .option('--out <file>', 'write it to a file instead')
    .addHelpText(
      'after',
      formatExamples('lamplight openapi', 'lamplight openapi --out openapi.json'),
    )
    .action(async ({ out }: { out?: string }) => {
      const { printDocument } = await import('../openapi.ts');
      await printDocument(out);
    });
}
