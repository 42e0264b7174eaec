/** For a longer Retry-After the response is returned, and the caller decides. */
const MAX_WAIT_SECONDS = 10;
const RETRIES = 1;
/** A request whose connection broke may still run: a retry with its key then gets a 409 and waits. */
const MAX_CONFLICT_WAITS = 10;
const PAUSE_SECONDS = 0.25;
const UNAVAILABLE = [502, 503, 504];

export type SendRequest = {
  fetch: typeof fetch;
  url: string;
  init: RequestInit;
  timeout_ms: number;
  signal: AbortSignal | undefined;
};

/**
 * Sends, and retries once after a lost connection or a 502, 503 or 504. Reading twice is harmless, and a
 * write has an Idempotency-Key, so the site does it once and repeats its response.
 */
export async function send(request: SendRequest): Promise<Response> {
  let retries = 0;
  let waits = 0;
  for (;;) {
    const response = await attempt(request).catch((error: unknown) => {
      if (request.signal?.aborted || retries >= RETRIES) throw error;
    });
    const stillRunning = response?.status === 409 && response.headers.has('retry-after');
    if (response && !stillRunning && !UNAVAILABLE.includes(response.status)) return response;
    const seconds = response ? Number(response.headers.get('retry-after') ?? NaN) : PAUSE_SECONDS;
    const over = stillRunning ? waits++ >= MAX_CONFLICT_WAITS : retries++ >= RETRIES;
    if (response && (over || seconds > MAX_WAIT_SECONDS)) return response;
    await pause(Number.isFinite(seconds) ? seconds : PAUSE_SECONDS, request.signal);
  }
}

/** Reads the whole body, so that a truncated response counts as a lost connection. */
async function attempt({ fetch, url, init, timeout_ms, signal }: SendRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(timeout_ms);
  const limits = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
  const response = await fetch(url, { ...init, ...limits });
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, response);
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
