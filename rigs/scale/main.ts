import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { createDatabase, dropDatabase, findPostgres } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { fillSteps } from './fill-rows.ts';
import { ROW_SIZES, type RowSizes } from './row-sizes.ts';

const ROWS = 200_000;

/** A partitioned table is the sum of its partitions. */
const SIZES = `
  select coalesce(parent.relname, one.relname)::text as table, sum(one.reltuples)::int as rows,
         round(sum(pg_table_size(one.oid)) / sum(one.reltuples))::int as data,
         round(sum(pg_indexes_size(one.oid)) / sum(one.reltuples))::int as indexes
    from pg_class one left join pg_inherits on inhrelid = one.oid left join pg_class parent on parent.oid = inhparent
   where one.relnamespace = 'public'::regnamespace and one.relkind = 'r' and one.reltuples > 1000
   group by 1 order by 1`;

export const USAGE = `npm run rig scale   measures the bytes per row and its index entries, and writes docs/reports/row-sizes.json;
                    npm run generate then updates docs/scale.md`;

export async function main(): Promise<boolean> {
  const server = await findPostgres([
    process.env['TEST_DATABASE_URL'],
    process.env['DATABASE_URL'],
  ]);
  const name = `lamplight_rows_${process.pid}`;
  const url = await createDatabase(server, name);
  try {
    await migrateDatabase(url);
    writeFileSync(ROW_SIZES, `${JSON.stringify(await measureRows(url), null, 2)}\n`);
    console.log(`wrote ${ROW_SIZES}`);
    return true;
  } finally {
    await dropDatabase(server, name);
    await server.stop();
  }
}

async function measureRows(url: string): Promise<RowSizes> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [step, sql] of Object.entries(fillSteps(ROWS))) {
      console.error(step);
      await client.query(sql);
    }
    const { rows } = await client.query<{
      table: string;
      rows: number;
      data: number;
      indexes: number;
    }>(SIZES);
    const { rows: versions } = await client.query<{ server_version: string }>(
      'show server_version',
    );
    return {
      measured_on: new Date().toISOString().slice(0, 10),
      postgresql: versions[0]?.server_version ?? '',
      tables: Object.fromEntries(rows.map(({ table, ...sizes }) => [table, sizes])),
    };
  } finally {
    await client.end();
  }
}
