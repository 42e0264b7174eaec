import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeclaredRoute } from '../../../src/platform/http/app-types.ts';
import { isUnsafe } from '../../../src/platform/http/csrf.ts';
import { type Client, cookieHeader } from '../../support/client.ts';
import { PASSWORD } from '../../support/world.ts';
import { type Case, casesOf } from './arbitraries.ts';
import { findFault, problemSchema } from './contract.ts';
import { MULTIPART } from './files.ts';
import { createFuzzSite, type FuzzSite, named } from './fuzz-site.ts';
import { collectVocabulary } from './vocabulary.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 200);
/** A fixed seed, so that a failure comes from the change under test; another seed generates other requests. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const PATH = process.env['FUZZ_PATH'];
/** Time left for shrinking a failure; a larger case is better than none. */
const SHRINKING_MS = 30_000;
/** No request changes this member's password, so its hash restores the others. */
const UNCHANGED_EMAIL = 'unchanged@example.org';
const TEST_MS = Math.max(120_000, RUNS * 300);

/** Sends requests generated from its own schemas to every route of the kind, as the owner. */
export async function fuzzRoutes(isOfKind: (route: DeclaredRoute) => boolean): Promise<void> {
  const site = await createFuzzSite();
  await site.world.member({ email: UNCHANGED_EMAIL });
  const problem = problemSchema(site.world.app);
  console.log(`FUZZ_SEED=${SEED}, ${RUNS} cases a route`);

  test.each(named(site.routes.filter((one) => isOfKind(one) && takesAnything(one))))(
    'D3, A06, A15, A37, A42, ASVS 2.2.1, 16.5.1 %s keeps its contract for every generated request',
    async (_, route) => {
      const words = await collectVocabulary(site);
      const cases = casesOf(route, words, await cursorsOf(site, route));
      const caller = callerOf(site, route);
      const property = fc.asyncProperty(cases, async (one) => {
        const cookies = [...caller.cookies];
        const response = await send(caller, route, one);
        // The request may have opened a session for another account.
        if (OPENS_SESSION.test(route.url)) caller.cookies = new Map(cookies);
        if (isLoggedOut(caller, route, response)) await restoreCaller(site, caller);
        expect(findFault(route, response, problem)).toBeUndefined();
      });
      await fc.assert(property, {
        numRuns: RUNS,
        seed: SEED,
        ...(PATH ? { path: PATH } : {}),
        interruptAfterTimeLimit: TEST_MS - SHRINKING_MS,
        markInterruptAsFailure: true,
      });
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
    TEST_MS,
  );
}

/** All but routes that take no input, such as a health check. */
function takesAnything({ url, route }: DeclaredRoute): boolean {
  return !route.config?.internal || url.includes(':');
}

/** Cursors that the list itself returns. */
async function cursorsOf({ owner }: FuzzSite, { url, route }: DeclaredRoute): Promise<string[]> {
  const query = (route.schema as { querystring?: { properties?: object } } | undefined)
    ?.querystring;
  if (!query?.properties || !('cursor' in query.properties) || url.includes(':')) return [];
  const next = (await owner.get(`${url}?limit=1`)).body?.next_cursor;
  return next ? [next] : [];
}

function send(client: Client, { method, url, route }: DeclaredRoute, one: Case) {
  const path = url.replace(/:(\w+)|\*/g, (_, name: string | undefined) =>
    encodeURIComponent((one.params[name ?? '*'] ?? '').toWellFormed()),
  );
  const query = new URLSearchParams(one.query).toString();
  const headers: Record<string, string> = {
    cookie: cookieHeader(client.cookies),
    accept: one.accept,
    'user-agent': 'lamplight fuzz',
  };
  const token = client.cookies.get('csrf') ?? '';
  if (isUnsafe(method))
    Object.assign(headers, { 'sec-fetch-site': 'same-origin', 'x-csrf-token': token });
  return client.raw({
    method: method as 'GET',
    url: query ? `${path}?${query}` : path,
    ...bodyOf(route.config?.form !== undefined || !url.startsWith('/api/'), one, headers),
  });
}

function bodyOf(isForm: boolean, { body }: Case, headers: Record<string, string>) {
  if (body === undefined) return { headers };
  if (Buffer.isBuffer(body))
    return { headers: { ...headers, 'content-type': MULTIPART }, payload: body };
  if (!isForm) {
    return {
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    };
  }
  const fields = Object.entries(body ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields as [string, string][]).toString(),
  };
}

const ENDS_SESSION = /settings\/(password|delete-account|sessions\/:sid)(\/(update|delete))?$/;
const OPENS_SESSION = /\/auth\/(login|register|confirm-restore)$/;

/** The owner, except where an account is deleted: the owner cannot be. */
function callerOf({ owner, member }: FuzzSite, { url }: DeclaredRoute): Client {
  return url.includes('delete-account') ? member : owner;
}

function isLoggedOut(
  caller: Client,
  { url }: DeclaredRoute,
  response: { status: number; text: string },
) {
  if (!caller.cookies.has('sid') || !caller.cookies.has('csrf')) return true;
  if (response.status < 400) return ENDS_SESSION.test(url);
  return response.status === 401 && !url.includes('/auth/');
}

/** A request may end its session, change its password or delete its account: restore it for the next one. */
async function restoreCaller({ world }: FuzzSite, caller: Client): Promise<void> {
  await world.sql(
    `update users set deleted_at = null, password_hash =
       (select password_hash from users where email = $2) where uid = $1`,
    [caller.uid, UNCHANGED_EMAIL],
  );
  caller.cookies.clear();
  const response = await caller.logIn(caller.email, PASSWORD);
  if (response.status !== 200) throw new Error(`log-in failed: ${response.text}`);
}
