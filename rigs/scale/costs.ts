import { existsSync, readFileSync } from 'node:fs';

const REPORT = 'docs/reports/performance.md';

/** CPU microseconds. */
type Cost = { web: number; database: number };
type Source = 'measured' | 'assumed';

/**
 * Operations by their titles in the bench report, with an assumed cost. A measured cost in docs/reports/performance.md replaces the
 * assumption.
 */
const OPERATIONS = {
  list_cached: assumed('the list page, anonymous, warm', 40, 0),
  post_cached: assumed('the post page, anonymous, warm', 40, 0),
  list_rendered: assumed('the list page, anonymous, cache off', 2000, 400),
  post_rendered: assumed('the post page, anonymous, cache off', 2500, 600),
  list_for_member: assumed('the list page, logged in', 3500, 900),
  post_for_member: assumed('the post page, logged in', 5000, 1500),
  check_in: assumed('check-in, each member once', 1500, 1200),
  like: assumed('like toggles, random posts', 400, 300),
  comment: assumed('comment, random posts', 2500, 1500),
  follow: assumed('follow, random members', 1000, 500),
  energize: assumed('energize, random posts', 2000, 1500),
};

export type OperationName = keyof typeof OPERATIONS;
export type Operation = { title: string; cost: Cost; source: Source };

export function readCosts(
  report = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '',
): Record<OperationName, Operation> {
  const measured = measuredIn(report);
  const entries = Object.entries(OPERATIONS).map(([name, { title, cost }]) => {
    const found = measured.get(title);
    return [name, { title, cost: found ?? cost, source: found ? 'measured' : 'assumed' }];
  });
  return Object.fromEntries(entries);
}

/** Reads the table below "What a call costs": operation, web process, PostgreSQL, more columns. */
function measuredIn(report: string): Map<string, Cost> {
  const [, section = ''] = report.split('## What a call costs');
  const [table = ''] = section.split('\n## ');
  const rows = [...table.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \|/gm)];
  return new Map(
    rows.map(([, title = '', web, database]) => [
      title,
      { web: Number(web), database: Number(database) },
    ]),
  );
}

function assumed(title: string, web: number, database: number): { title: string; cost: Cost } {
  return { title, cost: { web, database } };
}
