/** A problem response (RFC 9457), or status 0 for a failed connection. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** Extension members such as `retry_after`, `errors`, `required_level`. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, members: Record<string, unknown>) {
    super(String(members['detail'] ?? ''));
    this.status = status;
    this.code = String(members['code'] ?? 'unknown');
    this.members = members;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Options = {
  body?: unknown;
  /** A repeat with the same key has no second effect (D8). */
  key?: string;
  signal?: AbortSignal;
  /** The request outlives the page. */
  keepalive?: boolean;
};

/** Calls the API with the session of the page. Returns the body; throws a Problem for an error response. */
export async function call<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const { body, key, ...rest } = options;
  const response = await send(path, () => ({
    ...rest,
    method,
    headers: {
      accept: 'application/json',
      ...(method === 'GET' ? {} : { 'x-csrf-token': csrfToken() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
  return (response.status === 204 ? null : await response.json()) as T;
}

/**
 * Sends a request. After a 401, refreshes the tokens and retries once, never more, and never for the refresh itself
 * (SPEC §5.1). `createRequest` runs again for the retry, which needs the new CSRF token.
 */
export function send(path: string, createRequest: () => RequestInit): Promise<Response> {
  return withFreshTokens(() => attempt(path, createRequest()));
}

export async function withFreshTokens<T>(work: () => Promise<T>): Promise<T> {
  for (let isRetry = false; ; isRetry = true) {
    try {
      return await work();
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      if (!isRetry && csrfToken() && (await refresh())) continue;
      document.dispatchEvent(new Event('signed-out', { cancelable: true }));
      throw error;
    }
  }
}

/** By code, because a wrong password is a 401 too. */
function isSignedOut(error: unknown): boolean {
  const codes = ['unauthenticated', 'login_required', 'session_reused'];
  return error instanceof Problem && codes.includes(error.code);
}

async function attempt(path: string, init: RequestInit): Promise<Response> {
  const response = await fetchOnline(path, init);
  if (response.ok) return response;
  throw new Problem(response.status, await readProblem(response));
}

async function fetchOnline(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem(0, { code: 'offline' });
  }
}

async function readProblem(response: Response): Promise<Record<string, unknown>> {
  const type = response.headers.get('content-type') ?? '';
  return type.includes('json') ? ((await response.json()) as Record<string, unknown>) : {};
}

/** One refresh at a time in the whole browser: tabs that wake up together share its tokens. */
export async function refresh(): Promise<boolean> {
  const before = csrfToken();
  const work = async () => {
    if (csrfToken() !== before) return true;
    const init = { method: 'POST', headers: { 'x-csrf-token': csrfToken() } };
    return (await fetchOnline('/api/auth/refresh', init)).ok;
  };
  return navigator.locks ? navigator.locks.request('refresh', work) : work();
}

export function csrfToken(): string {
  return /(?:^|; )(?:__Host-)?csrf=([^;]+)/.exec(document.cookie)?.[1] ?? '';
}
