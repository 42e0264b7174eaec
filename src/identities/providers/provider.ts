import type { Profile } from '../rules.ts';

/** What binds a response to its request. All of it is secret, random and used once. */
export type Expected = {
  redirect_uri: string;
  state: string;
  nonce: string;
  verifier: string;
  /** The provider must ask the person again who they are. */
  fresh: boolean;
};

/**
 * Somebody that members can log in through. The rest of the domain knows no protocol: another provider, such as WeChat,
 * is one more implementation.
 */
export type Provider = {
  id: string;
  name: string;
  /** It can ask again, and reports when the person last showed who they are. */
  canConfirm: boolean;
  authorizationUrl(expected: Expected): Promise<URL>;
  /** Verifies the parameters that the browser brought back, and asks the provider who the person is. */
  exchange(callback: URL, expected: Expected): Promise<Profile>;
  /** Where to log out there, if the provider has such a page. */
  logOutUrl(returnTo: string): Promise<URL | undefined>;
};

/** `denied`: by the person or the provider. `invalid`: the response cannot be trusted. */
type Reason = 'unavailable' | 'denied' | 'invalid';

export class ProviderFailed extends Error {
  readonly reason: Reason;

  /** The message is for the log. It has no token and no code. */
  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
