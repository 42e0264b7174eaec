import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyRequest } from 'fastify';
import { readCredential, readSecrets, readToken } from '../../../src/accounts/transport.ts';
import { assertCsrfToken, createCsrfToken } from '../../../src/platform/http/csrf.ts';
import { isFlash } from '../../../src/platform/http/flash.ts';
import { chooseLocale } from '../../../src/platform/i18n.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { Refusal } from '../../../src/refusals.ts';
import { assert, timed } from '../support.ts';

// The plugin exposes its parser only on an app.
const app = fastify();
await app.register(fastifyCookie);
const secrets = createSecrets('a key for fuzzing that is long enough to be one');
const ctx = { config: { BASE_URL: 'http://localhost:3000' }, secrets };
const sid = `v2.5.${'A'.repeat(22)}.1.${'B'.repeat(43)}`;
const genuine = createCsrfToken(secrets, 'A'.repeat(22));

export const LENGTH_MAX = 1024;
export const WORDS = [
  ...['sid=', 'rt=', 'csrf=', 'pre=', 'lang=', 'flash=', '; ', '=', '%', '%00', '"', '__proto__='],
  ...['Bearer ', 'Basic ', 'zh-CN', 'en;q=0.5', 'q=', '__Host-sid=', 'constructor=', 'toString'],
  ...[sid, genuine, `sid=${sid}`],
];

/** A21, A37, D6: four headers, one per line, as they come from the network. */
export function fuzz(input: Buffer): void {
  // Node decodes header bytes as latin1.
  const [cookie = '', authorization, csrf = '', language] = input.toString('latin1').split('\n');
  timed(() => {
    const cookies = app.parseCookie(cookie) as Record<string, string | undefined>;
    const request = {
      cookies,
      headers: {
        'x-csrf-token': csrf,
        ...(authorization ? { authorization } : {}),
      },
      body: null,
      route: { config: { access: 'member' } },
      server: { ctx },
    } as unknown as FastifyRequest;
    const credential = readCredential(request);
    assert(typeof credential === 'string' && credential.length <= cookie.length, 'grows');
    readSecrets(request);
    const token = readToken(request, 'access');
    assert(token === undefined || typeof token === 'string', 'is no text');
    assert(['zh-CN', 'en'].includes(chooseLocale(cookies['lang'], language)), 'no language');
    assert(!isFlash(cookies['flash']) || /^\w+$/.test(cookies['flash']), 'text from outside');
    assert(isRefused(request, credential) || csrf === genuine, 'a forged token passes');
  });
  assert(!('polluted' in {}), 'reaches every object');
}

function isRefused(request: FastifyRequest, credential: string): boolean {
  try {
    assertCsrfToken(request, credential);
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'csrf_failed') return true;
    throw error;
  }
}
