import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verifyIntegrity } from '../../../src/integrity/actions.ts';
import type { Client } from '../../support/client.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

/** A moderator's day: how much there is of everything, and how much of the moderator it may take. */
const PENDING = 40;
const REPORTS = 25;
const ACCOUNTS = 20;
const EACH = 10;
const STEPS_PER_DECISION = 2;
const STEPS_OF_WAVE = 10;
const DAY_MS = 600_000;
const TEXT = '加群领灯油';

const site = await openSite({ LIMIT_COMMENTS: 'off', LIMIT_POSTS: 'off', LIMIT_REPORTS: 'off' });
const admin = await site.member({ role: 'admin', exp: 300 });
const author = await site.member({ exp: 300 });
const reporter = await site.member({ exp: 300 });

/** What the day may change and the undo must restore, without the log. */
async function readState(): Promise<unknown> {
  const posts = await site.sql(
    'select id, status, live_version, pending_version, review_reason, deleted_at, locked_from from post order by id',
  );
  const comments = await site.sql('select id, deleted_at, reply_count from comment order by id');
  const cases = await site.sql('select id, outcome, decided_by from report_case order by id');
  const people = await site.sql('select uid, status from users order by uid');
  const received = await site.sql('select uid, kind, cause from notification order by uid, cause');
  return { posts, comments, cases, people, received };
}

async function writePost(title: string): Promise<number> {
  return (await requireOk(author.post('/api/studio/posts', { title, body: `<p>${title}</p>` }))).id;
}

async function fillQueue(): Promise<void> {
  const reported: number[] = [];
  for (let made = 0; made < REPORTS; made++) reported.push(await writePost(`被举报 ${made}`));
  await site.review(true);
  for (let made = 0; made < PENDING; made++) {
    const id = await writePost(`待审 ${made}`);
    await requireOk(author.post(`/api/studio/posts/${id}/submit`));
  }
  for (const subject_id of reported)
    await requireOk(
      reporter.post('/api/reports', { subject_kind: 'post', subject_id, reason: 'spam' }),
    );
  await site.review(false);
}

/** Types a key and waits for the page that the decision opens. */
async function typeForPage(page: Page, key: string): Promise<void> {
  await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press(key)]);
  await page.waitForLoadState('load');
}

test(
  'D66 a moderator decides on a day’s queue with at most two keys each, and undoes all of it',
  async () => {
    await fillQueue();
    const before = await readState();
    const { page, problems } = await openTab(site, { as: admin });
    await page.goto('/admin/queue');
    let keys = 0;
    const type = async (key: string, opensPage: boolean) => {
      keys++;
      if (opensPage) await typeForPage(page, key);
      else await page.keyboard.press(key);
    };
    await type('o', true);
    for (let decided = 0; decided < PENDING + REPORTS; decided++) {
      if (decided % 3 === 0) {
        await type('r', false);
        await page.locator('#reject-reason').waitFor({ state: 'visible' });
        await type('1', true);
      } else {
        await type('a', true);
      }
    }
    await page.getByText('全部处理完毕').waitFor();
    expect(keys).toBeLessThanOrEqual(1 + STEPS_PER_DECISION * (PENDING + REPORTS));

    for (let undone = 0; undone < PENDING + REPORTS; undone++) await typeForPage(page, 'z');
    expect(await readState()).toEqual(before);
    expect(problems).toEqual([]);
  },
  DAY_MS,
);

test(
  'a spam wave of 200 comments by 20 accounts goes in ten steps and comes back in one',
  async () => {
    const post = await writePost('灯会');
    const spammers: Client[] = [];
    for (let made = 0; made < ACCOUNTS; made++) spammers.push(await site.member({ exp: 1 }));
    for (const spammer of spammers)
      for (let sent = 0; sent < EACH; sent++)
        await requireOk(spammer.post(`/api/posts/${post}/comments`, { body: `${TEXT} ${sent}` }));
    const before = await readState();
    const { page, problems } = await openTab(site, { as: admin });
    let steps = 0;
    const click = async (name: RegExp) => {
      steps++;
      await page.getByRole('button', { name }).first().click();
    };
    await page.goto('/admin/wave');
    steps += 2;
    await page.locator('input.staff-filter-input[name=q]').fill(TEXT);
    await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')]);
    await page.getByText(`找到 ${ACCOUNTS * EACH} 条评论，来自 ${ACCOUNTS} 个账号。`).waitFor();
    await click(/并封禁/);
    steps++;
    await page.locator('#wave-ban-reason').waitFor({ state: 'visible' });
    await typeForPage(page, '1');
    expect(steps).toBeLessThanOrEqual(STEPS_OF_WAVE);
    const [left] = await site.sql(
      'select count(*)::int as left from comment where post_id = $1 and deleted_at is null',
      [post],
    );
    expect(left?.['left']).toBe(0);

    await typeForPage(page, 'z');
    expect(await readState()).toEqual(before);
    const { checks } = await verifyIntegrity(site.ctx, { repair: false });
    expect(checks.filter(({ total }) => total > 0).map(({ name }) => name)).toEqual([]);
    expect(problems).toEqual([]);
  },
  DAY_MS,
);
