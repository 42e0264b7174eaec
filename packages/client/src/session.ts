import { LamplightProblem } from './problem.ts';

export type Tokens = { access_token: string; refresh_token?: string };

/** Refresh this long before expiry, because a request takes time to arrive. */
const MARGIN_MS = 10_000;

type Renewal = (refresh_token: string) => Promise<unknown>;

/**
 * The tokens of one log-in. Concurrent calls with an expired token cause one refresh. After the session
 * ended, every later call fails rather than silently continue as an anonymous visitor.
 */
export class Session {
  #tokens: Tokens | undefined;
  #expiresAt = Number.POSITIVE_INFINITY;
  #renewing: Promise<void> | undefined;
  #ended: LamplightProblem | undefined;
  readonly #renewal: Renewal;

  constructor(renewal: Renewal, tokens?: Tokens) {
    this.#renewal = renewal;
    this.#tokens = tokens;
  }

  get tokens(): Tokens | undefined {
    return this.#tokens && { ...this.#tokens };
  }

  /** The access token, refreshed first if it has expired. */
  async access(): Promise<string | undefined> {
    if (this.#ended) throw this.#ended;
    if (performance.now() > this.#expiresAt) await this.renew(this.#tokens?.access_token);
    return this.#tokens?.access_token;
  }

  /** True if there is now another token to try instead of the refused one. */
  async renew(refused: string | undefined): Promise<boolean> {
    if (!refused || !this.#tokens) return false;
    // Another call has already refreshed it.
    if (this.#tokens.access_token !== refused) return true;
    const { refresh_token } = this.#tokens;
    if (!refresh_token) return false;
    this.#renewing ??= this.#renew(refresh_token).finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
    return true;
  }

  async #renew(refresh_token: string): Promise<void> {
    try {
      await this.#renewal(refresh_token);
    } catch (error) {
      if (error instanceof LamplightProblem && error.status === 401) {
        this.forget();
        this.#ended = error;
      }
      throw error;
    }
  }

  /** Takes the tokens of a response: after a log-in, a refresh or a new password. */
  adopt(body: unknown, respondedAt: number): void {
    const { access_token, refresh_token, access_expires_at } = (body ?? {}) as Partial<
      Tokens & { access_expires_at: string }
    >;
    if (!access_token) return;
    this.#tokens = { access_token, ...(refresh_token ? { refresh_token } : {}) };
    this.#ended = undefined;
    const lifetime = Date.parse(access_expires_at ?? '') - respondedAt;
    this.#expiresAt = Number.isNaN(lifetime)
      ? Number.POSITIVE_INFINITY
      : performance.now() + lifetime - MARGIN_MS;
  }

  forget(): void {
    this.#tokens = undefined;
    this.#expiresAt = Number.POSITIVE_INFINITY;
  }
}
