import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  createDatabase,
  dropDatabase,
  findPostgres,
  type PostgresServer,
} from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { fillLargeSet, type SetSize } from './fill.ts';
import type { Measured } from './measure.ts';
import { printMeasured, writeQueries } from './report.ts';
import { openPlansSite } from './site.ts';

/** The largest first: its plans are reported. */
const PARTS = [1, 10, 100];

export const USAGE = `npm run rig query-plans   creates a large set and two smaller ones, requests every list and detail in turns, and
                          writes the rows read and the times to docs/reports/query-plans.md
  --members n --posts n --comments n --reactions n   the size of the large set
  --depth n       offset of the far pages
  --rounds n      7 by default
  --database name an existing large set, which stays
  --keep          does not drop the large set
  --dry           writes no report`;

type Options = ReturnType<typeof readOptions>;

function readOptions(args: string[]) {
  return parseArgs({
    args,
    options: {
      members: { type: 'string', default: '200000' },
      posts: { type: 'string', default: '2000000' },
      comments: { type: 'string', default: '20000000' },
      reactions: { type: 'string', default: '20000000' },
      depth: { type: 'string', default: '199980' },
      rounds: { type: 'string', default: '7' },
      database: { type: 'string' },
      keep: { type: 'boolean', default: false },
      dry: { type: 'boolean', default: false },
    },
  }).values;
}

export async function main(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  const server = await findPostgres([
    process.env['TEST_DATABASE_URL'],
    process.env['DATABASE_URL'],
  ]);
  const temporary: string[] = [];
  try {
    await measureSets(server, options, temporary);
  } finally {
    for (const name of temporary) await dropDatabase(server, name);
    await server.stop();
  }
  return true;
}

async function measureSets(
  server: PostgresServer,
  options: Options,
  temporary: string[],
): Promise<void> {
  const sites = [];
  for (const part of PARTS) {
    const url = await provideSet(server, options, part, temporary);
    sites.push({ part, ...(await openPlansSite(url)), all: [] as Measured[][] });
  }
  // In turns, with a warm-up round that reads everything from disk.
  for (let round = 0; round <= Number(options.rounds); round++) {
    console.error(round === 0 ? 'warm-up' : `round ${round} of ${options.rounds}`);
    for (const { part, measure, all } of sites) {
      const measured = await measure(Math.floor(Number(options.depth) / part));
      if (round > 0) all.push(measured);
    }
  }
  for (const { close } of sites) await close();
  const rounds = sites.map(({ all }) => all);
  for (const one of rounds[0]?.at(-1) ?? []) printMeasured(one);
  if (!options.dry)
    await writeQueries(server.url, { size: sizeOf(options, 1), parts: PARTS, rounds });
}

function sizeOf({ members, posts, comments, reactions }: Options, part: number): SetSize {
  const share = (count: string) => Math.round(Number(count) / part);
  return {
    members: share(members),
    posts: share(posts),
    comments: share(comments),
    reactions: share(reactions),
  };
}

async function provideSet(
  server: PostgresServer,
  options: Options,
  part: number,
  temporary: string[],
): Promise<string> {
  if (part === 1 && options.database) return urlOf(server.url, options.database);
  const name = `lamplight_plans_${process.pid}_${part}`;
  const url = await createDatabase(server, name);
  if (part > 1 || !options.keep) temporary.push(name);
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = Date.now();
  await fillLargeSet(
    (sql) => client.query(sql) as never,
    sizeOf(options, part),
    (step) => console.error(`${name}, ${Math.round((Date.now() - started) / 1000)} s: ${step}`),
  );
  await client.end();
  return url;
}

function urlOf(base: string, database: string): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}
