import { parseArgs } from 'node:util';
import pg from 'pg';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createDatabase, dropDatabase, findPostgres } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { createLog } from '../../src/platform/log.ts';
import { openServices } from '../../src/services.ts';
import { fillPosts } from './fill.ts';
import { findScans } from './plans.ts';
import { QUERIES } from './queries.ts';

export const USAGE = `npm run rig search   makes posts, searches them through the API, and prints how long that takes;
                     fails if a search reads a whole table or takes too long
  --posts n        20000 by default
  --rounds n       40 by default, each with every query
  --database name  an existing set, which stays
  --keep           does not drop the set`;

/** A search is slower than this only because something is wrong, even on a busy machine. */
const P99_MS_MAX = 1_000;

function readOptions(args: string[]) {
  return parseArgs({
    args,
    options: {
      posts: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '40' },
      database: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  }).values;
}

export async function main(args: string[]): Promise<boolean> {
  const { posts, rounds, database, keep } = readOptions(args);
  const server = await findPostgres([
    process.env['TEST_DATABASE_URL'],
    process.env['DATABASE_URL'],
  ]);
  const name = database ?? `lamplight_search_${process.pid}`;
  try {
    const url = database ? urlOf(server.url, name) : await createDatabase(server, name);
    if (!database) await provide(url, Number(posts));
    return await measure(url, Number(rounds));
  } finally {
    if (!database && !keep) await dropDatabase(server, name);
    else console.error(`the set stays: --database ${name}`);
    await server.stop();
  }
}

async function provide(url: string, posts: number): Promise<void> {
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = Date.now();
  await fillPosts(client, posts, (step) =>
    console.error(`${Math.round((Date.now() - started) / 1000)} s: ${step}`),
  );
  await client.end();
}

async function measure(url: string, rounds: number): Promise<boolean> {
  const config = readConfig({
    DATABASE_URL: url,
    SECRET_KEY: 'a key for measuring that is long enough to be one',
    BASE_URL: 'http://localhost:3000',
    LIMIT_SEARCH: 'off',
  });
  const services = await openServices(config, createLog('error'));
  const app = await createApp(services);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let isMet = true;
  try {
    await printSizes(client);
    const times = new Map<string, number[]>();
    const found = new Map<string, number>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, q, path, refused } of QUERIES) {
        const started = performance.now();
        const response = await app.inject(`${path}${encodeURIComponent(q)}`);
        const ms = performance.now() - started;
        if (response.statusCode !== (refused ? 400 : 200))
          throw new Error(`${name}: ${response.body}`);
        const { items, posts = [] } = response.json();
        found.set(name, (items ?? posts).length);
        // The first round reads everything from disk.
        if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
      }
    }
    console.log('| Query | Found | p50 ms | p99 ms |\n|---|---|---|---|');
    for (const [name, all] of times) {
      const sorted = all.toSorted((a, b) => a - b);
      const at = (part: number) =>
        sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
      console.log(
        `| ${name} | ${found.get(name)} | ${at(0.5).toFixed(1)} | ${at(0.99).toFixed(1)} |`,
      );
      if (at(0.99) > P99_MS_MAX) isMet = false;
    }
    const scans = await findScans(client);
    for (const scan of scans) console.log(`✗ reads a whole table: ${scan}`);
    return isMet && scans.length === 0;
  } finally {
    await client.end();
    await app.close();
    await services.close();
  }
}

async function printSizes(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select (select reltuples from pg_class where relname = 'post_search')::bigint as posts,
           pg_size_pretty(pg_table_size('post_search')) as rows, pg_size_pretty(pg_relation_size('post_search_lexemes')) as index`);
  const [{ posts, rows: table, index }] = rows;
  console.log(`${posts} posts, rows ${table}, index ${index}\n`);
}

function urlOf(base: string, database: string): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}
