import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { PostgresServer } from '../../src/local/postgres.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface ProvidedContext {
    resourcesUrl: string;
  }
}

type Resources = Awaited<ReturnType<typeof serveResources>>;
/** Vitest loads this file once per project; all of them share one server, and the last one stops it. */
type Shared = { resources: Promise<Resources>; projects: number };
const KEY = Symbol.for('lamplight test resources');
const shared = globalThis as { [KEY]?: Shared };

export async function setup(project: TestProject) {
  shared[KEY] ??= { resources: serveResources(), projects: 0 };
  const current = shared[KEY];
  current.projects += 1;
  const { url, stop } = await current.resources;
  project.provide('resourcesUrl', url);
  return async () => {
    current.projects -= 1;
    if (current.projects === 0) await stop();
  };
}

/** What tests share is made when the first one requests it (`resources.ts`): a test of a pure function starts at once. */
async function serveResources() {
  const servers: PostgresServer[] = [];
  // Imported on demand too: the compiler and the database driver take longer to load than a small test to run.
  const makers: Record<string, () => Promise<unknown>> = {
    client: async () => (await import('./build-once.ts')).buildClientOnce(),
    server: async () => (await import('./build-once.ts')).buildServerOnce(),
    database: async () => {
      const { findPostgres } = await import('../../src/local/postgres.ts');
      const { ensureTemplate } = await import('./template-database.ts');
      const { TEST_CITUS_URL, TEST_DATABASE_URL, DATABASE_URL } = process.env;
      const server = await findPostgres([TEST_CITUS_URL, TEST_DATABASE_URL, DATABASE_URL]);
      servers.push(server);
      return { url: server.url, template: await ensureTemplate(server) };
    },
  };
  const made = new Map<string, Promise<unknown>>();
  const make = (name: string): Promise<unknown> => {
    const resource = made.get(name) ?? makers[name]?.() ?? Promise.reject(`no resource: ${name}`);
    made.set(name, resource);
    return resource;
  };
  const listener = createServer((request, response) => {
    make(request.url?.slice(1) ?? '').then(
      (resource) => response.end(JSON.stringify(resource ?? null)),
      (error) => response.writeHead(500).end(String(error?.stack ?? error)),
    );
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    async stop() {
      await Promise.allSettled(made.values());
      for (const server of servers) await server.stop();
      listener.close();
      listener.closeAllConnections();
    },
  };
}
