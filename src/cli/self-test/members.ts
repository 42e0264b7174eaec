import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, WrongUsage } from '../failure.ts';
import { type Client, readField } from './client.ts';
import { Skipped } from './skipped.ts';

export type Member = { email: string; password: string; uid: string; client: Client };
export type Credentials = { email: string; password: string };

/** Longer blocks would keep the operator waiting. */
const RETRY_MS_MAX = 310_000;

/** Two lines of an address and a password; a file, because other users of a machine can read command lines. */
export function readCredentials(file: string): [Credentials, Credentials] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const [first, second] = lines.map((line) => {
    const [, email = '', password = ''] = /^\s*(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
    return { email, password };
  });
  if (!first?.password || !second?.password || first.email === second.email)
    throw new WrongUsage(`${file} needs two lines, each an address, a space and a password`);
  return [first, second];
}

/** The members of a run: made when the first check needs them, deleted at its end. */
export class Members {
  /** Only those that this run made. */
  readonly #made: Member[] = [];
  #pair: Promise<[Member, Member]> | undefined;
  readonly #open: () => Client;
  readonly #mark: string;
  readonly #given: [Credentials, Credentials] | undefined;

  constructor(open: () => Client, mark: string, given: [Credentials, Credentials] | undefined) {
    this.#open = open;
    this.#mark = mark;
    this.#given = given;
  }

  pair(): Promise<[Member, Member]> {
    this.#pair ??= this.#openPair();
    return this.#pair;
  }

  async #openPair(): Promise<[Member, Member]> {
    if (this.#given) return [await this.#logIn(this.#given[0]), await this.#logIn(this.#given[1])];
    return [await this.#register(1), await this.#register(2)];
  }

  async #register(number: number): Promise<Member> {
    const client = this.#open();
    // A name that no mail server has (RFC 2606).
    const email = `${this.#mark}-${number}@self-test.invalid`;
    const password = randomBytes(18).toString('base64url');
    const response = await client.write('POST', '/api/auth/register', { email, password });
    if (response.status !== 201)
      throw new Skipped(
        `no member could be made (${response.status} ${readField(response.text, 'code')}); see --member-credentials`,
      );
    const member = { email, password, client, uid: readField(response.text, 'user', 'uid') };
    this.#made.push(member);
    return member;
  }

  async #logIn({ email, password }: Credentials): Promise<Member> {
    const client = this.#open();
    const response = await client.write('POST', '/api/auth/login', { email, password });
    if (response.status !== 200)
      throw new Skipped(
        `${email} could not log in (${response.status} ${readField(response.text, 'code')})`,
      );
    return { email, password, client, uid: readField(response.text, 'user', 'uid') };
  }

  /** Whatever happened before. Returns what is left, one sentence each. */
  async cleanUp(): Promise<string[]> {
    const pair = await this.#pair?.catch(() => undefined);
    const left: string[] = [];
    for (const member of new Set([...(pair ?? []), ...this.#made])) {
      const isOwn = this.#made.includes(member);
      // A check may have ended the session.
      const problems = await this.#remove(await this.#renew(member), isOwn).catch((error) => [
        String(error instanceof Error ? error.message : error),
      ]);
      left.push(...problems.map((problem) => `${member.email}: ${problem}`));
    }
    return left;
  }

  async #renew(member: Member): Promise<Member> {
    const { status } = await member.client.get('/api/settings/sessions');
    return status === 200 ? member : this.#logIn(member).catch(() => member);
  }

  async #remove(member: Member, isOwn: boolean): Promise<string[]> {
    const problems: string[] = [];
    for (const id of await listMarked(member, '/api/studio/posts', this.#mark))
      problems.push(...(await removeOne(member, `/api/studio/posts/${id}`)));
    for (const id of await listMarked(member, `/api/users/${member.uid}/folders`, this.#mark))
      problems.push(...(await removeOne(member, `/api/folders/${id}`)));
    if (isOwn) await deleteAccount(member);
    return problems;
  }
}

type Item = { id?: number; title?: string; name?: string };

async function listMarked({ client }: Member, path: string, mark: string): Promise<number[]> {
  const { text } = await client.get(path);
  try {
    const { items } = JSON.parse(text) as { items: Item[] };
    return items
      .filter((item) => `${item.title} ${item.name}`.includes(mark))
      .map(({ id }) => Number(id));
  } catch {
    return [];
  }
}

async function removeOne({ client }: Member, path: string): Promise<string[]> {
  const { status } = await client.write('DELETE', path, undefined);
  return status < 300 || status === 404 ? [] : [`DELETE ${path} got ${status}`];
}

async function deleteAccount({ client, password }: Member): Promise<void> {
  const send = () => client.write('POST', '/api/settings/delete-account', { password });
  let response = await send();
  const wait_ms = Number(response.headers['retry-after']) * 1000;
  if (response.status === 429 && wait_ms <= RETRY_MS_MAX) {
    await sleep(wait_ms);
    response = await send();
  }
  if (response.status !== 200)
    throw new Failure(`the account could not be deleted (${response.status})`);
}
