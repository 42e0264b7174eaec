/** Generates the row types from a newly migrated database; with --check, fails if they differ. */
import { execFileSync } from 'node:child_process';
import { createDatabase, dropDatabase, findPostgres } from '../src/local/postgres.ts';
import { migrateDatabase } from '../src/platform/db/install.ts';

const name = `lamplight_types_${process.pid}`;
const server = await findPostgres([process.env['TEST_DATABASE_URL'], process.env['DATABASE_URL']]);
const url = await createDatabase(server, name);
await migrateDatabase(url);
try {
  execFileSync(
    'kysely-codegen',
    [
      `--url=${url}`,
      '--dialect=postgres',
      '--default-schema=public',
      '--include-pattern=public.*',
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      '--out-file=src/platform/db/schema.ts',
      ...(process.argv.includes('--check') ? ['--verify'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
} catch {
  console.error('src/platform/db/schema.ts does not match the migrations: npm run generate');
  process.exitCode = 1;
} finally {
  await dropDatabase(server, name);
  await server.stop();
}
