import { openSite, type SiteOptions } from './open.ts';
import type { Operation } from './request.ts';
import type { Tokens } from './session.ts';

type ByPassword = { email: string; password: string; token?: never };
/** An API token alone, or the tokens of a session. */
type ByTokens = { token: string; refresh_token?: string; email?: never };
type AnonymousOptions = { email?: never; password?: never; token?: never };

/** As a member by password, by an API token or by stored tokens, or anonymously and read-only. */
export type ConnectOptions = SiteOptions & (ByPassword | ByTokens | AnonymousOptions);

export type Connection = {
  /** The current tokens, to store for another run; undefined for an anonymous connection. */
  readonly tokens: Tokens | undefined;
};

export async function connectWith<Site>(
  operations: { logIn: Operation },
  options: ConnectOptions,
): Promise<Site & Connection> {
  const { calls, session } = openSite(operations, options, readStoredTokens(options));
  if (options.email !== undefined) {
    const { email, password } = options;
    await calls.logIn({ body: { email, password, transport: 'bearer' } });
  }
  const site = Object.defineProperty(calls, 'tokens', { get: () => session.tokens });
  return site as unknown as Site & Connection;
}

function readStoredTokens(options: ConnectOptions): Tokens | undefined {
  if (options.token === undefined) return undefined;
  const { token, refresh_token } = options;
  return { access_token: token, ...(refresh_token ? { refresh_token } : {}) };
}
