import { LamplightProblem } from './problem.ts';

export type Tokens = { access_token: string; refresh_token?: string };

/** Renewed so long before its end, because a request takes a moment to arrive. */
const MARGIN_MS = 10_000;

type Renewal = (refresh_token: string) => Promise<unknown>;

/**
 * The tokens of one log-in. However many calls find them spent at once, they are renewed once; and a
 * session that ended is not quietly exchanged for being a stranger: every later call says so.
 */
export class Session {
  #tokens: Tokens | undefined;
  #spentAt = Number.POSITIVE_INFINITY;
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

  /** What to send; renewed before, where it is known to be spent. */
  async access(): Promise<string | undefined> {
    if (this.#ended) throw this.#ended;
    if (performance.now() > this.#spentAt) await this.renew(this.#tokens?.access_token);
    return this.#tokens?.access_token;
  }

  /** True if there is something else to try in place of the token that was turned away. */
  async renew(refused: string | undefined): Promise<boolean> {
    if (!refused || !this.#tokens) return false;
    // Somebody else's call was turned away too, and has seen to it.
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

  /** An answer that carries tokens is the session from here on: after a log-in, or a new password. */
  adopt(answer: unknown, answeredAt: number): void {
    const { access_token, refresh_token, access_expires_at } = (answer ?? {}) as Partial<
      Tokens & { access_expires_at: string }
    >;
    if (!access_token) return;
    this.#tokens = { access_token, ...(refresh_token ? { refresh_token } : {}) };
    this.#ended = undefined;
    const lifetime = Date.parse(access_expires_at ?? '') - answeredAt;
    this.#spentAt = Number.isNaN(lifetime)
      ? Number.POSITIVE_INFINITY
      : performance.now() + lifetime - MARGIN_MS;
  }

  forget(): void {
    this.#tokens = undefined;
    this.#spentAt = Number.POSITIVE_INFINITY;
  }
}
