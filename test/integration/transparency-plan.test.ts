import pg from 'pg';
import { expect, test } from 'vitest';
import { explain } from '../../rigs/query-plans/explain.ts';
import { recordQueries } from '../../rigs/query-plans/record-queries.ts';
import { calendarDay } from '../../src/platform/clock.ts';
import { closeMonths } from '../../src/transparency/actions/close-months.ts';
import { monthOf, rangeOf } from '../../src/transparency/rules.ts';
import { createWorld } from '../support/world.ts';

const ENTRIES = 200_000;
const YEARS = 5;

test('0052 a visitor reads the closed months as rows, and the current one by the time of the log', async () => {
  const world = await createWorld();
  const owner = await world.member({ role: 'owner' });
  const now = world.ctx.now();
  await world.sql(
    `insert into staff_action (actor_uid, action, subject_kind, subject_id, before, created_at)
     select $1, case n % 4 when 0 then 'comment.remove' when 1 then 'undo' when 2 then 'post.approve' else 'words.import' end,
            'comment', n, case n % 4 when 1 then jsonb_build_object('decision', n * 4)
              when 2 then jsonb_build_object('submitted_at', at - interval '1 hour') else '{}' end, at
       from (select n, $2::timestamptz - n * ($3 || ' days')::interval / $4::int as at
               from generate_series(1, $4::int) as n) as entry`,
    [owner.uid, now, YEARS * 365, ENTRIES],
  );
  await closeMonths(world.ctx);
  await world.sql('analyze staff_action, transparency_count');
  await owner.put('/api/admin/site-settings/transparency.shown', { value: true });

  const { result, queries } = await recordQueries(() =>
    world.visitor().get('/api/transparency?limit=100'),
  );
  const { items } = result.body;
  expect(items.length).toBeGreaterThan(YEARS * 12);
  expect(items[1].comments_removed.total).toBeGreaterThan(700);

  const client = new pg.Client({ connectionString: world.ctx.config.DATABASE_URL });
  await client.connect();
  const { from } = rangeOf(monthOf(calendarDay(now)));
  const [month] = await world.sql('select count(*) as n from staff_action where created_at >= $1', [
    from,
  ]);
  for (const query of queries.filter(({ text }) => /staff_action|transparency_count/.test(text))) {
    const { seq_scans, tables } = await explain(client, query);
    expect(seq_scans).not.toContain('staff_action');
    // Its decisions, and the undos among them.
    expect(tables['staff_action'] ?? 0).toBeLessThanOrEqual(2 * Number(month?.['n']) + 2);
  }
  await client.end();
});
