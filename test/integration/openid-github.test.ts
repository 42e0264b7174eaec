import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { gitHubProvider } from '../../src/identities/providers/github.ts';
import type { Expected } from '../../src/identities/providers/provider.ts';
import { atEnd } from '../support/cleanup.ts';

/** GitHub's part of OAuth with its habits: errors have status 200, forms unless JSON is accepted. */
let emails: unknown = [];
let user: unknown = {};
let tokenReply: object = {};
const received: { path: string; body: URLSearchParams; headers: IncomingMessage['headers'] }[] = [];
const stub = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { pathname } = new URL(request.url ?? '/', 'http://stub');
  received.push({ path: pathname, body: new URLSearchParams(text), headers: request.headers });
  const replies: Record<string, unknown> = {
    '/login/oauth/access_token': tokenReply,
    '/api/v3/user': user,
    '/api/v3/user/emails': emails,
  };
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(replies[pathname] ?? { message: 'Not Found' }));
});
await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
atEnd(() => stub.close());

const url = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
const provider = gitHubProvider({ url, client_id: 'app', client_secret: 'secret of the app' });
const expected: Expected = {
  redirect_uri: 'http://localhost:3000/auth/github/callback',
  ...{ state: 'the state', nonce: 'unused', verifier: 'v'.repeat(43), fresh: false },
};
const callback = (parameters: Record<string, string>) =>
  new URL(`${expected.redirect_uri}?${new URLSearchParams(parameters)}`);
const RETURNED = { code: 'a code', state: 'the state' };

beforeEach(() => {
  received.length = 0;
  tokenReply = { access_token: 'gho_token', token_type: 'bearer', scope: 'user:email' };
  user = { id: 583_231, login: 'octocat', email: 'public@example.org' };
  emails = [
    { email: 'other@example.org', verified: true, primary: false },
    { email: 'octo@example.org', verified: true, primary: true },
  ];
});

describe('D65 log-in through GitHub', () => {
  test('ASVS 10.2.1, ASVS 10.2.3 the request has a state, PKCE and only the scope for addresses', async () => {
    const { searchParams, pathname } = await provider.authorizationUrl(expected);
    expect(pathname).toBe('/login/oauth/authorize');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'app',
      scope: 'user:email',
      state: 'the state',
      code_challenge_method: 'S256',
      redirect_uri: expected.redirect_uri,
    });
  });

  test('ASVS 10.5.2 the person is the number of the account, the address the primary verified one', async () => {
    expect(await provider.exchange(callback(RETURNED), expected)).toEqual({
      issuer: url,
      subject: '583231',
      name: 'octocat',
      email: 'octo@example.org',
      email_verified: true,
    });
    const [token] = received;
    expect(Object.fromEntries(token?.body ?? [])).toMatchObject({
      code: 'a code',
      code_verifier: 'v'.repeat(43),
      client_secret: 'secret of the app',
    });
    expect(token?.headers.accept).toContain('application/json');
  });

  test.each([
    ['unverified', [{ email: 'a@example.org', verified: false, primary: true }]],
    ['not primary', [{ email: 'a@example.org', verified: true, primary: false }]],
    ['missing', []],
    ['hidden by an error', { message: 'Resource not accessible' }],
  ])('an address that is %s does not count', async (_, list) => {
    emails = list;
    const profile = await provider.exchange(callback(RETURNED), expected);
    expect(profile).toMatchObject({ email_verified: false });
    expect(profile.email).toBeUndefined();
  });

  test('an error with status 200 is refused', async () => {
    tokenReply = { error: 'bad_verification_code', error_description: 'The code is incorrect.' };
    await expect(provider.exchange(callback(RETURNED), expected)).rejects.toMatchObject({
      reason: 'invalid',
    });
  });

  test('another state, a cancelled log-in and a user without a number are refused', async () => {
    const other = callback({ code: 'a code', state: 'another state' });
    await expect(provider.exchange(other, expected)).rejects.toMatchObject({ reason: 'invalid' });
    expect(received).toEqual([]);
    const cancelled = callback({ error: 'access_denied', state: 'the state' });
    await expect(provider.exchange(cancelled, expected)).rejects.toMatchObject({
      reason: 'denied',
    });
    user = { login: 'octocat' };
    await expect(provider.exchange(callback(RETURNED), expected)).rejects.toMatchObject({
      reason: 'invalid',
    });
  });

  test('ASVS 6.8.4 it cannot confirm who somebody is, because it does not report when it asked', () => {
    expect(provider.canConfirm).toBe(false);
  });
});
