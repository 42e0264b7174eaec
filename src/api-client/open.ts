import { readProblem } from './problem.ts';
import { type Input, type Operation, toInit, toUrl } from './request.ts';
import { send } from './send.ts';
import { Session, type Tokens } from './session.ts';

export type CallOptions = {
  /** Yours, to make one write safe across two runs of your program; each call has its own otherwise. */
  idempotency_key?: string;
  signal?: AbortSignal;
};

export type SiteOptions = {
  /** Where the site is: `https://lamplight.example`. */
  url: string;
  /** Of what problems say: `en` or `zh-CN`. */
  language?: string;
  /** How long one attempt may take; 30 seconds unless you say. */
  timeout_ms?: number;
  fetch?: typeof fetch;
};

type Call = (input?: Input, options?: CallOptions) => Promise<unknown>;

const TIMEOUT_MS = 30_000;
/** Of these a 401 is the verdict; of all others it may be that the access token is spent. */
const SIGNING_IN = '/api/auth/';
const REFRESH: Operation = ['POST', '/api/auth/refresh'];
const LOG_OUT = '/api/auth/logout';
const READ_AFTER = 'read-after';

/** A function for each operation, all sharing one session. */
export function openSite<Name extends string>(
  operations: Record<Name, Operation>,
  options: SiteOptions,
  tokens?: Tokens,
): { calls: Record<Name, Call>; session: Session } {
  const base = options.url.replace(/\/+$/, '');
  // How far a copy of the database must be for this program to see there what it wrote. The site says so after
  // every write; before the first, it reads where everything is.
  let readAfter: string | undefined;
  const session = new Session(
    (refresh_token) => call(REFRESH, { body: { refresh_token, transport: 'bearer' } }),
    tokens,
  );

  async function call(
    operation: Operation,
    input: Input = {},
    { idempotency_key, signal }: CallOptions = {},
  ): Promise<unknown> {
    const url = toUrl(base, operation, input);
    // Made once: whatever is repeated below carries the same key.
    const init = toInit(operation, input, idempotency_key);
    const sendAs = (access: string | undefined) =>
      send({
        fetch: options.fetch ?? fetch,
        url,
        init: { ...init, headers: { ...init.headers, ...identify(access) } },
        timeout_ms: options.timeout_ms ?? TIMEOUT_MS,
        signal,
      });
    const signsIn = operation[1].startsWith(SIGNING_IN);
    const access = signsIn ? session.tokens?.access_token : await session.access();
    let answer = await sendAs(operation === REFRESH ? undefined : access);
    if (answer.status === 401 && !signsIn && (await session.renew(access)))
      answer = await sendAs(await session.access());
    noteWrite(answer.headers.get(READ_AFTER));
    if (!answer.ok) throw await readProblem(answer);
    if (operation[1] === LOG_OUT) session.forget();
    const value = answer.status === 204 ? undefined : await answer.json();
    session.adopt(value, Date.parse(answer.headers.get('date') ?? '') || Date.now());
    return value;
  }

  /** Answers may overtake each other. */
  function noteWrite(position: string | null): void {
    if (position && Number(position) > Number(readAfter ?? 0)) readAfter = position;
  }

  function identify(access: string | undefined): Record<string, string> {
    return {
      ...(access ? { authorization: `Bearer ${access}` } : {}),
      ...(access && readAfter ? { [READ_AFTER]: readAfter } : {}),
      ...(options.language ? { 'accept-language': options.language } : {}),
    };
  }

  const calls = Object.entries<Operation>(operations).map(([name, operation]) => [
    name,
    (input?: Input, callOptions?: CallOptions) => call(operation, input, callOptions),
  ]);
  return { calls: Object.fromEntries(calls) as Record<Name, Call>, session };
}
