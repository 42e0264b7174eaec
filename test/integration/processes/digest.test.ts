import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { openTestDatabase } from '../support/database.ts';
import { send } from '../support/http.ts';
import { registerMembers } from '../support/members.ts';
import { startWeb, type Web } from '../support/web.ts';

const MEMBERS = 400;
const KILLS = 3;

const database = await openTestDatabase();
const settings = {
  // Nobody listens there: the mails wait, and their rows are what matters here.
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'lamplight@lamplight.example',
  DIGEST_RATE: '100',
  LOG_LEVEL: 'error',
};
const startWorker = () => startWeb(database.url, { ...settings, ROLE: 'both' });

async function count(text: string): Promise<number> {
  const [row] = await database.sql(`select count(*)::int as count from ${text}`);
  return Number(row?.['count']);
}

const DUE = 'digest_preference where next_at <= now()';
/** Workers in the middle of a batch. */
const INSIDE = `pg_stat_activity where datname = current_database() and state = 'active' and query like 'insert into "mail"%'`;

test(`${MEMBERS} digests while two workers are killed in the middle of batches: one each, none lost`, async () => {
  const web = await startWeb(database.url, settings);
  const [author] = await registerMembers(database, web.url, 1);
  const created = await send(web.url, 'POST', '/api/studio/posts', {
    token: author?.access ?? '',
    body: { title: '灯火', body: '<p>夜读。</p>' },
  });
  expect(created.status).toBe(201);
  await database.sql(
    `insert into users (email, email_key, password_hash, exp, created_at, email_verified_at)
     select mail, mail, 'x', 1, now(), now() from generate_series(1, ${MEMBERS}) n
      cross join lateral (select 'reader' || n || '@example.org' as mail) one`,
  );
  await database.sql(
    `insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
     select uid, $1, true, false, now() from users where email like 'reader%'`,
    [author?.uid],
  );
  await database.sql("update post set published_at = now() - interval '10 minutes'");
  // Every batch stops here for a moment, so that a kill is likely to be inside its transaction.
  await database.sql(`create function wait_a_moment() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.2); return null; end $$`);
  await database.sql(
    'create trigger slow after insert on mail for each statement execute function wait_a_moment()',
  );
  await database.sql(
    `insert into digest_preference (uid, frequency, hour, weekday, zone, next_at, covered_until)
     select uid, 'daily', 8, 1, 'Asia/Shanghai', now() - interval '1 minute', now() - interval '1 day'
       from users where email like 'reader%'`,
  );

  let inside = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const workers: Web[] = await Promise.all([startWorker(), startWorker()]);
    await until(async () => (await count(INSIDE)) > 0 || (await count(DUE)) === 0);
    inside += await count(INSIDE);
    for (const worker of workers) worker.signal('SIGKILL');
    await Promise.all(workers.map((worker) => worker.gone));
    // In one snapshot: who has no mail is still due.
    expect(
      await count(
        `(select uid from mail where kind = 'digest' union all select uid from ${DUE}) as each`,
      ),
    ).toBe(MEMBERS);
  }
  expect(inside).toBeGreaterThan(0);

  await Promise.all([startWorker(), startWorker()]);
  await until(async () => (await count(DUE)) === 0);
  expect(await count("mail where kind = 'digest'")).toBe(MEMBERS);
  expect(await count('(select uid from mail group by uid having count(*) > 1) as doubled')).toBe(0);
  expect(await count("(select distinct uid from mail where kind = 'digest') as receiving")).toBe(
    MEMBERS,
  );
}, 240_000);
