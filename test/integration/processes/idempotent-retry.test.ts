import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../support/child.ts';
import { PASSWORD } from '../../support/world.ts';
import {
  type Jar,
  mergeCookies,
  openBrowser,
  registerBrowser,
  sendWithCookies,
} from '../support/cookie-jar.ts';
import { openTestDatabase } from '../support/database.ts';
import {
  countStatuses,
  type HttpResponse,
  logInBearer,
  registerBearer,
  send,
} from '../support/http.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { startTwoWebs, startWeb, type Web } from '../support/web.ts';

const CRASHING_SERVER = fileURLToPath(new URL('../support/crashing-server.ts', import.meta.url));
const AT_ONCE = 20;

const database = await openTestDatabase();
const webs = await startTwoWebs(database.url);

const counts = { kills: 0, retries: 0, same_key_at_once: 0, effects_too_many: 0 };
afterAll(() => printMeasurements('D8 idempotent retry', counts));

type CrashPoint = 'before-commit' | 'before-response';

/** Sends a request to a process that kills itself at that point, and expects no response. */
async function sendToCrashing(
  crashPoint: CrashPoint,
  call: (url: string, headers: Record<string, string>) => Promise<HttpResponse>,
): Promise<void> {
  const crashing = await startWeb(database.url, {}, { entry: CRASHING_SERVER });
  const headers = { [`x-test-die-${crashPoint}`]: '1' };
  await expect(call(crashing.url, headers)).rejects.toThrow(/closed|ECONNRESET|socket/i);
  expect(await crashing.gone).toMatchObject({ signal: 'SIGKILL' });
  counts.kills++;
}

/** Retries after "still running", as clients do: the lock of a killed process looks like that for a short time. */
async function retry(call: () => Promise<HttpResponse>): Promise<HttpResponse> {
  let response = await call();
  await waitFor(async () => {
    if (response.body?.code !== 'request_in_progress') return true;
    response = await call();
    return false;
  });
  counts.retries++;
  return response;
}

const registerFrom = (
  jar: Jar,
  url: string,
  email: string,
  key: string,
  more: Record<string, string> = {},
) =>
  sendWithCookies(jar, url, 'POST', '/api/auth/register', {
    headers: { 'idempotency-key': key, ...more },
    body: { email, password: PASSWORD },
  });

const setRemark = (
  url: string,
  person: { access: string; session_id: string },
  remark: string,
  headers: Record<string, string>,
) =>
  send(url, 'PUT', `/api/settings/sessions/${person.session_id}/remark`, {
    token: person.access,
    headers,
    body: { remark },
  });

const usersNamed = (email: string) =>
  database.sql(
    'SELECT users.uid, session.id FROM users LEFT JOIN session USING (uid) WHERE email = $1',
    [email],
  );
const remarkOf = async (person: { session_id: string }) =>
  (await database.sql('SELECT remark FROM session WHERE id = $1', [person.session_id]))[0]?.[
    'remark'
  ];
const countReplies = async () => (await database.sql('SELECT FROM idempotent_reply')).length;

/** The account exists once, both retries get the same response, and its session works. */
async function expectRegistered(jar: Jar, email: string, key: string): Promise<void> {
  const first = await retry(() => registerFrom(jar, webs[0].url, email, key));
  const again = await retry(() => registerFrom(jar, webs[1].url, email, key));

  expect(first).toMatchObject({ status: 201, body: { user: { email } } });
  expect(again).toMatchObject({ status: 201, text: first.text });
  expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie']);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await usersNamed(email)).toEqual([
    { uid: first.body.user.uid, id: first.body.session_id },
  ]);
  const entered = mergeCookies(jar, again);
  for (const { url } of webs) {
    expect((await sendWithCookies(entered, url, 'GET', '/api/settings/sessions')).status).toBe(200);
    expect((await sendWithCookies(entered, url, 'POST', '/api/auth/refresh')).status).toBe(200);
  }
}

describe('D8: kill -9 between commit and response', () => {
  test('a registration happens once, and the retry gets its response with a working session', async () => {
    const email = 'no-response@example.org';
    const jar = await openBrowser(webs[0].url);
    await sendToCrashing('before-response', (url, die) =>
      registerFrom(jar, url, email, 'reg', die),
    );
    const [committed] = await usersNamed(email);
    expect(committed).toBeDefined();

    await expectRegistered(jar, email, 'reg');
    expect(await usersNamed(email)).toEqual([committed]);
  });

  test('a retry does not overwrite a later change', async () => {
    const person = await registerBearer(webs[0].url);
    const key = { 'idempotency-key': 'name it' };
    await sendToCrashing('before-response', (url, die) =>
      setRemark(url, person, 'laptop', { ...key, ...die }),
    );
    expect(await remarkOf(person)).toBe('laptop');
    await setRemark(webs[1].url, person, 'phone', { 'idempotency-key': 'rename it' });

    const response = await retry(() => setRemark(webs[0].url, person, 'laptop', key));

    expect(response).toMatchObject({ status: 200, body: { remark: 'laptop' } });
    expect(response.headers['idempotent-replayed']).toBe('true');
    expect(await remarkOf(person)).toBe('phone');
  });
});

describe('D8: kill -9 before the commit', () => {
  test('a registration is rolled back, and the retry does it', async () => {
    const email = 'uncommitted@example.org';
    const replies = await countReplies();
    const jar = await openBrowser(webs[0].url);
    await sendToCrashing('before-commit', (url, die) => registerFrom(jar, url, email, 'reg', die));
    expect(await usersNamed(email)).toEqual([]);
    expect(await countReplies()).toBe(replies);

    await expectRegistered(jar, email, 'reg');
  });

  test('a change is rolled back, and the retry does it', async () => {
    const person = await registerBearer(webs[0].url);
    const key = { 'idempotency-key': 'name it' };
    await sendToCrashing('before-commit', (url, die) =>
      setRemark(url, person, 'laptop', { ...key, ...die }),
    );
    expect(await remarkOf(person)).toBe('');

    const response = await retry(() => setRemark(webs[0].url, person, 'laptop', key));

    expect(response).toMatchObject({ status: 200, body: { remark: 'laptop' } });
    expect(response.headers['idempotent-replayed']).toBeUndefined();
    expect(await remarkOf(person)).toBe('laptop');
  });
});

/** One request ran; the others got its response or `request_in_progress`. */
function expectOneResponse(responses: HttpResponse[], status: number): HttpResponse {
  const codes = new Set(responses.map((response) => response.body.code ?? response.status));
  expect([...codes].filter((code) => code !== status && code !== 'request_in_progress')).toEqual(
    [],
  );
  const done = responses.filter((response) => response.status === status);
  expect(new Set(done.map((response) => response.text)).size).toBe(1);
  expect(done.filter((response) => !response.headers['idempotent-replayed'])).toHaveLength(1);
  counts.same_key_at_once += responses.length;
  return done[0] as HttpResponse;
}

const atOnce = (call: (web: Web) => Promise<HttpResponse>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(webs[index % 2] as Web)));

test('D8: many concurrent registrations with one key on two processes create one account', async () => {
  const email = 'impatient@example.org';
  const jar = await openBrowser(webs[0].url);
  const responses = await atOnce((web) => registerFrom(jar, web.url, email, 'reg'));
  const response = expectOneResponse(responses, 201);
  const rows = await usersNamed(email);
  counts.effects_too_many += rows.length - 1;
  expect(rows).toEqual([{ uid: response.body.user.uid, id: response.body.session_id }]);
});

test('D8: many concurrent changes with one key on two processes happen once', async () => {
  const person = await registerBearer(webs[0].url);
  for (let device = 0; device < 3; device++) await logInBearer(webs[1].url, person.email);
  const responses = await atOnce(({ url }) =>
    send(url, 'POST', '/api/settings/sessions/destroy-others', {
      token: person.access,
      headers: { 'idempotency-key': 'others' },
    }),
  );
  // A second run would have found nothing left to end.
  expect(expectOneResponse(responses, 200).body).toEqual({ ended: 3 });
});

test('D8: a reused key with another body is refused on the other process and changes nothing', async () => {
  const person = await registerBearer(webs[0].url);
  const key = { 'idempotency-key': 'name it' };
  await setRemark(webs[0].url, person, 'laptop', key);
  const response = await setRemark(webs[1].url, person, 'phone', key);
  expect(response).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  expect(await remarkOf(person)).toBe('laptop');
});

test('D8: another caller with the same key gets nothing of the response, logged in or not', async () => {
  const email = 'owner-of-key@example.org';
  const jar = await openBrowser(webs[0].url);
  await registerFrom(jar, webs[0].url, email, 'reg');
  const anotherBrowser = await registerFrom(
    await openBrowser(webs[1].url),
    webs[1].url,
    email,
    'reg',
  );
  expect(anotherBrowser).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect(String(anotherBrowser.headers['set-cookie'])).not.toMatch(/\b(sid|rt)=v2/);

  const [one, two] = [await registerBearer(webs[0].url), await registerBearer(webs[0].url)];
  const key = { 'idempotency-key': 'name it' };
  await setRemark(webs[0].url, one, 'mine', key);
  const reaching = { access: two.access, session_id: one.session_id };
  expect((await setRemark(webs[1].url, reaching, 'mine', key)).status).toBe(404);
  const own = await setRemark(webs[1].url, two, 'mine', key);
  expect(own.headers['idempotent-replayed']).toBeUndefined();
  expect(await remarkOf(two)).toBe('mine');
});

test('D8: two bearer clients with the same key are separate callers on public routes too', async () => {
  const [one, two] = [await registerBearer(webs[0].url), await registerBearer(webs[0].url)];
  const logOut = ({ access }: { access: string }) =>
    send(webs[0].url, 'POST', '/api/auth/logout', {
      token: access,
      headers: { 'idempotency-key': 'goodbye' },
    });
  expect(countStatuses([await logOut(one), await logOut(two)])).toEqual({ 204: 2 });
  const left = await database.sql('SELECT FROM session WHERE id = ANY($1) AND ended_at IS NULL', [
    [one.session_id, two.session_id],
  ]);
  expect(left).toHaveLength(0);
});

test('D8 A20: a session id and its key give no tokens to a caller without a genuine token', async () => {
  const { url } = webs[0];
  const key = { headers: { 'idempotency-key': 'renew' } };
  const victim = await registerBrowser(url, 'renewing@example.org');
  const renewed = await sendWithCookies(victim, url, 'POST', '/api/auth/refresh', key);
  expect(renewed.status).toBe(200);

  const forged = new Map([
    ['sid', `v2.${renewed.body.user.uid}.${renewed.body.session_id}.1.${'A'.repeat(43)}`],
  ]);
  const thief = mergeCookies(forged, await sendWithCookies(forged, url, 'GET', '/api/auth/csrf'));
  const response = await sendWithCookies(thief, url, 'POST', '/api/auth/refresh', key);

  expect(String(response.headers['set-cookie'])).not.toMatch(/\b(sid|rt)=v2/);
  expect(response.status).toBe(401);
});
