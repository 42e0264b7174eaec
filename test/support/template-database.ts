import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { createDatabase, dropDatabase } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { ensureDistributedTemplate, TEST_CITUS_URL } from './citus.ts';
import { CARDS_OF_TESTS } from './member-cards.ts';
import { withClient } from './with-client.ts';

const PREFIX = 'lamplight_template_';
/** In days. Databases of crashed runs and templates of old migrations are dropped then. */
const UNUSED_MAX = 3;
const LOCK = 7_311_406;

/** A migrated database, made once for each version of the migrations. Several test runs may share the server. */
export function ensureTemplate(server: { url: string }): Promise<string> {
  const name = `${PREFIX}${hashMigrations()}`;
  return withClient(server.url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    if (TEST_CITUS_URL) await ensureDistributedTemplate(TEST_CITUS_URL, name);
    else if (!(await databaseExists(client, name))) {
      const unfinished = `${PREFIX}unfinished`;
      await dropDatabase(server, unfinished);
      const url = await createDatabase(server, unfinished);
      await migrateDatabase(url);
      await withClient(url, (made) => made.query(CARDS_OF_TESTS));
      await client.query(`ALTER DATABASE "${unfinished}" RENAME TO "${name}"`);
    }
    await client.query(`COMMENT ON DATABASE "${name}" IS '${today()}'`);
    await dropUnused(server, client);
    return name;
  });
}

/** The name of a database that is dropped some days later, should the test run crash. */
export function testDatabaseName(suffix: string): string {
  return `lamplight_test_${today().replaceAll('-', '')}_${suffix}`;
}

async function databaseExists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  return Boolean(rowCount);
}

async function dropUnused(server: { url: string }, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database
     WHERE (datname LIKE $1 AND coalesce(shobj_description(oid, 'pg_database'), '') < $2)
        OR (datname ~ '^lamplight_test_[0-9]{8}_' AND split_part(datname, '_', 3) < replace($2, '-', ''))`,
    [`${PREFIX}%`, today(-UNUSED_MAX)],
  );
  for (const { datname } of rows) await dropDatabase(server, datname);
}

function today(days = 0): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

const SCHEMA_SOURCES = ['package-lock.json', 'src/platform/db/migrate.ts'];
if (TEST_CITUS_URL)
  SCHEMA_SOURCES.push(
    'test/support/citus.ts',
    ...['member', 'post', 'site'].map((name) => `src/cli/distribution/tables/${name}.ts`),
  );

/** Everything that the schema comes from: our migrations, and the job queue's in its package. */
function hashMigrations(): string {
  const root = new URL('../../', import.meta.url);
  const migrations = readdirSync(new URL('migrations/', root)).map((name) => `migrations/${name}`);
  const hash = createHash('sha256');
  for (const path of [...migrations.sort(), ...SCHEMA_SOURCES])
    hash.update(path).update(readFileSync(new URL(path, root)));
  return hash.update(CARDS_OF_TESTS).digest('hex').slice(0, 12);
}
