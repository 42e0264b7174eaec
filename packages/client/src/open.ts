import { readProblem, readValue } from './problem.ts';
import { readFile } from './read-body.ts';
import { type Input, type Operation, toInit, toUrl } from './request.ts';
import { type SendLimits, send } from './send.ts';
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
  /** Timeout of one attempt, or of the next part of a file; 30 seconds by default. */
  timeout_ms?: number;
  /** How often a call is retried after a lost connection or a 429, 502, 503 or 504; 3 by default, 0 for never. */
  retries?: number;
  /** No retry begins later than this after the call; 60 seconds by default. */
  retry_ms?: number;
  fetch?: typeof fetch;
};

type Call = (input?: Input, options?: CallOptions) => Promise<unknown>;

const LIMITS: SendLimits = { timeout_ms: 30_000, retries: 3, retry_ms: 60_000 };
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
  const limits = readLimits(options);
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
        ...limits,
        fetch: options.fetch ?? fetch,
        operation,
        url,
        init: { ...init, headers: { ...init.headers, ...identify(access) } },
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
    if (operation[2] === 'file') return readFile(response);
    const value = await readValue(response);
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

function readLimits({ timeout_ms, retries, retry_ms }: SiteOptions): SendLimits {
  return {
    timeout_ms: timeout_ms ?? LIMITS.timeout_ms,
    retries: retries ?? LIMITS.retries,
    retry_ms: retry_ms ?? LIMITS.retry_ms,
  };
}
