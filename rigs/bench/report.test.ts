import { expect, test } from 'vitest';
import type { Row } from './interleave.ts';
import { reportOf } from './report.ts';
import type { StoredResult } from './results.ts';
import type { Sample } from './sample.ts';

const ours = (per_second: number): Sample => ({
  ...{ seconds: 5, calls: per_second * 5, per_second, failed: 0, p50: 1.26, p99: 9 },
  ...{ server_us: 200, database_us: 100 },
});
const baseline = (per_second: number): Sample => ({
  ...{ seconds: 5, calls: per_second * 5, per_second, failed: 0, mean: 1, database_us: 50 },
});

const stored: StoredResult = {
  section: 'ratios',
  rows: [
    {
      id: 'comment',
      title: 'then',
      baseline: 'plainly',
      goal: 0.5,
      turns: [
        { ours: ours(400), baseline: baseline(1000) },
        { ours: ours(600), baseline: baseline(1000) },
        { ours: ours(450), baseline: baseline(1000) },
      ],
    },
  ],
  metrics: [{ name: 'rows that break an invariant', value: 0, unit: '', max: 0 }],
  setting: {
    size: { members: 1, posts: 2, comments: 3, reactions: 4 },
    ...{ rounds: 3, seconds: 5, placement: 'side by side', database: 'nothing', isWhole: true },
  },
  versions: { postgres: '15.1', pgbench: '15.1', wrk: '4.1' },
  ...{ commit: 'abc', changed: false, finished_at: '2026-11-15T00:00:00Z', build: 'the build' },
  ...{ fingerprint: 'f1', machine: { cpu: 'a cpu', cores: 2, memory_gb: 24, node: 'v24' } },
};

test('a row is the median of its turns with the lowest and the highest, and shows whether the target is met', () => {
  const report = reportOf([stored]);
  expect(report).toContain(
    '| comment, random posts | **0.45** (0.40 – 0.60) | ≥ 0.5 | **missed** | 450/s | 1.3 ms | 9.0 ms | 1000/s | plainly | 0 |',
  );
  expect(report).toContain('| comment, random posts | 200 | 100 | 5000 | – | 50 | 20000 |');
});

test('the last measurement of an operation counts, and the others stay', () => {
  const [comment] = stored.rows ?? [];
  const alone = (id: string, per_second: number): StoredResult => ({
    ...stored,
    rows: [
      { ...comment, id, turns: [{ ours: ours(per_second), baseline: baseline(1000) }] } as Row,
    ],
  });
  const report = reportOf([alone('like', 100), stored, alone('like', 900)]);
  expect(report).toContain('| like toggles, random posts | **0.90** (0.90 – 0.90) |');
  expect(report).toContain('| comment, random posts | **0.45** (0.40 – 0.60) |');
});

test('each section names its build, and none mixes two', () => {
  const other = { ...stored, section: 'process' as const, fingerprint: 'f0', commit: 'older' };
  const before = {
    ...stored,
    fingerprint: 'f0',
    rows: [{ ...stored.rows?.[0], id: 'like' } as Row],
  };
  const report = reportOf([before, other, stored]);
  expect(report).toContain('highest. 2026-11-15, commit abc, the build f1.');
  expect(report).toContain('## The process by itself\n\n2026-11-15, commit older, the build f0.');
  expect(report).toContain('| like toggles, random posts | not run |');
});

test('sections that were not run are marked, and no number is from less than the full set', () => {
  const small = {
    ...stored,
    section: 'two' as const,
    setting: { ...stored.setting, isWhole: false },
  };
  const report = reportOf([stored, small]);
  expect(report).toContain('| like toggles, one hot post | not run |');
  for (const title of ['The process by itself', 'Two web processes', 'Below capacity'])
    expect(report).toMatch(new RegExp(`## ${title}\n\n(.+\n\n)?Not run\\.`));
  expect(() => reportOf([small])).toThrow('no results on the full set yet');
});

test('a missed target shows its limit, and the profile if there is one', () => {
  const [comment] = stored.rows ?? [];
  const like = { ...stored, rows: [{ ...comment, id: 'like', goal: 1 } as Row] };
  const statement = { calls: 7, mean_ms: 1.5, total_ms: 10, rows: 7, query: 'select  a || b' };
  const files = [{ what: 'pg', share: 0.25 }];
  const profile = { id: 'like', idle: 0.3, files, statements: [statement] };
  const profiles: StoredResult = { ...stored, section: 'profiles', rows: [], profiles: [profile] };
  const report = reportOf([like, stored, profiles]);
  expect(report).toMatch(/### like toggles, random posts\n\nPostgreSQL, which/);
  expect(report).toContain('is idle for 30.0 % of the time. Its busy time: `pg` 25.0 %.');
  expect(report).toContain('| 7 | 1.5 | 10 | `select a \\|\\| b` |');
  expect(report).toMatch(/### comment, random posts\n\nIts profile: not run\./);
});

test('a missed target beside a peer shows its limit too', () => {
  const [comment] = stored.rows ?? [];
  const beside = (goal: number): StoredResult => ({
    ...stored,
    section: 'peers',
    rows: [{ ...comment, id: 'post-page-member NodeBB 4', goal } as Row],
  });
  const met = { ...stored, rows: [] };
  expect(reportOf([met, beside(0.1)])).toContain('Nothing was missed.');
  expect(reportOf([met, beside(15)])).toMatch(/### the post page, logged in\n\nThe process/);
});
