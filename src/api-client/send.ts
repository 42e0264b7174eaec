/** Longer than this the caller should decide, and is told how long. */
const LONGEST_WAIT_SECONDS = 10;
const RETRIES = 1;
/** A request that was cut off may still be running; asked again with its key, the site says so. */
const WAITS_FOR_ITSELF = 10;
const PAUSE_SECONDS = 0.25;
const AWAY = [502, 503, 504];

export type Sending = {
  fetch: typeof fetch;
  url: string;
  init: RequestInit;
  timeout_ms: number;
  signal: AbortSignal | undefined;
};

/**
 * Sends, and once more after a lost connection or "come back later". Reading twice is harmless, and a
 * write carries an Idempotency-Key, so the site makes it once and repeats its answer.
 */
export async function send(sending: Sending): Promise<Response> {
  let retries = 0;
  let waits = 0;
  for (;;) {
    const answer = await attempt(sending).catch((error: unknown) => {
      if (sending.signal?.aborted || retries >= RETRIES) throw error;
    });
    const stillRunning = answer?.status === 409 && answer.headers.has('retry-after');
    if (answer && !stillRunning && !AWAY.includes(answer.status)) return answer;
    const seconds = answer ? Number(answer.headers.get('retry-after') ?? NaN) : PAUSE_SECONDS;
    const over = stillRunning ? waits++ >= WAITS_FOR_ITSELF : retries++ >= RETRIES;
    if (answer && (over || seconds > LONGEST_WAIT_SECONDS)) return answer;
    await pause(Number.isFinite(seconds) ? seconds : PAUSE_SECONDS, sending.signal);
  }
}

/** With its whole body, so that an answer which breaks off is a lost one too. */
async function attempt({ fetch, url, init, timeout_ms, signal }: Sending): Promise<Response> {
  const timeout = AbortSignal.timeout(timeout_ms);
  const limits = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
  const answer = await fetch(url, { ...init, ...limits });
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, answer);
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
