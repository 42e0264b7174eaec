import { LamplightConnectionError } from './connection-error.ts';
import { readBody } from './read-body.ts';
import type { Operation } from './request.ts';

/** A request whose connection broke may still run: a retry with its key then gets a 409 and waits. */
const MAX_CONFLICT_WAITS = 10;
const PAUSE_MS = 250;
const BUSY = [429, 502, 503, 504];

export type SendLimits = { timeout_ms: number; retries: number; retry_ms: number };

export type SendRequest = SendLimits & {
  fetch: typeof fetch;
  operation: Operation;
  url: string;
  init: RequestInit;
  signal: AbortSignal | undefined;
};

/**
 * Sends, and retries after a lost connection or a 429, 502, 503 or 504. Reading twice is harmless, and a write has an
 * Idempotency-Key, so the site does it once and repeats its response. If the site requests a longer wait than
 * the time left, its response is returned, and the caller decides.
 */
export async function send(request: SendRequest): Promise<Response> {
  const lastRetryAt = performance.now() + request.retry_ms;
  const left = { busy: request.retries, running: request.retries > 0 ? MAX_CONFLICT_WAITS : 0 };
  for (;;) {
    const result = await attempt(request);
    const state = judge(result);
    if (state !== 'final' && left[state]-- > 0) {
      const wait = findWait(result) ?? PAUSE_MS * 2 ** (request.retries - left.busy - 1);
      if (performance.now() + wait < lastRetryAt) {
        await pause(wait, request.signal);
        continue;
      }
    }
    if (result instanceof LamplightConnectionError) throw result;
    return result;
  }
}

function judge(result: Response | LamplightConnectionError): 'final' | 'busy' | 'running' {
  if (result instanceof LamplightConnectionError)
    return result.code === 'aborted' ? 'final' : 'busy';
  if (result.status === 409 && result.headers.has('retry-after')) return 'running';
  return BUSY.includes(result.status) ? 'busy' : 'final';
}

/** `Retry-After` is a number of seconds or a date. */
function findWait(result: Response | LamplightConnectionError): number | undefined {
  const header = result instanceof Response ? result.headers.get('retry-after') : null;
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** Reads the whole body, so that a truncated response counts as a lost connection. */
async function attempt(request: SendRequest): Promise<Response | LamplightConnectionError> {
  const { fetch, operation, url, init, timeout_ms, signal } = request;
  const timeout = new AbortController();
  let timer = setTimeout(() => timeout.abort(), timeout_ms);
  // A large file may take longer, as long as more of it arrives.
  const extend = () => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), timeout_ms);
  };
  try {
    const limits = { signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal };
    const response = await fetch(url, { ...init, ...limits });
    const body = await readBody(response, operation[2] === 'file' ? extend : () => {});
    return new Response(body.size > 0 ? body : null, response);
  } catch (error) {
    if (signal?.aborted) return new LamplightConnectionError('aborted', signal.reason);
    return new LamplightConnectionError(
      timeout.signal.aborted ? 'timed_out' : 'connection_failed',
      error,
    );
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new LamplightConnectionError('aborted', signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}
