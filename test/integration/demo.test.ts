import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { emailOf, LOG_INS } from '../../src/demo/accounts.ts';
import { createCalendar } from '../../src/demo/calendar.ts';
import { loadMembers } from '../../src/demo/load-members.ts';
import { parseFrontMatter } from '../../src/demo/markdown/front-matter.ts';
import { planCommunity } from '../../src/demo/plan/plan.ts';
import { type DemoComment, PostSchema } from '../../src/demo/schema.ts';
import { seedCommunity } from '../../src/demo/seed-community.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { freePort } from '../../src/local/free-port.ts';
import { calendarDay } from '../../src/platform/clock.ts';
import { sanitizeBody } from '../../src/platform/html/sanitize.ts';
import { findNameFault, findSignatureFault } from '../../src/profiles/rules.ts';
import { glowOf } from '../../src/ui/glow.ts';
import { levelOf } from '../../src/users/rules.ts';
import { waitFor } from '../support/child.ts';
import { emptyDirectory, operatorOf, settingsOf } from '../support/lamplight.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const SEED_MS = 240_000;
/** Several programs start at once, possibly on a busy machine. */
const PROGRAM_MS = 300_000;
const ENTRY = fileURLToPath(new URL('../../src/cli/lamplight.ts', import.meta.url));
const TSCONFIG = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));

const members = await loadMembers();
let world = await createWorld();
const sql: typeof world.sql = (...args) => world.sql(...args);

const seed = () => seedCommunity(world.ctx, members, { password: PASSWORD, now: new Date() });

beforeAll(async () => {
  // A machine that stops for seconds ends transactions by their timeout; then once more, on a new site.
  await seed().catch(async () => {
    world = await createWorld();
    await seed();
  });
}, 2 * SEED_MS);

async function count(from: string): Promise<number> {
  const [row] = await sql(`SELECT count(*)::int AS count FROM ${from}`);
  return Number(row?.['count']);
}

test('the community has the documented size', async () => {
  expect(await count('users')).toBeGreaterThanOrEqual(36);
  expect(await count('post')).toBeGreaterThanOrEqual(120);
  expect(await count('comment WHERE deleted_at IS NULL')).toBeGreaterThanOrEqual(400);
  expect(await count("post_reaction WHERE kind = 'like'")).toBeGreaterThanOrEqual(1500);
  expect(await count("post_reaction WHERE kind = 'dislike'")).toBeGreaterThan(3);
  expect(await count('user_follow WHERE following')).toBeGreaterThan(300);
  expect(await count('folder WHERE NOT is_default')).toBeGreaterThan(30);
  expect(await count('folder WHERE NOT is_public')).toBeGreaterThan(5);
  expect(await count('post_energize')).toBeGreaterThan(400);
});

test('every state of posts, profiles and members occurs', async () => {
  const states = await sql('SELECT DISTINCT status FROM post ORDER BY status');
  expect(states.map((row) => row['status'])).toEqual([
    ...['approved', 'draft', 'locked', 'pending', 'rejected'],
  ]);
  expect(await count('post WHERE pending_version IS NOT NULL')).toBe(1);
  expect(await count("profile_change WHERE state = 'pending'")).toBe(2);
  expect(await count("users WHERE status = 'banned'")).toBe(1);
  expect(await count('users WHERE deleted_at IS NOT NULL')).toBe(1);
  expect(await count('energy_account WHERE balance < 0')).toBeGreaterThan(0);
  expect(await count('energy_batch')).toBe(1);
  const exp = (await sql('SELECT exp FROM users')).map((row) => levelOf(Number(row['exp'])));
  expect([...new Set(exp)].sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('the integrity check finds nothing wrong', async () => {
  const { ctx } = world;
  const verdict = await verifyIntegrity(ctx, { repair: false, storage: ctx.storage });
  expect(verdict.checks.filter((check) => check.total > 0)).toEqual([]);
  expect(verdict.clean).toBe(true);
});

test.for(Object.entries(LOG_INS))(
  'the %s can log in and has unread messages',
  async ([role, key]) => {
    const client = world.visitor();
    const { status, body } = await client.logIn(emailOf(key), PASSWORD);
    expect(status).toBe(200);
    expect(body.user.role).toBe(role === 'admin' || role === 'owner' ? role : 'member');
    const unread = await client.get('/api/messages/unread');
    expect(unread.body.total).toBeGreaterThan(0);
    const devices = await client.get('/api/settings/sessions');
    expect(devices.body.items.length).toBeGreaterThan(2);
  },
);

test('the author has activity in every week, and the hot list is full', async () => {
  const author = world.visitor();
  await author.logIn(emailOf(LOG_INS.author), PASSWORD);
  const { body } = await author.get('/api/studio/trends?range=90d');
  const days: number[] = body.days.map(
    (day: Record<string, number>) =>
      Number(day['likes']) +
      Number(day['comments']) +
      Number(day['favorites']) +
      Number(day['energy']),
  );
  for (let first = 0; first + 7 <= days.length; first += 7)
    expect(Math.max(...days.slice(first, first + 7)), `the week from ${first}`).toBeGreaterThan(0);
  expect(days.filter((day) => day > 0).length).toBeGreaterThan(60);
  const hot = await author.get('/api/posts?order=hot');
  expect(hot.body.items.length).toBeGreaterThan(10);
});

test('the home page shows lamps of every brightness and a lead of today', async () => {
  const energies = await sql(`SELECT energy FROM post_count JOIN post ON id = post_id
                               WHERE status = 'approved' AND deleted_at IS NULL`);
  const steps = new Set(energies.map((row) => glowOf(Number(row['energy']))));
  expect([...steps].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const reader = world.visitor();
  await reader.logIn(emailOf(LOG_INS.reader), PASSWORD);
  const { text } = await reader.get('/', { headers: { accept: 'text/html' } });
  for (const kind of ['lead', 'cover', 'note', 'plain'])
    expect(text, kind).toContain(`post-card post-card-${kind}`);
});

test('nothing is dated in the future or before its author registered', async () => {
  const tables = ['post', 'comment', 'users', 'notification', 'energy_transfer', 'exp_entry'];
  for (const table of tables)
    expect(await count(`${table} WHERE created_at > now()`), table).toBe(0);
  expect(
    await count('post JOIN users ON uid = author_uid WHERE post.created_at < users.created_at'),
  ).toBe(0);
});

test('the plan is deterministic, and its calendar days do not depend on the hour', () => {
  const { steps } = planCommunity(members);
  expect(planCommunity(members).steps).toEqual(steps);
  const days = ['2026-03-01T16:05:00Z', '2026-03-02T15:50:00Z'].map((now) => {
    const toDate = createCalendar(new Date(now));
    const dates = steps.map((step) => toDate(step.when));
    expect(dates.every((date) => date < new Date(now))).toBe(true);
    expect(dates.every((date, index) => index === 0 || date >= (dates[index - 1] ?? 0))).toBe(true);
    return dates.map(calendarDay);
  });
  expect(days[0]).toEqual(days[1]);
});

const posts = members.flatMap((member) => member.posts.map((post) => ({ member, post })));

test.for([
  ['title: Dusk\ndays_ago: soon', 'demo/x/y.md: days_ago must be number'],
  ['title: Dusk', 'demo/x/y.md: front matter must have required properties days_ago'],
  ['title: Dusk\ndays_ago: 1\ntopics: [sea]', 'demo/x/y.md: topics is not a known field'],
  ['title: Dusk\ndays_ago: 1\ncomments: [{ by: ann }]', 'comments.0 must have required'],
  ['title: "Dusk', 'demo/x/y.md: the front matter is not YAML'],
])('a wrong field of a post is reported with its file: %j', ([yaml = '', message]) => {
  expect(() => parseFrontMatter(PostSchema, `---\n${yaml}\n---\n`, 'demo/x/y.md')).toThrow(message);
});

test('the sanitizer keeps every body as written', () => {
  for (const { post } of posts) {
    expect(post.body.includes('{picture}'), post.title).toBe(post.picture !== undefined);
    const written = post.body.replaceAll('{picture}', '/uploads/post/2026/03/01/x.jpg');
    const sanitized = sanitizeBody(written, { isOwnImage: () => true });
    expect(textOf(sanitized), post.title).toBe(textOf(written));
    for (const element of [
      'img',
      'pre',
      'code',
      'table',
      'td',
      'a',
      'h2',
      'h3',
      'li',
      'blockquote',
      'figure',
    ])
      expect(tagsIn(sanitized, element), `${element} of ${post.title}`).toBe(
        tagsIn(written, element),
      );
  }
});

/** The text without tags, with character references decoded. */
function textOf(html: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: '\u00a0' };
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(lt|gt|amp|quot|nbsp);/g, (_, name) => signs[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

function tagsIn(html: string, name: string): number {
  return html.match(new RegExp(`<${name}[ >]`, 'g'))?.length ?? 0;
}

test('names, signatures, comments and mentions are valid', () => {
  const keys = new Set(members.map((member) => member.key));
  expect(keys.size).toBe(members.length);
  for (const { key, username, signature } of members) {
    if (username) expect(findNameFault(username), key).toBeUndefined();
    expect(findSignatureFault(signature), key).toBeUndefined();
  }
  for (const { member, post } of posts) {
    expect(post.days_ago, post.title).toBeLessThan(member.joined_days_ago);
    expect([...post.title].length, post.title).toBeLessThanOrEqual(60);
    for (const comment of allOf(post.comments)) {
      expect(keys, `${comment.by} below ${post.title}`).toContain(comment.by);
      expect([...comment.text].length, comment.text).toBeLessThanOrEqual(300);
      for (const [, name = ''] of comment.text.matchAll(/@(\S+)/g))
        expect(
          members.some((one) => one.username && name.startsWith(one.username)),
          name,
        ).toBe(true);
    }
  }
});

function allOf(comments: DemoComment[]): DemoComment[] {
  return comments.flatMap((comment) => [comment, ...allOf(comment.replies ?? [])]);
}

test(
  'a site with members is not seeded, and a foreign directory is not emptied',
  async () => {
    const directory = emptyDirectory();
    writeFileSync(join(directory, 'thesis.txt'), 'do not lose');
    const lamplight = operatorOf(settingsOf(world.ctx.config));
    const elsewhere = emptyDirectory();
    const [seed, foreign, taken, fresh, neither] = await Promise.all([
      lamplight('seed --demo'),
      lamplight(`demo --fresh --data ${directory}`, { env: {} }),
      lamplight(`demo --data ${elsewhere}`),
      lamplight(`demo --fresh --data ${elsewhere}`),
      lamplight('seed'),
    ]);
    expect(seed).toMatchObject({ code: 1, stdout: '' });
    expect(seed.stderr).toContain('This site has members');
    expect(foreign).toMatchObject({ code: 1 });
    expect(foreign.stderr).toContain('contains no demo');
    expect(taken).toMatchObject({ code: 1 });
    expect(taken.stderr).toContain('needs an empty database');
    expect(fresh).toMatchObject({ code: 1 });
    expect(fresh.stderr).toContain('--fresh empties no database of yours');
    expect(neither).toMatchObject({ code: 2 });
  },
  PROGRAM_MS,
);

test(
  '`lamplight demo` reopens an existing demo, prints the log-ins, and stops on SIGINT',
  async () => {
    const directory = emptyDirectory();
    const { DATABASE_URL, SECRET_KEY, STORAGE_DIR } = settingsOf(world.ctx.config);
    const file = {
      password: PASSWORD,
      secret_key: SECRET_KEY,
      seeded_at: new Date().toISOString(),
    };
    mkdirSync(join(directory, 'uploads'));
    writeFileSync(join(directory, 'demo.json'), JSON.stringify(file));
    const port = await freePort();
    const program = ['--import', import.meta.resolve('tsx'), ENTRY, 'demo'];
    const demo = spawn(
      process.execPath,
      [...program, '--data', directory, '--port', String(port)],
      {
        cwd: directory,
        // Settings of another site must not apply.
        env: {
          PATH: process.env['PATH'],
          TSX_TSCONFIG_PATH: TSCONFIG,
          DATABASE_URL,
          STORAGE_DIR,
          HOST: '0.0.0.0',
        },
      },
    );
    const exited = once(demo, 'exit');
    let output = '';
    for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (text) => (output += text));
    try {
      await waitFor(
        () => output.includes('Ctrl-C'),
        () => output,
        PROGRAM_MS / 1000,
      );
      expect(output).toContain(`http://localhost:${port}\n`);
      expect(output).toContain(PASSWORD);
      for (const key of Object.values(LOG_INS)) expect(output).toContain(emailOf(key));
      const front = await fetch(`http://127.0.0.1:${port}/`);
      expect(front.status).toBe(200);
      expect(await front.text()).toContain('Lv');
      const logIn = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email: emailOf(LOG_INS.reader),
          password: PASSWORD,
          transport: 'bearer',
        }),
      });
      expect(logIn.status).toBe(200);
    } finally {
      demo.kill('SIGINT');
    }
    expect(await exited).toEqual([0, null]);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  },
  PROGRAM_MS,
);
