/** A refusal of the service (RFC 9457), or of the network. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** Members that help: `retry_after`, `errors`, `required_level`. */
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
  /** Goes through although the page is being left. */
  keepalive?: boolean;
};

/** Calls the API as whoever is logged in. Answers the body; throws a Problem for a refusal. */
export async function call<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const { body, key, ...rest } = options;
  const answer = await send(path, () => ({
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
  return (answer.status === 204 ? null : await answer.json()) as T;
}

/**
 * Sends a request; after a 401 once more with fresh tokens, never more than once, and never for the refresh
 * itself (SPEC §5.1). The request is made anew for the second try, which needs the new CSRF token.
 */
export function send(path: string, make: () => RequestInit): Promise<Response> {
  return withFreshTokens(() => attempt(path, make()));
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

/** Not every 401 means that: a wrong password is one too. */
function isSignedOut(error: unknown): boolean {
  const codes = ['unauthenticated', 'login_required', 'session_reused'];
  return error instanceof Problem && codes.includes(error.code);
}

async function attempt(path: string, init: RequestInit): Promise<Response> {
  const answer = await reach(path, init);
  if (answer.ok) return answer;
  throw new Problem(answer.status, await readProblem(answer));
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem(0, { code: 'offline' });
  }
}

async function readProblem(answer: Response): Promise<Record<string, unknown>> {
  const type = answer.headers.get('content-type') ?? '';
  return type.includes('json') ? ((await answer.json()) as Record<string, unknown>) : {};
}

/** One at a time in the whole browser: tabs that wake up together share what the first one gets. */
async function refresh(): Promise<boolean> {
  const before = csrfToken();
  const work = async () => {
    if (csrfToken() !== before) return true;
    const init = { method: 'POST', headers: { 'x-csrf-token': csrfToken() } };
    return (await reach('/api/auth/refresh', init)).ok;
  };
  return navigator.locks ? navigator.locks.request('refresh', work) : work();
}

export function csrfToken(): string {
  return /(?:^|; )(?:__Host-)?csrf=([^;]+)/.exec(document.cookie)?.[1] ?? '';
}
