import type * as OpenIdClient from 'openid-client';
import type { OpenIdSettings } from '../../config-providers.ts';
import type { Profile } from '../rules.ts';
import { type Client, grant, loadClient, type Tokens } from './client.ts';
import { assertAllowed, createOutbound, type Outbound } from './outbound.ts';
import { type Expected, type Provider, ProviderFailed } from './provider.ts';

/** ASVS 10.2.3: an identifier and an address, nothing else. */
const SCOPES = 'openid email';
const METADATA_MS = 60 * 60 * 1000;
/** After a failure; so that a provider that is down is not asked by every visitor. */
const RETRY_MS = 5_000;

type Configured = { client: Client; config: OpenIdClient.Configuration };

/** Any OpenID Connect issuer, by discovery. */
export function openIdProvider(settings: OpenIdSettings): Provider {
  const outbound = createOutbound(settings.issuer);
  const load = cacheMetadata(() => discover(settings, outbound));
  return {
    id: settings.id,
    name: settings.name,
    canConfirm: true,

    async authorizationUrl({ redirect_uri, state, nonce, verifier, fresh }) {
      const { client, config } = await load();
      return client.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: settings.scopes ?? SCOPES,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
      });
    },

    async exchange(callback, expected) {
      const { client, config } = await load();
      const tokens = await grant(client, config, callback, checksOf(expected));
      return readIdentity(client, config, tokens);
    },

    async logOutUrl(returnTo) {
      const { client, config } = await load();
      if (!config.serverMetadata().end_session_endpoint) return undefined;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo });
    },
  };
}

function checksOf({ state, nonce, verifier, fresh }: Expected) {
  return {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    // How old `auth_time` may be is decided by when the attempt began; this makes the claim mandatory.
    ...(fresh ? { maxAge: 3600 } : {}),
  };
}

async function discover(settings: OpenIdSettings, outbound: Outbound): Promise<Configured> {
  const client = await loadClient();
  const { issuer, client_id, client_secret } = settings;
  const authentication = client_secret ? client.ClientSecretPost(client_secret) : client.None();
  const config = await client
    .discovery(new URL(issuer), client_id, {}, authentication, {
      [client.customFetch]: outbound as OpenIdClient.CustomFetch,
      execute: [
        // Outbound decides which addresses may be http.
        client.allowInsecureRequests,
        // ASVS 6.8.2: without this the library trusts the connection and does not verify signatures.
        client.enableNonRepudiationChecks,
      ],
    })
    .catch((error: unknown) => {
      throw new ProviderFailed('unavailable', `no metadata of ${issuer}`, error);
    });
  config[client.clockTolerance as never] = 30 as never;
  assertUsable(issuer, config.serverMetadata());
  return { client, config };
}

function assertUsable(issuer: string, metadata: OpenIdClient.ServerMetadata): void {
  // ASVS 10.5.3: the library compares parsed addresses, which are equal with and without a slash.
  if (metadata.issuer !== issuer)
    throw new ProviderFailed('unavailable', `${issuer} names another issuer in its metadata`);
  const { authorization_endpoint, token_endpoint, end_session_endpoint } = metadata;
  for (const address of [authorization_endpoint, token_endpoint, end_session_endpoint ?? issuer]) {
    if (!address || !URL.canParse(address))
      throw new ProviderFailed('unavailable', `${issuer} lacks an address in its metadata`);
    assertAllowed(issuer, new URL(address));
  }
}

/** Stale metadata is used on while the provider does not respond. */
function cacheMetadata(load: () => Promise<Configured>): () => Promise<Configured> {
  let cached: { value: Configured; until: number } | undefined;
  let failed: { error: unknown; until: number } | undefined;
  let loading: Promise<Configured> | undefined;
  const reload = async () => {
    try {
      const value = await load();
      cached = { value, until: Date.now() + METADATA_MS };
      failed = undefined;
      return value;
    } catch (error) {
      failed = { error, until: Date.now() + RETRY_MS };
      if (cached) return cached.value;
      throw error;
    } finally {
      loading = undefined;
    }
  };
  return async () => {
    const now = Date.now();
    if (cached && now < cached.until) return cached.value;
    if (failed && now < failed.until) {
      if (cached) return cached.value;
      throw failed.error;
    }
    loading ??= reload();
    return loading;
  };
}

/** Many providers send the address only from their user info, not in the token. */
async function readIdentity(
  client: Client,
  config: OpenIdClient.Configuration,
  tokens: Tokens,
): Promise<Profile> {
  const claims = tokens.claims();
  if (!claims) throw new ProviderFailed('invalid', 'no ID token');
  const asksInfo = claims['email'] === undefined && config.serverMetadata().userinfo_endpoint;
  const info = asksInfo
    ? await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch(refuseInfo)
    : {};
  const { email, email_verified, name } = { ...claims, ...info } as Record<string, unknown>;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    // Some send the text "true"; that is not a promise.
    email_verified: email_verified === true,
    name: typeof name === 'string' ? name : undefined,
    auth_time: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000),
  };
}

function refuseInfo(error: unknown): never {
  if (error instanceof ProviderFailed) throw error;
  throw new ProviderFailed('invalid', 'the user info is not of the subject of the token', error);
}
