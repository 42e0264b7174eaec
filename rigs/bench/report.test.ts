import { expect, test } from 'vitest';
import type { Row } from './interleave.ts';
import { reportOf } from './report.ts';
import type { Kept } from './results.ts';
import type { Sample } from './sample.ts';

const ours = (per_second: number): Sample => ({
  ...{ seconds: 5, calls: per_second * 5, per_second, failed: 0, p50: 1.26, p99: 9 },
  ...{ server_us: 200, database_us: 100 },
});
const twin = (per_second: number): Sample => ({
  ...{ seconds: 5, calls: per_second * 5, per_second, failed: 0, mean: 1, database_us: 50 },
});

const kept: Kept = {
  section: 'ratios',
  rows: [
    {
      id: 'comment',
      title: 'then',
      twin: 'plainly',
      goal: 0.5,
      turns: [
        { ours: ours(400), twin: twin(1000) },
        { ours: ours(600), twin: twin(1000) },
        { ours: ours(450), twin: twin(1000) },
      ],
    },
  ],
  figures: [{ name: 'rows that break an invariant', value: 0, unit: '', max: 0 }],
  setting: {
    size: { members: 1, posts: 2, comments: 3, reactions: 4 },
    ...{ rounds: 3, seconds: 5, placement: 'side by side', database: 'nothing', isWhole: true },
  },
  versions: { postgres: '15.1', pgbench: '15.1', wrk: '4.1' },
  ...{ commit: 'abc', changed: false, finished_at: '2026-11-15T00:00:00Z', build: 'the build' },
  ...{ fingerprint: 'f1', machine: { cpu: 'a cpu', cores: 2, memory_gb: 24, node: 'v24' } },
};

test('a row is the median of its turns with the least and the greatest, and says whether it is enough', () => {
  const report = reportOf([kept]);
  expect(report).toContain(
    '| comment, random posts | **0.45** (0.40 – 0.60) | ≥ 0.5 | **missed** | 450/s | 1.3 ms | 9.0 ms | 1000/s | plainly | 0 |',
  );
  expect(report).toContain('| comment, random posts | 200 | 100 | 5000 | – | 50 | 20000 |');
});

test('of an operation that was measured again alone the last time counts, and the others stay', () => {
  const [comment] = kept.rows ?? [];
  const alone = (id: string, per_second: number): Kept => ({
    ...kept,
    rows: [{ ...comment, id, turns: [{ ours: ours(per_second), twin: twin(1000) }] } as Row],
  });
  const report = reportOf([alone('like', 100), kept, alone('like', 900)]);
  expect(report).toContain('| like toggles, random posts | **0.90** (0.90 – 0.90) |');
  expect(report).toContain('| comment, random posts | **0.45** (0.40 – 0.60) |');
});

test('each part says of which program it is, and none is of two', () => {
  const other = { ...kept, section: 'process' as const, fingerprint: 'f0', commit: 'older' };
  const before = { ...kept, fingerprint: 'f0', rows: [{ ...kept.rows?.[0], id: 'like' } as Row] };
  const report = reportOf([before, other, kept]);
  expect(report).toContain('greatest. 2026-11-15, commit abc, the build f1.');
  expect(report).toContain('## The process by itself\n\n2026-11-15, commit older, the build f0.');
  expect(report).toContain('| like toggles, random posts | not run |');
});

test('what was not run says so, and no figure is of less than the whole set', () => {
  const small = { ...kept, section: 'two' as const, setting: { ...kept.setting, isWhole: false } };
  const report = reportOf([kept, small]);
  expect(report).toContain('| like toggles, one hot post | not run |');
  for (const title of ['The process by itself', 'Two web processes', 'Below capacity'])
    expect(report).toMatch(new RegExp(`## ${title}\n\n(.+\n\n)?Not run\\.`));
  expect(() => reportOf([small])).toThrow('nothing was measured on the whole set yet');
});

test('what was missed says what stands in the way, with its profile where there is one', () => {
  const [comment] = kept.rows ?? [];
  const like = { ...kept, rows: [{ ...comment, id: 'like', goal: 1 } as Row] };
  const statement = { calls: 7, mean_ms: 1.5, total_ms: 10, rows: 7, query: 'select  a || b' };
  const files = [{ what: 'pg', share: 0.25 }];
  const profile = { id: 'like', idle: 0.3, files, statements: [statement] };
  const profiles: Kept = { ...kept, section: 'profiles', rows: [], profiles: [profile] };
  const report = reportOf([like, kept, profiles]);
  expect(report).toMatch(/### like toggles, random posts\n\nPostgreSQL, which/);
  expect(report).toContain('waits for 30.0 % of the time. What it does otherwise: `pg` 25.0 %.');
  expect(report).toContain('| 7 | 1.5 | 10 | `select a \\|\\| b` |');
  expect(report).toMatch(/### comment, random posts\n\nIts profile: not run\./);
});

test('what was missed beside a peer says what stands in the way as well', () => {
  const [comment] = kept.rows ?? [];
  const beside = (goal: number): Kept => ({
    ...kept,
    section: 'peers',
    rows: [{ ...comment, id: 'post-page-member NodeBB 4', goal } as Row],
  });
  const reached = { ...kept, rows: [] };
  expect(reportOf([reached, beside(0.1)])).toContain('Nothing was missed.');
  expect(reportOf([reached, beside(15)])).toMatch(/### the post page, logged in\n\nThe process/);
});
