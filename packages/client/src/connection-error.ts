/**
 * There was no whole response. `connection_failed`: no connection, or it broke; `timed_out`: no response within `timeout_ms`;
 * `aborted`: by the caller's signal, whose reason is the `cause`.
 */
export class LamplightConnectionError extends Error {
  override readonly name = 'LamplightConnectionError';
  readonly code: 'connection_failed' | 'timed_out' | 'aborted';

  constructor(code: LamplightConnectionError['code'], cause: unknown) {
    super(`${SENTENCES[code]}${explain(cause)}`, { cause });
    this.code = code;
  }
}

const SENTENCES = {
  connection_failed: 'the connection to the site failed',
  timed_out: 'the site did not respond in time',
  aborted: 'the call was aborted',
};

/** Node reports only "fetch failed"; what happened is in its cause. */
function explain(error: unknown): string {
  const { cause = error } = (error ?? {}) as { cause?: unknown };
  return cause instanceof Error && cause.message ? `: ${cause.message}` : '';
}
