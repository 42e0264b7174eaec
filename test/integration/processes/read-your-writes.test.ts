import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { setStatus } from '../../../src/users/actions/change-user.ts';
import { waitFor } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { areConnected, startRedis } from '../../support/redis.ts';
import { PASSWORD } from '../../support/world.ts';
import { openTestDatabase } from '../support/database.ts';
import {
  countStatuses,
  type HttpResponse,
  logInBearer,
  registerBearer,
  send,
  type Tokens,
  tokensOf,
} from '../support/http.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { startTwoWebs, type Web } from '../support/web.ts';

const READERS = 50;

const database = await openTestDatabase();
const service = openDatabase({ url: database.url, role: '', size: 2, name: 'test' }, () => {});
atEnd(() => service.close());
let redis = await startRedis();
const webs = await startTwoWebs(database.url, {
  REDIS_URL: redis.url,
  DATABASE_POOL: '20',
  LIMIT_SENSITIVE: '1000/60',
});

/** Two sessions of one member: the first one is ended. */
type Person = { victim: Tokens; other: Tokens };

/** Each ends the victim's session and resolves when the response has arrived. */
const WAYS: Record<string, (person: Person, web: Web) => Promise<HttpResponse | undefined>> = {
  'ended from another device': ({ victim, other }, { url }) =>
    send(url, 'DELETE', `/api/settings/sessions/${victim.session_id}`, { token: other.access }),
  'logged out': ({ victim }, { url }) =>
    send(url, 'POST', '/api/auth/logout', { token: victim.access }),
  'destroyed with all others': ({ other }, { url }) =>
    send(url, 'POST', '/api/settings/sessions/destroy-others', { token: other.access }),
  'banned by the action': async ({ victim }) => {
    await inTransaction(service.db, (trx) => setStatus(trx, victim.uid, 'banned'));
    return undefined;
  },
  'banned by hand, in SQL': async ({ victim }) => {
    await database.sql(`UPDATE users SET status = 'banned' WHERE uid = $1`, [victim.uid]);
    return undefined;
  },
  'the account deleted': ({ other }, { url }) =>
    send(url, 'POST', '/api/settings/delete-account', {
      token: other.access,
      body: { password: PASSWORD },
    }),
  'the password changed': ({ other }, { url }) =>
    send(url, 'PUT', '/api/settings/password', {
      token: other.access,
      body: { current_password: PASSWORD, new_password: `${PASSWORD} again` },
    }),
};

const read = (web: Web, tokens: Tokens) =>
  send(web.url, 'GET', '/api/settings/sessions', { token: tokens.access });
const readOnBoth = async (tokens: Tokens) =>
  (await Promise.all(webs.map((web) => read(web, tokens)))).map((response) => response.status);

type Read = { started: number; status: number };

/** Fifty readers without pause; each stops after a read that started after the session's end. */
function startReaders(tokens: Tokens) {
  const reads: Read[] = [];
  let ended = Number.POSITIVE_INFINITY;
  const readers = Array.from({ length: READERS }, async (_, index) => {
    let one: Read = { started: 0, status: 0 };
    // A 503 is no verdict on the session: retry.
    while (one.started <= ended || one.status === 503) {
      const started = performance.now();
      const { status } = await read(webs[index % 2] as Web, tokens);
      one = { started, status };
      reads.push(one);
    }
  });
  return {
    reads,
    /** The session has ended now. Resolves to the reads that started later. */
    async end(): Promise<Read[]> {
      ended = performance.now();
      await Promise.all(readers);
      return reads.filter((one) => one.started > ended && one.status !== 503);
    },
  };
}

const totals = { reads: 0, after_the_end: 0, let_in: 0 };
afterAll(() =>
  printMeasurements('D12 next request', { ways: Object.keys(WAYS).length, ...totals }),
);

describe.each([{ killed: false }, { killed: true }])(
  'Redis killed during the test: $killed',
  ({ killed }) => {
    test.each(Object.entries(WAYS))(
      'D12, A22, C21, ASVS 7.2.1, 7.4.2, 7.4.5: %s, a session fails on the next request on both processes',
      async (_name, end) => {
        if (!redis.isAlive()) {
          redis = await startRedis(redis.port);
          await waitFor(() => areConnected(redis, webs.length));
        }
        const { email, ...victim } = await registerBearer(webs[0].url);
        const other = await logInBearer(webs[1].url, email);
        const readers = startReaders(victim);
        await waitFor(() => readers.reads.length >= READERS);
        if (killed) redis.signal('SIGKILL');

        let late: Read[] = [];
        const response = await end({ victim, other }, webs[0]).finally(async () => {
          late = await readers.end();
        });

        expect(response === undefined || response.status < 300, response?.text).toBe(true);
        totals.reads += readers.reads.length;
        totals.after_the_end += late.length;
        totals.let_in += late.filter((one) => one.status === 200).length;
        expect(countStatuses(late)).toEqual({ 401: late.length });
        for (const web of webs) {
          const body = { refresh_token: victim.refresh, transport: 'bearer' };
          expect((await send(web.url, 'POST', '/api/auth/refresh', { body })).status).toBe(401);
          const remark = { token: victim.access, body: { remark: 'still here' } };
          const path = `/api/settings/sessions/${victim.session_id}/remark`;
          expect((await send(web.url, 'PUT', path, remark)).status).toBe(401);
        }
        if (response?.body?.access_token) {
          expect(await readOnBoth(other)).toEqual([401, 401]);
          expect(await readOnBoth(tokensOf(response))).toEqual([200, 200]);
        }
      },
    );
  },
);
