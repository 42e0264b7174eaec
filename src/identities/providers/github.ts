import type * as OpenIdClient from 'openid-client';
import type { ProvidersConfig } from '../../config-providers.ts';
import { type Client, grant, loadClient } from './client.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import { type Provider, ProviderFailed } from './provider.ts';

const SCOPES = 'user:email';
const PUBLIC_URL = 'https://github.com';
const API_VERSION = '2022-11-28';

type Settings = NonNullable<ProvidersConfig['github']>;

/** OAuth without OpenID Connect: no discovery, no ID token, the person by GitHub's own API. */
export function gitHubProvider(settings: Settings): Provider {
  const outbound = createOutbound(settings.url);
  return {
    id: 'github',
    name: 'GitHub',
    // It neither asks again nor reports when the person last logged in.
    canConfirm: false,

    async authorizationUrl({ redirect_uri, state, verifier }) {
      const client = await loadClient();
      return client.buildAuthorizationUrl(configure(client, settings, outbound), {
        redirect_uri,
        scope: SCOPES,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async exchange(callback, { state, verifier }) {
      const client = await loadClient();
      const checks = { expectedState: state, pkceCodeVerifier: verifier };
      const config = configure(client, settings, outbound);
      const { access_token } = await grant(client, config, callback, checks);
      const [user, emails] = await Promise.all([
        readApi(outbound, settings, '/user', access_token),
        readApi(outbound, settings, '/user/emails', access_token),
      ]);
      return { issuer: settings.url, ...readUser(user), ...readAddress(emails) };
    },

    logOutUrl: async () => undefined,
  };
}

function configure(client: Client, settings: Settings, outbound: Outbound) {
  const config = new client.Configuration(
    {
      issuer: settings.url,
      authorization_endpoint: `${settings.url}/login/oauth/authorize`,
      token_endpoint: `${settings.url}/login/oauth/access_token`,
    },
    settings.client_id,
    {},
    client.ClientSecretPost(settings.client_secret),
  );
  config[client.customFetch] = outbound as OpenIdClient.CustomFetch;
  client.allowInsecureRequests(config);
  return config;
}

async function readApi(
  outbound: Outbound,
  { url }: Settings,
  path: string,
  token: string,
): Promise<unknown> {
  const api = url === PUBLIC_URL ? 'https://api.github.com' : `${url}/api/v3`;
  const response = await outbound(`${api}${path}`, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'lamplight',
      'x-github-api-version': API_VERSION,
    },
  });
  if (response.status !== 200)
    throw new ProviderFailed('invalid', `GitHub's ${path} responds with ${response.status}`);
  return response.json().catch(() => undefined);
}

/** The number stays when somebody renames the account; the freed name may become somebody else's. */
function readUser(user: unknown): { subject: string; name?: string } {
  const { id, login } = (user ?? {}) as { id?: unknown; login?: unknown };
  if (!Number.isSafeInteger(id)) throw new ProviderFailed('invalid', 'GitHub names no user');
  return { subject: String(id), ...(typeof login === 'string' ? { name: login } : {}) };
}

type Address = { email?: unknown; primary?: unknown; verified?: unknown };

function readAddress(emails: unknown): { email?: string; email_verified: boolean } {
  const list: Address[] = Array.isArray(emails) ? emails : [];
  const own = list.find((one) => one?.primary === true && one.verified === true);
  if (typeof own?.email !== 'string') return { email_verified: false };
  return { email: own.email, email_verified: true };
}
