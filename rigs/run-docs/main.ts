/**
 * `npm run rig run-docs`: runs every command in the documents, in the order in which a reader would, each document
 * in a sandbox of its own. `--quick` does not install packages again. Names of documents pick some.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findPostgres } from '../../src/local/postgres.ts';
import { type Block, DOCUMENTS, listBlocks, reasonNotToRun, splitCommands } from './blocks.ts';
import { compareOutput } from './compare-output.ts';
import { planCommand } from './exceptions.ts';
import { build, checkOut, installed, type Sandbox } from './sandboxes.ts';
import { openShell, type Shell } from './shell.ts';

/** These begin where the program is installed; the others in a copy of the project. */
const INSTALLED = ['docs/operations.md', 'docs/api.md'];
/** This one begins where a fresh site runs. */
const WITH_A_SITE = 'docs/api.md';
const SITE_IN_DOCUMENTS = 'localhost:3000';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const documents = DOCUMENTS.filter(
  (document) => positionals.length === 0 || positionals.includes(document),
);

const unknown = positionals.filter((document) => !DOCUMENTS.includes(document));
if (unknown.length > 0) throw new Error(`not among ${DOCUMENTS.join(', ')}: ${unknown}`);

type Report = {
  document: string;
  run: number;
  not_run: number;
  notes: string[];
  failure?: string;
};

const built = documents.some((document) => INSTALLED.includes(document))
  ? await build()
  : undefined;
const server = await findPostgres([process.env['TEST_DATABASE_URL'], process.env['DATABASE_URL']]);
const reports: Report[] = [];
try {
  for (const document of documents) reports.push(await runDocument(document));
} finally {
  await built?.remove();
  await server.stop();
}
print(reports);
process.exit(reports.some(({ failure }) => failure) ? 1 : 0);

async function runDocument(document: string): Promise<Report> {
  const report: Report = { document, run: 0, not_run: 0, notes: [] };
  const isInstalled = built && INSTALLED.includes(document);
  const sandbox = await (isInstalled ? installed(server, built.directory) : checkOut());
  const shell = openShell(sandbox.cwd, sandbox.env, sandbox.scratch);
  try {
    const blocks = listBlocks(readFileSync(document, 'utf8'));
    const site = await startSite(document, sandbox, shell);
    await runBlocks(document, blocks, shell, report, site);
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
  document: string,
  blocks: Block[],
  shell: Shell,
  report: Report,
  address: string,
): Promise<void> {
  let site = address;
  for (const [index, block] of blocks.entries()) {
    if (block.language !== 'sh') continue;
    const where = `${document}:${block.line}`;
    const reason = reasonNotToRun(block);
    if (reason) {
      report.not_run += splitCommands(block.text).length;
      report.notes.push(`${where} not run: ${reason}`);
      continue;
    }
    let printed = '';
    for (const written of splitCommands(block.text)) {
      console.log(`${where}  ${written.split('\n')[0]}`);
      const plan = planCommand(written, values.quick);
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
    if (different) throw new Error(`${where} answers otherwise: ${different}`);
  }
}

async function runCommand(shell: Shell, command: string, name: string): Promise<string> {
  const { status, output } = await shell.run(command);
  if (status !== 0) throw new Error(`${name}\nended with ${status}:\n${output.slice(-3_000)}`);
  return output;
}

/** A refusal that the document does not show is one it does not expect. */
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
    // Where nothing ran, nothing was seen to work.
    const mark = failure ? '✗' : run > 0 ? '✓' : '–';
    console.log(`${mark} ${document.padEnd(20)} ${run} commands run, ${not_run} not run`);
    for (const note of notes) console.log(`    ${note}`);
    if (failure) console.log(`    ${failure.replaceAll('\n', '\n    ')}`);
  }
}
