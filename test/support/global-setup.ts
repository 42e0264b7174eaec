import type { TestProject } from 'vitest/node';
import { buildClient } from '../../scripts/build-client.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { createDatabase, dropDatabase, findPostgres } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
  }
}

/**
 * The program as it is shipped, for what runs in a process of its own, and one server with one migrated database for the
 * whole run; every test file works on a copy of it.
 */
export async function setup(project: TestProject) {
  await Promise.all([buildClient(), buildServer()]);
  const server = await findPostgres([
    process.env['TEST_DATABASE_URL'],
    process.env['DATABASE_URL'],
  ]);
  const template = `lamplight_test_${process.pid}`;
  await migrateDatabase(await createDatabase(server, template));
  project.provide('postgresUrl', server.url);
  project.provide('templateDatabase', template);

  return async () => {
    await dropDatabase(server, template);
    await server.stop();
  };
}
