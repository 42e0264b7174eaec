import { readProblem } from './problem.ts';
import { type Input, type Operation, toInit, toUrl } from './request.ts';
import { send } from './send.ts';
import { Session, type Tokens } from './session.ts';

export type CallOptions = {
  /** Your own key makes a write safe across two runs of your program; by default each call gets a random one. */
  idempotency_key?: string;
  signal?: AbortSignal;
};

export type SiteOptions = {
  /** The address of the site: `https://lamplight.example`. */
  url: string;
  /** Language of error messages: `en` or `zh-CN`. */
  language?: string;
  /** Timeout of one attempt; 30 seconds by default. */
  timeout_ms?: number;
  fetch?: typeof fetch;
};

type Call = (input?: Input, options?: CallOptions) => Promise<unknown>;

const TIMEOUT_MS = 30_000;
/** A 401 from these is final; from all others the access token may have expired. */
const AUTH_PATH = '/api/auth/';
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
  // The position that a read replica must have reached to show this program's own writes. Each write returns it in
  // a header; before the first write, reads go to the primary.
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
    // Built once, so that retries send the same idempotency key.
    const init = toInit(operation, input, idempotency_key);
    const sendAs = (access: string | undefined) =>
      send({
        fetch: options.fetch ?? fetch,
        url,
        init: { ...init, headers: { ...init.headers, ...identify(access) } },
        timeout_ms: options.timeout_ms ?? TIMEOUT_MS,
        signal,
      });
    const isAuth = operation[1].startsWith(AUTH_PATH);
    const access = isAuth ? session.tokens?.access_token : await session.access();
    let response = await sendAs(operation === REFRESH ? undefined : access);
    if (response.status === 401 && !isAuth && (await session.renew(access)))
      response = await sendAs(await session.access());
    updateReadAfter(response.headers.get(READ_AFTER));
    if (!response.ok) throw await readProblem(response);
    if (operation[1] === LOG_OUT) session.forget();
    const value = response.status === 204 ? undefined : await response.json();
    session.adopt(value, Date.parse(response.headers.get('date') ?? '') || Date.now());
    return value;
  }

  /** Responses may arrive out of order. */
  function updateReadAfter(position: string | null): void {
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
