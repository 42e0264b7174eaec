import type * as OpenIdClient from 'openid-client';
import { ProviderFailed } from './provider.ts';

export type Client = typeof OpenIdClient;
export type Tokens = Awaited<ReturnType<Client['authorizationCodeGrant']>>;

/** Imported at the first use: most sites have no provider. */
export function loadClient(): Promise<Client> {
  return import('openid-client');
}

/** Verifies the response of the authorization and trades its code for tokens, which stay in this process. */
export async function grant(
  client: Client,
  config: OpenIdClient.Configuration,
  callback: URL,
  checks: OpenIdClient.AuthorizationCodeGrantChecks,
): Promise<Tokens> {
  try {
    return await client.authorizationCodeGrant(config, callback, checks);
  } catch (error) {
    throw toProviderFailed(client, error);
  }
}

function toProviderFailed(client: Client, error: unknown): ProviderFailed {
  const failed = findFailure(error);
  if (failed) return failed;
  // Sent through the browser after its state was checked: `access_denied`, `login_required` and others.
  if (error instanceof client.AuthorizationResponseError) {
    const reason = error.error === 'temporarily_unavailable' ? 'unavailable' : 'denied';
    return new ProviderFailed(reason, `the provider reports ${error.error}`);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new ProviderFailed('invalid', `the response is refused: ${code}`, error);
}

/** The library wraps what `customFetch` throws. */
function findFailure(error: unknown): ProviderFailed | undefined {
  if (error instanceof ProviderFailed) return error;
  return error instanceof Error && error.cause ? findFailure(error.cause) : undefined;
}
