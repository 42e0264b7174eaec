import { expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import type { FoundPost } from '../../src/search/schema.ts';
import { readJudged } from '../search/judged.ts';
import { createWorld } from '../support/world.ts';

const RECALL_MIN = 0.95;
const PRECISION_MIN = 0.9;
const FIRST = 10;

test('D61 judged searches find what is relevant, and little else', async () => {
  const world = await createWorld({ LIMIT_SEARCH: 'off' });
  const author = await world.member({ exp: 10_000 });
  const { texts, queries } = readJudged();
  expect(queries.length).toBeGreaterThanOrEqual(180);
  const ids: number[] = [];
  for (const { title, text } of texts) {
    const [post] = await world.sql(
      `insert into post (author_uid, status, title, summary, body, created_at, updated_at, published_at)
       values ($1, 'approved', $2, '', $3, now(), now(), now()) returning id`,
      [author.uid, title, `<p>${text}</p>`],
    );
    ids.push(Number(post?.['id']));
  }
  await world.sql('insert into post_count (post_id) select id from post on conflict do nothing');
  await world.sql('insert into post_change (post_id) select id from post');
  while ((await world.sql('select from post_change limit 1')).length > 0) await tick(world.ctx);

  let [found, judged, precision, responses] = [0, 0, 0, 0];
  const missed: string[] = [];
  for (const { q, relevant } of queries) {
    const { body } = await world.visitor().get(`/api/search?q=${encodeURIComponent(q)}`);
    const shown = (body.items as FoundPost[]).map(({ id }) => ids.indexOf(id));
    const hits = relevant.filter((one) => shown.includes(one));
    found += hits.length;
    judged += relevant.length;
    const first = shown.slice(0, FIRST);
    if (first.length > 0) {
      responses += 1;
      precision += first.filter((one) => relevant.includes(one)).length / first.length;
    }
    if (hits.length < relevant.length) missed.push(`${q}: ${hits.length} of ${relevant.length}`);
    const wrong = first.filter((one) => !relevant.includes(one)).map((one) => texts[one]?.title);
    if (wrong.length > 0) missed.push(`${q}: also ${wrong.join(', ')}`);
  }
  const report = `${queries.length} searches, ${texts.length} texts: recall ${(found / judged).toFixed(3)}, precision at ${FIRST} ${(precision / responses).toFixed(3)}\n${missed.join('\n')}`;
  if (process.env['SEARCH_REPORT']) console.log(report);
  expect(found / judged, report).toBeGreaterThanOrEqual(RECALL_MIN);
  expect(precision / responses, report).toBeGreaterThanOrEqual(PRECISION_MIN);
});
