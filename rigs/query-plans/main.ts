/**
 * `npm run rig query-plans`: makes a large set and two smaller ones, asks for every list and detail in turns, and writes what
 * each read and how long it took to docs/reports/query-plans.md.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createDatabase, dropDatabase, findPostgres } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { fillLargeSet, type SetSize } from './fill.ts';
import type { Measured } from './measure.ts';
import { printMeasured, writeQueries } from './report.ts';
import { openPlansSite } from './site.ts';

/** The largest first: what its queries give is what is written down. */
const PARTS = [1, 10, 100];

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '200000' },
    posts: { type: 'string', default: '2000000' },
    comments: { type: 'string', default: '20000000' },
    reactions: { type: 'string', default: '20000000' },
    depth: { type: 'string', default: '199980' },
    rounds: { type: 'string', default: '7' },
    /** A large set made earlier, by name; it is kept. */
    database: { type: 'string' },
    keep: { type: 'boolean', default: false },
    /** Writes nothing, for those who work on it. */
    dry: { type: 'boolean', default: false },
  },
});

const server = await findPostgres([process.env['TEST_DATABASE_URL'], process.env['DATABASE_URL']]);
const made: string[] = [];
try {
  await run();
} finally {
  for (const name of made) await dropDatabase(server, name);
  await server.stop();
}

async function run(): Promise<void> {
  const sites = [];
  for (const part of PARTS)
    sites.push({ part, ...(await openPlansSite(await provideSet(part))), all: [] as Measured[][] });
  // In turns, and once more than counts: the first has everything to read from the disk.
  for (let round = 0; round <= Number(values.rounds); round++) {
    console.error(round === 0 ? 'to warm up' : `round ${round} of ${values.rounds}`);
    for (const { part, measure, all } of sites) {
      const measured = await measure(Math.floor(Number(values.depth) / part));
      if (round > 0) all.push(measured);
    }
  }
  for (const { close } of sites) await close();
  const rounds = sites.map(({ all }) => all);
  for (const one of rounds[0]?.at(-1) ?? []) printMeasured(one);
  if (!values.dry) await writeQueries(server.url, { size: sizeOf(1), parts: PARTS, rounds });
}

function sizeOf(part: number): SetSize {
  const { members, posts, comments, reactions } = values;
  const share = (count: string) => Math.round(Number(count) / part);
  return {
    members: share(members),
    posts: share(posts),
    comments: share(comments),
    reactions: share(reactions),
  };
}

async function provideSet(part: number): Promise<string> {
  if (part === 1 && values.database) return urlOf(server.url, values.database);
  const name = `lamplight_plans_${process.pid}_${part}`;
  const url = await createDatabase(server, name);
  if (part > 1 || !values.keep) made.push(name);
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = Date.now();
  await fillLargeSet(
    (sql) => client.query(sql) as never,
    sizeOf(part),
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
