import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findPostgres, type PostgresServer } from '../../src/local/postgres.ts';
import { type Block, DOCUMENTS, listBlocks, reasonNotToRun, splitCommands } from './blocks.ts';
import { compareOutput } from './compare-output.ts';
import { planCommand } from './exceptions.ts';
import { build, checkOut, installed, type Sandbox } from './sandboxes.ts';
import { openShell, type Shell } from './shell.ts';

/** These start with an installed program; the others with a copy of the project. */
const INSTALLED = ['docs/operations.md', 'docs/api.md'];
/** This one starts with a running site. */
const WITH_A_SITE = 'docs/api.md';
const SITE_IN_DOCUMENTS = 'localhost:3000';

export const USAGE = `npm run rig run-docs -- [document…]   runs every command in the documents, each document in a sandbox of its own
  --quick                             does not install packages again
Documents: ${DOCUMENTS.join(' ')}`;

type Report = {
  document: string;
  run: number;
  not_run: number;
  notes: string[];
  failure?: string;
};

type Setup = {
  server: PostgresServer;
  /** The directory of a build, where a document needs an installed program. */
  built: string | undefined;
  isQuick: boolean;
};

/** Returns whether every command succeeded. */
export async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.some((document) => !DOCUMENTS.includes(document))) {
    console.error(USAGE);
    return false;
  }
  const documents = positionals.length > 0 ? positionals : DOCUMENTS;
  const needsBuild = documents.some((document) => INSTALLED.includes(document));
  const built = needsBuild ? await build() : undefined;
  const server = await findPostgres([
    process.env['TEST_DATABASE_URL'],
    process.env['DATABASE_URL'],
  ]);
  const setup = { server, built: built?.directory, isQuick: values.quick };
  const reports: Report[] = [];
  try {
    for (const document of documents) reports.push(await runDocument(document, setup));
  } finally {
    await built?.remove();
    await server.stop();
  }
  print(reports);
  return reports.every(({ failure }) => !failure);
}

async function runDocument(document: string, setup: Setup): Promise<Report> {
  const report: Report = { document, run: 0, not_run: 0, notes: [] };
  const { server, built } = setup;
  const sandbox =
    built && INSTALLED.includes(document) ? await installed(server, built) : await checkOut();
  const shell = openShell(sandbox.cwd, sandbox.env, sandbox.scratch);
  try {
    const blocks = listBlocks(readFileSync(document, 'utf8'));
    const site = await startSite(document, sandbox, shell);
    await runBlocks(blocks, shell, report, { site, isQuick: setup.isQuick });
  } catch (error) {
    report.failure = error instanceof Error ? error.message : String(error);
  } finally {
    await shell.close();
    await sandbox.remove();
  }
  return report;
}

async function startSite(document: string, sandbox: Sandbox, shell: Shell): Promise<string> {
  if (document !== WITH_A_SITE) return `localhost:${sandbox.env['PORT']}`;
  const migrated = await shell.run('lamplight migrate');
  if (migrated.status !== 0) throw new Error(migrated.output);
  return hostOf((await shell.serve('node dist/server.js')).url);
}

async function runBlocks(
  blocks: Block[],
  shell: Shell,
  report: Report,
  options: { site: string; isQuick: boolean },
): Promise<void> {
  let { site } = options;
  for (const [index, block] of blocks.entries()) {
    if (block.language !== 'sh') continue;
    const where = `${report.document}:${block.line}`;
    const reason = reasonNotToRun(block);
    if (reason) {
      report.not_run += splitCommands(block.text).length;
      report.notes.push(`${where} not run: ${reason}`);
      continue;
    }
    let printed = '';
    for (const written of splitCommands(block.text)) {
      console.log(`${where}  ${written.split('\n')[0]}`);
      const plan = planCommand(written, options.isQuick);
      if (plan.how === 'replace') {
        report.not_run++;
        report.notes.push(`${where} ${written}: not run, ${plan.because}`);
      }
      const command = plan.command.replaceAll(SITE_IN_DOCUMENTS, site);
      if (plan.how === 'serve') site = hostOf((await shell.serve(command)).url);
      else printed = await runCommand(shell, command, `${where} ${written}`);
      if (plan.how !== 'replace') report.run++;
    }
    const shown = blocks[index + 1];
    const different = checkPrinted(shown, printed);
    if (different) throw new Error(`${where} prints something else: ${different}`);
  }
}

async function runCommand(shell: Shell, command: string, name: string): Promise<string> {
  const { status, output } = await shell.run(command);
  if (status !== 0) throw new Error(`${name}\nended with ${status}:\n${output.slice(-3_000)}`);
  return output;
}

/** An error response that the document does not show is unexpected. */
function checkPrinted(shown: Block | undefined, printed: string): string | undefined {
  if (shown && ['json', 'http'].includes(shown.language)) return compareOutput(shown, printed);
  return /"type":"[^"]*\/docs\/errors#\w+"/.test(printed) ? printed : undefined;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function print(all: Report[]): void {
  console.log('');
  for (const { document, run, not_run, notes, failure } of all) {
    // A document without a run command has proved nothing.
    const mark = failure ? '✗' : run > 0 ? '✓' : '–';
    console.log(`${mark} ${document.padEnd(20)} ${run} commands run, ${not_run} not run`);
    for (const note of notes) console.log(`    ${note}`);
    if (failure) console.log(`    ${failure.replaceAll('\n', '\n    ')}`);
  }
}
