import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const PROVIDERS_MAX = 9;

/** Who members can log in through, besides the password (decision 0042). */
export const ProviderSettings = {
  OIDC_PROVIDERS: Type.String({
    group: 'Sign-in',
    description:
      'OpenID Connect providers that members can log in through, as a JSON array: `id` (in addresses, never changes), `name` (on the button), `issuer`, `client_id`, optionally `client_secret` and `scopes`. The redirect address to register there: `{BASE_URL}/auth/{id}/callback`. Empty: none.',
    default: '',
    secret: true,
    examples: [
      '[{"id":"campus","name":"Campus","issuer":"https://login.example","client_id":"lamplight","client_secret":"…"}]',
    ],
  }),
  GITHUB_CLIENT_ID: Type.String({
    group: 'Sign-in',
    description:
      'Log-in through GitHub: the client of an OAuth app with the callback `{BASE_URL}/auth/github/callback`. Empty: none.',
    default: '',
  }),
  GITHUB_CLIENT_SECRET: Type.String({
    group: 'Sign-in',
    description: 'The secret of GITHUB_CLIENT_ID.',
    default: '',
    secret: true,
  }),
  GITHUB_URL: Type.String({
    group: 'Sign-in',
    description: 'Another address for GitHub Enterprise Server.',
    default: 'https://github.com',
    pattern: '^https?://[^/]+$',
  }),
};

const Entry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
    name: Type.String({ minLength: 1, maxLength: 40 }),
    issuer: Type.String({ minLength: 1, maxLength: 500 }),
    client_id: Type.String({ minLength: 1, maxLength: 500 }),
    client_secret: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    scopes: Type.Optional(Type.String({ pattern: '(^| )openid( |$)', maxLength: 500 })),
  },
  { additionalProperties: false },
);
export type OpenIdSettings = Static<typeof Entry>;

export type ProvidersConfig = {
  openid: OpenIdSettings[];
  github: { url: string; client_id: string; client_secret: string } | undefined;
};

type Settings = Record<keyof typeof ProviderSettings, string> & { ALLOW_INSECURE_HTTP: boolean };
type Fault = { name: string; wrong: string };

/** Names the fault, never a value: it may be a secret. */
export function readProviders(settings: Settings): ProvidersConfig | Fault {
  const { GITHUB_CLIENT_ID: client_id, GITHUB_CLIENT_SECRET: client_secret } = settings;
  if (Boolean(client_id) !== Boolean(client_secret)) {
    const name = client_id ? 'GITHUB_CLIENT_SECRET' : 'GITHUB_CLIENT_ID';
    return { name, wrong: 'is missing: set both or neither' };
  }
  const url = settings.GITHUB_URL;
  if (client_id && !isSecure(url, settings))
    return { name: 'GITHUB_URL', wrong: 'must be https, unless it is on this machine' };
  const openid = readEntries(settings);
  if (typeof openid === 'string') return { name: 'OIDC_PROVIDERS', wrong: openid };
  return { openid, github: client_id ? { url, client_id, client_secret } : undefined };
}

function readEntries(settings: Settings): OpenIdSettings[] | string {
  if (settings.OIDC_PROVIDERS === '') return [];
  const entries = parse(settings.OIDC_PROVIDERS);
  if (!Array.isArray(entries)) return 'must be a JSON array';
  if (entries.length > PROVIDERS_MAX) return `may list ${PROVIDERS_MAX} providers`;
  for (const [index, entry] of entries.entries()) {
    const wrong = findFault(entry, settings);
    if (wrong) return `entry ${index + 1}: ${wrong}`;
  }
  const read = entries as OpenIdSettings[];
  for (const field of ['id', 'issuer'] as const)
    if (new Set(read.map((one) => one[field])).size < read.length) return `has an ${field} twice`;
  return read;
}

function findFault(entry: unknown, settings: Settings): string | undefined {
  if (!Value.Check(Entry, entry)) {
    const [error] = Value.Errors(Entry, entry);
    return `${error?.instancePath.slice(1) ?? ''} ${error?.message ?? 'is invalid'}`.trim();
  }
  if (entry.id === 'github') return 'id github is reserved';
  if (!URL.canParse(entry.issuer)) return 'issuer must be a URL';
  const { search, hash, username } = new URL(entry.issuer);
  if (search || hash || username) return 'issuer must have no query, fragment or user';
  if (!isSecure(entry.issuer, settings))
    return 'issuer must be https, unless it is on this machine';
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSecure(url: string, { ALLOW_INSECURE_HTTP }: Settings): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (ALLOW_INSECURE_HTTP || isLoopback(hostname));
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);
}
