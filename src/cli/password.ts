import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import { assertUncommonPassword } from '../accounts/common-passwords.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../accounts/rules.ts';
import { RegisterBody } from '../accounts/schema.ts';
import { randomToken } from '../platform/secrets.ts';
import { Failure, WrongUsage } from './failure.ts';

const GENERATED_BYTES = 15;

export type PasswordOptions = { passwordStdin?: boolean; generate?: boolean };

export type ChosenPassword = { password: string; generated: boolean };

/** Never from an argument: the shell's history and the list of processes show those. */
export async function choosePassword(options: PasswordOptions): Promise<ChosenPassword> {
  if (options.generate) return { password: randomToken(GENERATED_BYTES), generated: true };
  if (!options.passwordStdin && !process.stdin.isTTY) {
    throw new WrongUsage('There is no terminal for a prompt: use --password-stdin or --generate.');
  }
  const password = options.passwordStdin ? await readPiped() : await promptTwice();
  await assertGoodPassword(password);
  return { password, generated: false };
}

/** The rules of the site's own registration form. */
async function assertGoodPassword(password: string): Promise<void> {
  if (!Value.Check(RegisterBody.properties.password, password)) {
    throw new Failure(`The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`);
  }
  await assertUncommonPassword(password, '/password');
}

async function readPiped(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

async function promptTwice(): Promise<string> {
  const password = await promptHidden('Password: ');
  if ((await promptHidden('Again: ')) !== password) throw new Failure('The passwords differ.');
  return password;
}

/** readline echoes to its output, so the output is discarded. */
async function promptHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: discard, terminal: true });
  const closed = new AbortController();
  terminal.on('close', () => closed.abort());
  try {
    return await terminal.question('', { signal: closed.signal });
  } catch {
    throw new Failure('No password was closed.');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
