import { expect, test } from 'vitest';
import { type Jar, mergeCookies, registerBrowser, sendWithCookies } from '../support/cookie-jar.ts';
import { openTestDatabase } from '../support/database.ts';
import { registerBearer, send, type Tokens } from '../support/http.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { startWeb, type Web } from '../support/web.ts';

const OLD = 'the old key of the rotation, long enough to be one';
const NEW = 'the new key of the rotation, long enough to be one';
/** The steps of docs/operations.md: every process first accepts the new key, then signs with it. */
const STEPS = [
  { SECRET_KEY: OLD, SECRET_KEY_NEXT: NEW },
  { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD },
];

const database = await openTestDatabase();
const counts = { restarts: 0, requests: 0, lost_replies: 0 };
const failures: string[] = [];

type Member = { jar: Jar; tokens: Tokens };
const members: Member[] = [];
const replies: { token: string; key: string; id: number }[] = [];

/** New members and a stored reply of this process, whatever key it signs with. */
async function useSite(web: Web): Promise<void> {
  const number = members.length;
  const tokens = await registerBearer(web.url, `bearer${number}@example.org`);
  const jar = await registerBrowser(web.url, `cookie${number}@example.org`);
  members.push({ jar, tokens });
  const key = `folder-${number}`;
  const created = await createFolder(web, tokens.access, key);
  expect(created.status, created.text).toBe(201);
  replies.push({ token: tokens.access, key, id: created.body.id });
}

function createFolder(web: Web, token: string, key: string) {
  counts.requests++;
  return send(web.url, 'POST', '/api/folders', {
    token,
    headers: { 'idempotency-key': key },
    body: { name: key },
  });
}

/** Every member so far uses this process: reads, a form with its CSRF token, a token refresh, a retried write. */
async function checkAll(web: Web): Promise<void> {
  for (const member of members) {
    const { jar, tokens } = member;
    const read = await send(web.url, 'GET', '/api/settings/sessions', { token: tokens.access });
    const saved = await sendWithCookies(jar, web.url, 'POST', '/api/folders', {
      body: { name: `folder-${counts.requests}` },
    });
    const refreshed = await send(web.url, 'POST', '/api/auth/refresh', {
      body: { refresh_token: tokens.refresh, transport: 'bearer' },
    });
    counts.requests += 3;
    for (const { status, text } of [read, saved, refreshed])
      if (status >= 400) failures.push(`${status} ${text}`);
    member.jar = mergeCookies(jar, saved);
    if (refreshed.status === 200) {
      tokens.access = refreshed.body.access_token;
      tokens.refresh = refreshed.body.refresh_token;
    }
  }
  for (const [index, { key, id }] of replies.entries()) {
    const again = await createFolder(web, members[index]?.tokens.access ?? '', key);
    const isReplayed = again.headers['idempotent-replayed'] === 'true' && again.body.id === id;
    if (!isReplayed) counts.lost_replies++;
  }
}

async function restart(web: Web, settings: Record<string, string>): Promise<Web> {
  web.signal('SIGTERM');
  await web.gone;
  counts.restarts++;
  return startWeb(database.url, settings, { port: web.port });
}

test('a rolling rotation of SECRET_KEY logs nobody out, whichever process signed and whichever is asked', async () => {
  const webs = await Promise.all([
    startWeb(database.url, { SECRET_KEY: OLD }),
    startWeb(database.url, { SECRET_KEY: OLD }),
  ]);
  for (const step of STEPS) {
    for (const index of [0, 1]) {
      webs[index] = await restart(webs[index] as Web, step);
      for (const web of webs) await useSite(web);
      for (const web of webs) await checkAll(web);
    }
  }
  printMeasurements('rotation of SECRET_KEY', { ...counts, log_outs: failures.length });
  expect(failures.slice(0, 3)).toEqual([]);
  expect(counts.lost_replies).toBe(0);

  // Without the previous key, old signatures end: the new key was used to sign.
  const [first, last] = [members[0], members.at(-1)];
  const after = await restart(webs[0] as Web, { SECRET_KEY: NEW });
  const statuses = await Promise.all(
    [first, last].map((one) =>
      send(after.url, 'GET', '/api/settings/sessions', { token: one?.tokens.access ?? '' }),
    ),
  );
  expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
  const old = await startWeb(database.url, { SECRET_KEY: OLD });
  const refused = await send(old.url, 'GET', '/api/settings/sessions', {
    token: last?.tokens.access ?? '',
  });
  expect(refused.status).toBe(401);
});
