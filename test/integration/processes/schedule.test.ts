import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { openTestDatabase } from '../support/database.ts';
import { send } from '../support/http.ts';
import { registerMembers } from '../support/members.ts';
import { startWeb, type Web } from '../support/web.ts';

const POSTS = 30;
const KILLS = 2;

const database = await openTestDatabase();
const settings = { LOG_LEVEL: 'error' };
const startWorker = () => startWeb(database.url, { ...settings, ROLE: 'both' });

async function count(text: string): Promise<number> {
  const [row] = await database.sql(`select count(*)::int as count from ${text}`);
  return Number(row?.['count']);
}

/** Workers between the claim and the commit. */
const INSIDE = `pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;

test(`Schedule: ${POSTS} overdue posts while two workers are killed in the middle: each is published once, none is lost`, async () => {
  const web = await startWeb(database.url, settings);
  const [author] = await registerMembers(database, web.url, 1);
  const token = author?.access ?? '';
  for (let post = 0; post < POSTS; post++) {
    const body = { title: `灯火 ${post}`, body: '<p>夜读。</p>', draft: true };
    const created = await send(web.url, 'POST', '/api/studio/posts', { token, body });
    expect(created.status).toBe(201);
  }
  // Every release stops here for a moment, so that a kill is likely to be inside its transaction.
  await database.sql(`create function wait_a_moment() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.1); return null; end $$`);
  await database.sql(
    'create trigger slow after delete on post_schedule for each statement execute function wait_a_moment()',
  );
  // Due since yesterday: no worker ran.
  await database.sql(
    `insert into post_schedule (post_id, publish_at, due_at, created_at)
     select id, now() - interval '1 day', now() - interval '1 day', now() - interval '2 days' from post`,
  );

  let inside = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const workers: Web[] = await Promise.all([startWorker(), startWorker()]);
    await until(async () => (await count(INSIDE)) > 0 || (await count('post_schedule')) === 0);
    inside += await count(INSIDE);
    for (const worker of workers) worker.signal('SIGKILL');
    await Promise.all(workers.map((worker) => worker.gone));
    // In one snapshot: what is not public still has its schedule.
    expect(
      await count(
        `(select id from post where status = 'approved' union all select post_id from post_schedule) as each`,
      ),
    ).toBe(POSTS);
  }
  expect(inside).toBeGreaterThan(0);

  await Promise.all([startWorker(), startWorker()]);
  await until(async () => (await count('post_schedule')) === 0);
  expect(await count("post where status = 'approved'")).toBe(POSTS);
  expect(await count("notification where kind = 'schedule_published'")).toBe(POSTS);
  expect(
    await count(
      "(select related_id from notification where kind = 'schedule_published' group by 1 having count(*) > 1) as doubled",
    ),
  ).toBe(0);
}, 240_000);
