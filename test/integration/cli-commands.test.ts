import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { operatorOf } from '../support/lamplight.ts';

/** The test file that runs each command. A command missing here, or in its file, fails below. */
const TESTED: Record<string, string> = {
  backup: 'test/integration/backup.test.ts',
  'backup record': 'test/integration/process-heartbeats.test.ts',
  'backup verify': 'test/integration/backup.test.ts',
  'config doctor': 'test/integration/doctor.test.ts',
  'db archive': 'test/integration/ledger-archive.test.ts',
  'db distribute': 'test/integration/distribute.test.ts',
  demo: 'test/integration/demo.test.ts',
  doctor: 'test/integration/doctor.test.ts',
  export: 'test/integration/site-export.test.ts',
  import: 'test/integration/site-import.test.ts',
  'mail bounce': 'test/integration/mail-bounces.test.ts',
  migrate: 'test/integration/cli.test.ts',
  openapi: 'test/integration/cli.test.ts',
  restore: 'test/integration/backup.test.ts',
  'search reindex': 'test/integration/search-reindex.test.ts',
  'self-test': 'test/integration/self-test.test.ts',
  seed: 'test/integration/demo.test.ts',
  'sessions revoke': 'test/integration/cli.test.ts',
  'user ban': 'test/integration/cli-moderation.test.ts',
  'user create': 'test/integration/cli.test.ts',
  'user delete': 'test/integration/cli-moderation.test.ts',
  'user export': 'test/spec/exports.test.ts',
  'user reset-factors': 'test/integration/cli-moderation.test.ts',
  'user reset-link': 'test/integration/cli-moderation.test.ts',
  'user reset-password': 'test/integration/cli.test.ts',
  'user set-role': 'test/integration/cli.test.ts',
  'user unban': 'test/integration/cli-moderation.test.ts',
  verify: 'test/integration/integrity.test.ts',
};

type Named = { path: string; command: Command };

/** Every command of the program by its name; the program itself is ''. */
function listCommands(command: Command, path = ''): Named[] {
  const below = command.commands.flatMap((one) =>
    listCommands(one, `${path} ${one.name()}`.trim()),
  );
  return [{ path, command }, ...below];
}

/** False for a command that only groups others. */
function isRunnable({ command }: Named): boolean {
  return command.commands.length === 0 || command.options.length > 0;
}

const found = listCommands(createProgram()).filter(({ command }) => command.name() !== 'help');

async function helpOf(path: string): Promise<string> {
  const program = createProgram();
  let output = '';
  for (const { command } of listCommands(program)) {
    command.configureOutput({ writeOut: (text) => (output += text) }).exitOverride();
  }
  await program
    .parseAsync([...path.split(' ').filter(Boolean), '--help'], { from: 'user' })
    .catch((error) => expect(error.exitCode).toBe(0));
  return output;
}

test.for(found.map(({ path }) => path))(
  '`lamplight %s --help` prints usage and an example',
  async (path) => {
    const help = await helpOf(path);
    expect(help).toContain(`Usage: lamplight${path && ' '}${path}`);
    expect(help).toMatch(new RegExp(`Examples?:\n  lamplight ${path}`.trimEnd()));
  },
);

test('every option and every argument has a description', () => {
  for (const { path, command } of found) {
    for (const option of command.options) expect(option.description, path).toBeTruthy();
    for (const argument of command.registeredArguments)
      expect(argument.description, path).toBeTruthy();
    expect(command.description(), path).toMatch(/\.$/);
  }
});

test('every command is run by a test', () => {
  const commands = found.filter((one) => one.path && isRunnable(one)).map(({ path }) => path);
  expect(Object.keys(TESTED).sort()).toEqual(commands.sort());
  for (const [command, file] of Object.entries(TESTED)) {
    expect(existsSync(file), file).toBe(true);
    const words = command.split(' ').join(`[ ',]+`);
    expect(readFileSync(file, 'utf8'), `${command} in ${file}`).toMatch(
      new RegExp(`['"\`\\[]${words}[ '"\`,]`),
    );
  }
});

test('the built program prints its help and its version', async () => {
  const lamplight = operatorOf({});
  const [help, version] = await Promise.all([lamplight('--help'), lamplight('--version')]);
  expect(help).toEqual({ code: 0, stdout: await helpOf(''), stderr: '' });
  const { version: written } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(version).toEqual({ code: 0, stdout: `${written}\n`, stderr: '' });
});
