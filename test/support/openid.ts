import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type AccountClaims, type Configuration } from 'oidc-provider';
import { atEnd } from './cleanup.ts';

export const CLIENT = { client_id: 'lamplight', client_secret: 'a secret of the client' };

/** Of an ID token. */
export type Claims = Record<string, unknown>;
type Reply = { status: number; headers: Record<string, string | string[]>; body: string };
/** Changes what the provider sends: a reply to send instead, or undefined for the real one. */
type Alter = (path: string, reply: Reply) => Reply | undefined | Promise<Reply | undefined>;

export type OpenIdServer = {
  issuer: string;
  /** By subject. */
  accounts: Map<string, Omit<AccountClaims, 'sub'>>;
  /** Paths that were requested. */
  requested: string[];
  alter: Alter | undefined;
  /** An ID token with these claims, signed by the provider's own key. */
  sign(claims: Claims): string;
  /** Sends this ID token instead of the real one, whose claims are given. */
  forge(makeToken: (claims: Claims) => string): void;
  stop(): Promise<void>;
};

/** A certified OpenID Connect provider on loopback, behind a proxy that can alter its replies. */
export async function startOpenId(
  site: string,
  { id = 'campus', port = 0 }: { id?: string; port?: number } = {},
): Promise<OpenIdServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
  const front = createServer();
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

  const server: OpenIdServer = {
    issuer,
    accounts: new Map(),
    requested: [],
    alter: undefined,
    sign: (claims) => signToken(claims, privateKey),
    forge(makeToken) {
      server.alter = async (path, reply) => {
        if (path !== '/token') return undefined;
        const tokens = JSON.parse(reply.body);
        const id_token = makeToken(readClaims(tokens.id_token));
        return { ...reply, body: JSON.stringify({ ...tokens, id_token }) };
      };
    },
    stop: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
  const provider = createProvider(server, site, id, key);
  const back = createServer((request, response) => void handle(provider, request, response));
  await new Promise<void>((resolve) => back.listen(0, '127.0.0.1', resolve));
  const inner = `http://127.0.0.1:${(back.address() as AddressInfo).port}`;
  front.on('request', (request, response) => void forward(server, inner, request, response));
  atEnd(async () => {
    await server.stop().catch(() => {});
    back.closeAllConnections();
    back.close();
  });
  return server;
}

function createProvider(server: OpenIdServer, site: string, id: string, key: object): Provider {
  const client = {
    ...CLIENT,
    redirect_uris: [`${site}/auth/${id}/callback`],
    post_logout_redirect_uris: [`${site}/`],
    token_endpoint_auth_method: 'client_secret_post' as const,
  };
  const configuration: Configuration = {
    clients: [client],
    jwks: { keys: [key as never] },
    cookies: { keys: ['a key of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 600,
      Session: 3600,
    },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...server.accounts.get(sub) }),
    }),
    // Nobody is asked for consent here.
    async loadExistingGrant(ctx) {
      const { client: known, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: known?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  };
  return new Provider(server.issuer, configuration);
}

/** The page of the provider that asks who somebody is. */
async function handle(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!request.url?.startsWith('/interaction/')) {
    provider.callback()(request, response);
    return;
  }
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><html lang="en"><title>Campus</title><h1>Campus</h1>
       <form method="post"><label>Account <input name="account" value=""></label>
       <button>Sign in</button></form></html>`,
    );
    return;
  }
  const account = new URLSearchParams(await readText(request)).get('account') ?? '';
  const result =
    account === 'deny'
      ? { error: 'access_denied', error_description: 'the person cancelled' }
      : { login: { accountId: account } };
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

async function forward(
  server: OpenIdServer,
  inner: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? '/', inner).pathname;
  server.requested.push(path);
  const body = await readText(request);
  const reply = await exchange(inner, request, body);
  const altered = (await server.alter?.(path, reply)) ?? reply;
  if (altered.status === 0) return;
  response.writeHead(altered.status, altered.headers).end(altered.body);
}

/** By node:http, which unlike fetch sends the Host that the issuer has. */
async function exchange(inner: string, request: IncomingMessage, body: string): Promise<Reply> {
  const { request: send } = await import('node:http');
  return new Promise((resolve, reject) => {
    const { host, ...headers } = request.headers;
    const options = { method: request.method, headers: { ...headers, host } };
    const sent = send(`${inner}${request.url}`, options as never, async (received) => {
      const { 'content-length': _, 'transfer-encoding': __, ...rest } = received.headers;
      resolve({
        status: received.statusCode ?? 0,
        headers: rest as Reply['headers'],
        body: await readText(received),
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readText(stream: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

export function signToken(claims: Claims, key: KeyObject): string {
  const signed = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

export function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function readClaims(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
