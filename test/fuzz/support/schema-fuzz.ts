import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUnsafe } from '../../../src/platform/http/csrf.ts';
import type { DeclaredRoute } from '../../../src/platform/http/declared-access.ts';
import { type Client, cookieHeader } from '../../support/client.ts';
import { PASSWORD } from '../../support/world.ts';
import { type Case, casesOf } from './arbitraries.ts';
import { findFault, problemSchema } from './contract.ts';
import { MULTIPART } from './files.ts';
import { createFuzzSite, type FuzzSite, named } from './fuzz-site.ts';
import { collectVocabulary } from './vocabulary.ts';

const RUNS = Number(process.env['WALK_RUNS'] ?? 200);
/** Always the same requests, so that a change is judged by what it changed; another number asks other questions. */
const SEED = Number(process.env['WALK_SEED'] ?? 1);
const PATH = process.env['WALK_PATH'];
/** Looking for the smallest case stops here; a larger one is better than none. */
const SHRINKING_MS = 30_000;
/** Keeps the password everybody started with. */
const KEEPER = 'keeper@example.org';
const TEST_MS = Math.max(120_000, RUNS * 300);

/** Every route of the kind, with requests made from its own schemas, as the strongest who may call it. */
export async function fuzzRoutes(isOfKind: (route: DeclaredRoute) => boolean): Promise<void> {
  const cast = await createFuzzSite();
  await cast.world.member({ email: KEEPER });
  const problem = problemSchema(cast.world.app);
  console.log(`WALK_SEED=${SEED}, ${RUNS} cases a route`);

  test.each(named(cast.routes.filter((one) => isOfKind(one) && takesAnything(one))))(
    'D3, A06, A15, A37, A42, ASVS 2.2.1, 16.5.1 %s keeps its contract whatever is sent',
    async (_, route) => {
      const words = await collectVocabulary(cast);
      const cases = casesOf(route, words, await cursorsOf(cast, route));
      const caller = callerOf(cast, route);
      const property = fc.asyncProperty(cases, async (one) => {
        const cookies = [...caller.cookies];
        const answer = await send(caller, route, one);
        // Somebody else may have logged in or joined with these cookies.
        if (OPENS_SESSION.test(route.url)) caller.cookies = new Map(cookies);
        if (isGone(caller, route, answer)) await comeBack(cast, caller);
        expect(findFault(route, answer, problem)).toBeUndefined();
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

/** All but what is the same for everybody, such as a health check. */
function takesAnything({ url, route }: DeclaredRoute): boolean {
  return !route.config?.internal || url.includes(':');
}

/** What the list itself gives out for its next page. */
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
    'user-agent': 'lamplight walks',
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

/** The strongest who may call it; the owner may not leave, so that is done by a member. */
function callerOf({ owner, member }: FuzzSite, { url }: DeclaredRoute): Client {
  return url.includes('delete-account') ? member : owner;
}

function isGone(caller: Client, { url }: DeclaredRoute, answer: { status: number; text: string }) {
  if (!caller.cookies.has('sid') || !caller.cookies.has('csrf')) return true;
  if (answer.status < 400) return ENDS_SESSION.test(url);
  return answer.status === 401 && !url.includes('/auth/');
}

/** A case may end its own session, change its own password or leave: the next one starts as the first did. */
async function comeBack({ world }: FuzzSite, caller: Client): Promise<void> {
  await world.sql(
    `update users set deleted_at = null, password_hash =
       (select password_hash from users where email = $2) where uid = $1`,
    [caller.uid, KEEPER],
  );
  caller.cookies.clear();
  const answer = await caller.logIn(caller.email, PASSWORD);
  if (answer.status !== 200) throw new Error(`nobody can come back: ${answer.text}`);
}
