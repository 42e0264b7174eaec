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

type Environment = Awaited<ReturnType<typeof prepare>>;
/** Vitest loads this file once per project; the first project prepares for all of them, the last cleans up. */
type Shared = { environment: Promise<Environment>; projects: number };
const KEY = Symbol.for('lamplight test environment');
const shared = globalThis as { [KEY]?: Shared };

export async function setup(project: TestProject) {
  shared[KEY] ??= { environment: prepare(), projects: 0 };
  const current = shared[KEY];
  current.projects += 1;
  const { server, template } = await current.environment;
  project.provide('postgresUrl', server.url);
  project.provide('templateDatabase', template);

  return async () => {
    current.projects -= 1;
    if (current.projects > 0) return;
    await dropDatabase(server, template);
    await server.stop();
  };
}

/** Builds the program, for tests that run it as a process, and one migrated database that every test file copies. */
async function prepare() {
  await Promise.all([buildClient(), buildServer()]);
  const server = await findPostgres([
    process.env['TEST_DATABASE_URL'],
    process.env['DATABASE_URL'],
  ]);
  const template = `lamplight_test_${process.pid}`;
  await migrateDatabase(await createDatabase(server, template));
  return { server, template };
}
