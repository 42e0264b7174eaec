/** Makes a large set, asks for every list and detail, and prints what each statement read. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createDatabase, dropDatabase, findPostgres } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { createLog } from '../../src/platform/log.ts';
import { openServices } from '../../src/services.ts';
import { fillLargeSet } from './fill.ts';
import { heavyReader } from './heavy-reader.ts';
import { type Measured, measurePlans } from './measure.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '200000' },
    posts: { type: 'string', default: '2000000' },
    comments: { type: 'string', default: '20000000' },
    reactions: { type: 'string', default: '20000000' },
    depth: { type: 'string', default: '199980' },
    /** A set made earlier, by name; it is kept. */
    database: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

const server = await findPostgres([process.env['TEST_DATABASE_URL'], process.env['DATABASE_URL']]);
const name = values.database ?? `lamplight_plans_${process.pid}`;
const url = values.database ? urlOf(server.url, name) : await createDatabase(server, name);
const client = new pg.Client({ connectionString: url });
try {
  if (!values.database) await make();
  await measure();
} finally {
  await client.end();
  if (!values.database && !values.keep) await dropDatabase(server, name);
  await server.stop();
}

function urlOf(base: string, database: string): string {
  const made = new URL(base);
  made.pathname = `/${database}`;
  return made.href;
}

async function make(): Promise<void> {
  await migrateDatabase(url);
  await client.connect();
  const started = Date.now();
  const size = {
    members: Number(values.members),
    posts: Number(values.posts),
    comments: Number(values.comments),
    reactions: Number(values.reactions),
  };
  await fillLargeSet(
    (sql) => client.query(sql) as never,
    size,
    (step) => console.error(`${Math.round((Date.now() - started) / 1000)} s: ${step}`),
  );
}

async function measure(): Promise<void> {
  if (values.database) await client.connect();
  const config = readConfig({
    DATABASE_URL: url,
    SECRET_KEY: 'a key for measuring that is long enough to be one',
    STORAGE_DIR: join(tmpdir(), 'lamplight-plans'),
    BASE_URL: 'http://localhost:3000',
  });
  const services = await openServices(config, createLog('error'));
  const app = await createApp(services);
  const get = await heavyReader(app, services.ctx);
  // As the service connects: its settings are part of the plans.
  const asService = await services.database.pool.connect();
  for (const one of await measurePlans(asService, get, Number(values.depth))) print(one);
  asService.release();
  await app.close();
  await services.close();
}

function print({ url: asked, first, far_page }: Measured): void {
  console.log(`\n${asked}`);
  for (const [index, statement] of first.entries()) {
    const far = far_page?.[index];
    const tables = Object.entries(statement.tables).map(([table, rows]) => `${table} ${rows}`);
    const deep = far ? ` · far page: read ${far.read}, buffers ${far.buffers}, ${far.ms} ms` : '';
    console.log(
      `  gave ${statement.returned}, read ${statement.read} (${tables.join(', ')}), buffers ${statement.buffers}, ${statement.ms} ms${deep}`,
    );
  }
}
