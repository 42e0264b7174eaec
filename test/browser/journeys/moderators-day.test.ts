import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verifyIntegrity } from '../../../src/integrity/actions.ts';
import type { Client } from '../../support/client.ts';
import { openSite, openTab } from '../site.ts';
import { dayOf, fillDay, writeComment, writePost } from './moderators-day-seed.ts';

/** How much of the moderator a day may take. */
const STEPS_PER_DECISION = 2;
const STEPS_OF_WAVE = 10;
const ACCOUNTS = 20;
const EACH = 10;
const AT_ONCE = 8;
const DAY_MS = 900_000;
const TEXT = '加群领灯油';

const limits = ['COMMENTS', 'POSTS', 'REPORTS', 'UPLOADS'].map((name) => [`LIMIT_${name}`, 'off']);
const site = await openSite(Object.fromEntries(limits));
const admin = await site.member({ role: 'admin', exp: 300 });
const other = await site.member({ role: 'admin', exp: 300 });
const author = await site.member({ exp: 300 });
const people = {
  ...{ author, reader: await site.member({ exp: 300 }), reporter: await site.member({ exp: 300 }) },
  owner: await site.member({ role: 'owner', exp: 300 }),
};

// The first request of a day checks in, which is no decision.
for (const client of [admin, other]) await client.get('/', { headers: { accept: 'text/html' } });

/** What a decision adds and its undo keeps: the records of both, and when the staff was last seen. */
const RECORDS = [
  ...['staff_action', 'staff_undo', 'staff_claim', 'session', 'idempotency_key'],
  // Their sums stay equal: the balances of `users`, and `verify`.
  ...['energy_transfer', 'energy_entry', 'exp_entry'],
  // What workers look at again.
  ...['search_name_change', 'post_change'],
];
/** When a row was written, how often a change was undone, and how many transfers an account has. */
const IGNORED = ['updated_at', 'changed_at', 'undone', 'entries'];

/** Every row of every other table. */
async function readState(): Promise<Record<string, unknown>> {
  const tables = await site.sql(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1::text[]) order by 1`,
    [RECORDS],
  );
  const state: Record<string, unknown> = {};
  for (const { name } of tables) {
    const rows = await site.sql(
      `select (to_jsonb(row) - $1::text[])::text as row from "${name}" as row order by 1`,
      // A card counts its versions.
      [name === 'member_card' ? [...IGNORED, 'version'] : IGNORED],
    );
    // A ban that was undone stays in the history.
    const isHistory = (row: unknown) =>
      name === 'ban' && String(row).includes('"end_reason": "undo"');
    state[String(name)] = rows.map(({ row }) => row).filter((row) => !isHistory(row));
  }
  return state;
}

async function expectClean(): Promise<void> {
  const { checks } = await verifyIntegrity(site.ctx, { repair: false });
  expect(checks.filter(({ total }) => total > 0).map(({ name }) => name)).toEqual([]);
}

/** Counts what a moderator types and clicks. */
class Hand {
  steps = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async type(key: string): Promise<void> {
    this.steps++;
    await this.page.keyboard.press(key);
  }

  /** Types a key and waits for the page that it opens. */
  async typeForPage(key: string): Promise<void> {
    await Promise.all([this.page.waitForEvent('domcontentloaded'), this.type(key)]);
    await this.page.waitForLoadState('load');
  }

  async click(name: RegExp): Promise<void> {
    this.steps++;
    await this.page.getByRole('button', { name }).first().click();
  }

  /** R and the number of a common reason. */
  async reject(): Promise<void> {
    await this.type('r');
    await this.page.locator('#reject-reason').waitFor({ state: 'visible' });
    await this.typeForPage('1');
  }
}

test(
  'D66 a moderator decides on a day’s queue with at most two keys each, and undoes all of it',
  async () => {
    const waiting = await fillDay(dayOf(site, people));
    await expectClean();
    const before = await readState();
    const { page, problems } = await openTab(site, { as: admin });
    await page.goto('/admin/queue');
    const hand = new Hand(page);
    await hand.typeForPage('o');
    for (let decided = 0; decided < waiting; decided++)
      await (decided % 3 === 0 ? hand.reject() : hand.typeForPage('a'));
    await page.getByText('全部处理完毕').waitFor();
    console.log(`${waiting} decisions: ${hand.steps} keys`);
    expect(hand.steps).toBeLessThanOrEqual(1 + STEPS_PER_DECISION * waiting);
    await expectClean();

    for (let undone = 0; undone < waiting; undone++) await hand.typeForPage('z');
    expect(await readState()).toEqual(before);
    await expectClean();
    expect(problems).toEqual([]);
  },
  DAY_MS,
);

test(
  'D66 selected items show what will happen, are decided at once and undone at once',
  async () => {
    const before = await readState();
    const { page, problems } = await openTab(site, { as: admin });
    await page.goto('/admin/queue?kind=post');
    const hand = new Hand(page);
    for (let selected = 0; selected < 3; selected++) {
      await hand.type('j');
      await hand.type('x');
    }
    await page.getByText('已选 3 项').waitFor();
    await hand.typeForPage('p');
    expect(await page.locator('.staff-preview tbody tr').count()).toBe(3);
    await page.getByText('将处理 3 项').waitFor();
    await hand.typeForPage('a');
    await page.getByText('上一次批量操作：3 个决定').waitFor();
    expect(hand.steps).toBeLessThanOrEqual(3 * STEPS_PER_DECISION + 2);

    await page.locator('[data-select-all]').check();
    const all = await page.locator('[data-select]').count();
    await hand.typeForPage('p');
    await hand.reject();
    await page.getByText('全部处理完毕').waitFor();
    await hand.typeForPage('z');
    await hand.typeForPage('z');
    expect(await page.locator('.review-row').count()).toBeGreaterThanOrEqual(all);
    expect(await readState()).toEqual(before);
    await expectClean();
    expect(problems).toEqual([]);
  },
  DAY_MS,
);

test(
  'D66 two moderators who decide at the same moment do it once, and the slower one reads who was faster',
  async () => {
    const tabs = [await openTab(site, { as: admin }), await openTab(site, { as: other })];
    const [first] = await decisions();
    for (let round = 0; round < AT_ONCE; round++) {
      await Promise.all(tabs.map(({ page }) => page.goto('/admin/queue')));
      const [open] = await Promise.all(tabs.map(({ page }) => openFirst(page)));
      const seen = await Promise.all(
        tabs.map(async ({ page }) => {
          const hand = new Hand(page);
          await hand.type('a');
          const refused = page.locator('[data-problem]');
          const moved = page.waitForURL((url) => url.searchParams.get('open') !== open);
          await Promise.race([refused.waitFor(), moved]);
          return (await refused.count()) > 0 ? refused.textContent() : null;
        }),
      );
      const messages = seen.filter((text) => text !== null);
      expect(messages).toEqual([expect.stringMatching(/^已由 .+ 处理。$/)]);
    }
    const [last] = await decisions();
    expect(Number(last?.['made']) - Number(first?.['made'])).toBe(AT_ONCE);
    expect(last?.['twice']).toBe(0);
    await expectClean();
    for (const { problems } of tabs) expect(problems).toEqual([]);
  },
  DAY_MS,
);

/** How many decisions stand, and how many are on something that another one that stands is on. */
function decisions() {
  return site.sql(
    `select count(*)::int as made, (count(*) - count(distinct (subject_kind, subject_id)))::int as twice
       from staff_undo where undone_at is null`,
  );
}

async function openFirst(page: Page): Promise<string | null> {
  await new Hand(page).typeForPage('o');
  return new URL(page.url()).searchParams.get('open');
}

test('what one moderator looks at is marked for the other', async () => {
  const [one, two] = [await openTab(site, { as: admin }), await openTab(site, { as: other })];
  await one.page.goto('/admin/queue');
  const claimed = one.page.waitForResponse(/queue\/claim/);
  await openFirst(one.page);
  await claimed;
  await two.page.goto('/admin/queue');
  await two.page.locator('.review-row', { hasText: '正在看' }).first().waitFor();
});

test(
  'a spam wave of 200 comments by 20 accounts goes in ten steps and comes back in one',
  async () => {
    const post = await writePost(author, '灯会');
    const spammers: Client[] = [];
    for (let made = 0; made < ACCOUNTS; made++) spammers.push(await site.member({ exp: 1 }));
    for (const spammer of spammers)
      for (let sent = 0; sent < EACH; sent++) await writeComment(spammer, post, `${TEXT} ${sent}`);
    const before = await readState();
    const { page, problems } = await openTab(site, { as: admin });
    const hand = new Hand(page);
    await page.goto('/admin/wave');
    // The field: a click, the text pasted, Enter.
    hand.steps += 2;
    await page.locator('input.staff-filter-input[name=q]').fill(TEXT);
    await hand.typeForPage('Enter');
    await page.getByText(`找到 ${ACCOUNTS * EACH} 条评论，来自 ${ACCOUNTS} 个账号。`).waitFor();
    await hand.click(/并封禁/);
    await page.locator('#wave-ban-reason').waitFor({ state: 'visible' });
    await hand.typeForPage('1');
    console.log(`the wave: ${hand.steps} steps`);
    expect(hand.steps).toBeLessThanOrEqual(STEPS_OF_WAVE);
    const [left] = await site.sql(
      'select count(*)::int as left from comment where post_id = $1 and deleted_at is null',
      [post],
    );
    expect(left?.['left']).toBe(0);
    await expectClean();

    await hand.typeForPage('z');
    expect(await readState()).toEqual(before);
    await expectClean();
    expect(problems).toEqual([]);
  },
  DAY_MS,
);
