import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { type HttpResponse, send, type Tokens } from '../support/http.ts';
import { registerMembers } from '../support/members.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { seededRandom } from '../support/random.ts';
import { verify } from '../support/verify.ts';
import { startWeb, type Web } from '../support/web.ts';

/** `TEST_OPERATIONS=10000` runs more; CI runs fewer. */
const OPERATIONS = Number(process.env['TEST_OPERATIONS'] ?? 3000);
const MEMBERS = 50;
const KILL_EVERY_MS = 2000;
const SETTINGS = { SHED_DELAY_MS: '0', LIMIT_SENSITIVE: 'off' };
const seed = Number(process.env['TEST_SEED'] ?? 20261115);

type Operation = {
  key: string;
  member: Tokens;
  kind: string;
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
  /** The post, comment or member, for the kinds that are counted per target. */
  target: number;
  outcome: 'ok' | 'refused' | 'unknown';
  response?: HttpResponse;
};

const database = await openTestDatabase();
const webs: Web[] = [
  await startWeb(database.url, SETTINGS),
  await startWeb(database.url, SETTINGS),
];
const random = seededRandom(seed);
const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
const members = await registerMembers(database, webs[0]?.url ?? '', MEMBERS, 1500);
const posts: { id: number; author: Tokens }[] = [];
const comments: { id: number; author: Tokens }[] = [];

function newPost(member: Tokens, key: string): Omit<Operation, 'outcome'> {
  const body = { title: key, body: `<p>${key}</p>` };
  return { key, member, kind: 'write', method: 'POST', path: '/api/studio/posts', body, target: 0 };
}

/** Every operation of a member that leaves rows to count. */
function next(member: Tokens, index: number): Omit<Operation, 'outcome'> {
  const key = `op-${index}`;
  const post = pick(posts);
  const own = posts.filter((one) => one.author === member);
  const mine = comments.filter((one) => one.author === member);
  const operation = (kind: string, path: string, target: number, body?: object) => ({
    ...{ key, member, kind, path, target, method: 'POST' as const },
    ...(body ? { body } : {}),
  });
  const chance = random();
  if (chance < 0.06) return newPost(member, key);
  if (chance < 0.08 && own.length > 1) {
    const { id } = pick(own);
    return { ...operation('delete', `/api/studio/posts/${id}`, id), method: 'DELETE' };
  }
  if (chance < 0.3)
    return operation('comment', `/api/posts/${post.id}/comments`, post.id, { body: key });
  if (chance < 0.34 && mine.length > 0) {
    const { id } = pick(mine);
    return { ...operation('uncomment', `/api/comments/${id}`, id), method: 'DELETE' };
  }
  if (chance < 0.54) return operation('like', `/api/posts/${post.id}/like`, post.id);
  if (chance < 0.62) return operation('favorite', `/api/posts/${post.id}/favorite`, post.id);
  if (chance < 0.7) {
    const { uid } = pick(members);
    return operation('follow', `/api/users/${uid}/follow`, uid);
  }
  if (chance < 0.74) return operation('folder', '/api/folders', 0, { name: key });
  if (chance < 0.78) return operation('checkin', '/api/level/checkin', 0, {});
  const form = random() < 0.5 ? 'light' : 'heavy';
  return operation('energize', '/api/energy/energize', post.id, { post_id: post.id, form });
}

async function attempt(operation: Omit<Operation, 'outcome'>, web: Web): Promise<Operation> {
  const { member, method, path, body, key } = operation;
  try {
    const response = await send(web.url, method, path, {
      token: member.access,
      headers: { 'idempotency-key': key },
      ...(body ? { body } : {}),
    });
    const unsure = response.status >= 500 || response.body?.code === 'request_in_progress';
    const outcome = unsure ? 'unknown' : response.status < 300 ? 'ok' : 'refused';
    return { ...operation, outcome, response };
  } catch (error) {
    // The port is closed: nothing was sent, and a proxy would try the other process.
    const other = webs.find((one) => one !== web && one.isAlive());
    if ((error as { code?: string }).code === 'ECONNREFUSED' && other)
      return attempt(operation, other);
    // Cut off: it may have happened or not.
    return { ...operation, outcome: 'unknown' };
  }
}

function recordIds({ kind, outcome, response, member }: Operation): void {
  if (outcome !== 'ok') return;
  if (kind === 'write') posts.push({ id: response?.body.id, author: member });
  if (kind === 'comment') comments.push({ id: response?.body.id, author: member });
}

const count = async (sql: string, values: unknown[]) =>
  Number((await database.sql(sql, values))[0]?.['count']);

/** Counts the rows of one operation, for the kinds whose row contains its key. */
const NAMED: Record<string, string> = {
  write: 'select count(*) from post where title = $1',
  comment: 'select count(*) from comment where body = $1',
  folder: 'select count(*) from folder where name = $1',
};

/** Counts the rows of a toggle. */
const TOGGLES: Record<string, string> = {
  like: "select count(*) from post_reaction where uid = $1 and post_id = $2 and kind = 'like'",
  favorite: 'select count(*) from post_favorite where uid = $1 and post_id = $2',
  follow:
    'select count(*) from user_follow where follower_uid = $1 and followed_uid = $2 and following',
};

test('D8, I1–I12, ASVS 2.3.3 random operations while processes are killed: each success happens once, each refusal not at all', async () => {
  for (const member of members.slice(0, 20)) {
    recordIds(await attempt(newPost(member, `first-${member.uid}`), webs[0] as Web));
  }
  const history: Operation[] = [];
  let [kills, running, index] = [0, true, 0];
  const killing = (async () => {
    for (; running; kills++) {
      await sleep(KILL_EVERY_MS);
      const victim = Math.floor(random() * 2);
      const { port, signal, gone } = webs[victim] as Web;
      signal('SIGKILL');
      await gone;
      webs[victim] = await startWeb(database.url, SETTINGS, { port });
    }
  })();
  await Promise.all(
    members.map(async (member) => {
      while (index < OPERATIONS) {
        const done = await attempt(next(member, index++), pick(webs));
        recordIds(done);
        history.push(done);
        // A killed process fails at once; wait, as a client would before a retry.
        if (done.outcome === 'unknown') await sleep(50);
      }
    }),
  );
  running = false;
  await killing;

  const unknown = history.filter((one) => one.outcome === 'unknown').length;
  for (const [index, one] of history.entries()) {
    let settled = one;
    while (settled.outcome === 'unknown') settled = await attempt(settled, webs[0] as Web);
    history[index] = settled;
  }

  const wrong: string[] = [];
  for (const { kind, key, outcome } of history) {
    const sql = NAMED[kind];
    if (sql && (await count(sql, [key])) !== (outcome === 'ok' ? 1 : 0))
      wrong.push(`${kind} ${key}`);
  }
  const toggles = new Map<string, number>();
  const given = new Map<string, number>();
  for (const { kind, member, target, outcome, body } of history) {
    const name = `${kind} ${member.uid} ${target}`;
    if (TOGGLES[kind]) toggles.set(name, (toggles.get(name) ?? 0) + Number(outcome === 'ok'));
    const amount = (body as { form?: string })?.form === 'heavy' ? 2 : 1;
    if (kind === 'energize')
      given.set(name, (given.get(name) ?? 0) + (outcome === 'ok' ? amount : 0));
  }
  for (const [name, times] of toggles) {
    const [kind = '', uid, target] = name.split(' ');
    if ((await count(TOGGLES[kind] ?? '', [uid, target])) !== times % 2) wrong.push(name);
  }
  for (const [name, amount] of given) {
    const [, uid, target] = name.split(' ');
    const sql =
      'select coalesce(sum(amount), 0) as count from post_energize where uid = $1 and post_id = $2';
    if ((await count(sql, [uid, target])) !== amount) wrong.push(name);
  }
  for (const { target } of history.filter((one) => one.kind === 'delete' && one.outcome === 'ok')) {
    const sql = 'select count(*) from energy_transfer where cause = $1';
    if ((await count(sql, [`delete_post:${target}`])) !== 1) wrong.push(`delete ${target}`);
  }
  const awards = history.filter(
    (one) => one.kind === 'checkin' && one.response?.body.awarded === true,
  );
  expect(new Set(awards.map((one) => one.member.uid)).size).toBe(awards.length);
  const outcomes: Record<string, number> = {};
  for (const { outcome } of history) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  printMeasurements('D8 random operations', {
    seed,
    kills,
    unanswered: unknown,
    ...outcomes,
    wrong: wrong.length,
  });
  expect(wrong).toEqual([]);
  expect(await verify(database.url)).toBe('clean');
});
