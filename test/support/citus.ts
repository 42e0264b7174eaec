import { randomBytes } from 'node:crypto';
import { distributeTables } from '../../src/cli/distribution/distribute.ts';
import { createDatabase, dropDatabase } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { APP_ROLE } from '../../src/platform/db/migrate.ts';
import { atEnd } from './cleanup.ts';
import { CARDS_OF_TESTS } from './member-cards.ts';
import { withClient } from './with-client.ts';

/** The coordinator of a Citus cluster with two workers or more. */
export const CITUS_URL = process.env['CITUS_URL'];

/** The same; every test then gets a distributed database. */
export const TEST_CITUS_URL = process.env['TEST_CITUS_URL'];

const SHARDS = 4;
const FORBID = 'SET citus.enable_ddl_propagation = off; ALTER ROLE lamplight_app NOLOGIN';

export type Node = { host: string; port: number; coordinates: boolean };

export type Cluster = {
  /** The database on the coordinator, which knows nothing of Citus yet. */
  url: string;
  machines: number;
  /** The steps of an administrator before the tables can be distributed. */
  join(): Promise<void>;
};

/** Databases of this test file's own on every machine of the cluster, dropped when the file is done. */
export async function freshCluster(known: string): Promise<Cluster> {
  const nodes = await listNodes(known);
  const name = `lamplight_citus_${randomBytes(4).toString('hex')}`;
  for (const node of nodes) {
    const server = { url: at(known, node) };
    await createDatabase(server, name);
    atEnd(() => dropDatabase(server, name));
  }
  return {
    url: at(known, findCoordinator(nodes), name),
    machines: nodes.length - 1,
    join: () => joinNodes(known, nodes, name),
  };
}

/** A copy of a distributed database on every machine: what Citus stores about shards names machines, not databases. */
export async function copyOnNodes(known: string, name: string, template: string): Promise<string> {
  const nodes = await listNodes(known);
  for (const node of nodes) await createDatabase({ url: at(known, node) }, name, template);
  return at(known, findCoordinator(nodes), name);
}

export async function dropOnNodes(known: string, name: string): Promise<void> {
  for (const node of await listNodes(known)) await dropDatabase({ url: at(known, node) }, name);
}

/** A migrated and distributed database on every machine, to be copied. */
export async function ensureDistributedTemplate(known: string, name: string): Promise<void> {
  const nodes = await listNodes(known);
  const made = await query(known, 'SELECT FROM pg_database WHERE datname = $1', [name]);
  if (made.length > 0) return;
  const unfinished = `${name}_unfinished`;
  await dropOnNodes(known, unfinished);
  for (const node of nodes) await createDatabase({ url: at(known, node) }, unfinished);
  const url = at(known, findCoordinator(nodes), unfinished);
  await migrateDatabase(url);
  await withClient(url, (client) => client.query(CARDS_OF_TESTS));
  await joinNodes(known, nodes, unfinished);
  await withClient(url, (client) =>
    distributeTables(client, {
      role: APP_ROLE,
      dryRun: false,
      whileRunning: true,
      shards: SHARDS,
    }),
  );
  for (const node of nodes) {
    // Citus has a process in each database, and one with connections cannot be copied.
    await query(at(known, node), `ALTER DATABASE "${unfinished}" ALLOW_CONNECTIONS false`);
    await query(
      at(known, node),
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1',
      [unfinished],
    );
    await query(at(known, node), `ALTER DATABASE "${unfinished}" RENAME TO "${name}"`);
  }
}

/** The steps of an administrator. */
export async function joinNodes(known: string, nodes: Node[], name: string): Promise<void> {
  const coordinator = findCoordinator(nodes);
  const home = at(known, coordinator, name);
  for (const node of nodes) await query(at(known, node, name), 'CREATE EXTENSION citus');
  const { host, port } = coordinator;
  await query(home, 'SELECT citus_set_coordinator_host($1, $2::int)', [host, port]);
  for (const { host, port } of nodes.filter((node) => node !== coordinator))
    await query(home, 'SELECT citus_add_node($1, $2::int)', [host, port]);
  // As on new machines; roles belong to the server, and another test may have left them.
  for (const node of nodes) await query(at(known, node, name), FORBID);
}

function findCoordinator(nodes: Node[]): Node {
  const coordinator = nodes.find((node) => node.coordinates);
  if (coordinator) return coordinator;
  throw new Error('CITUS_URL leads to a cluster that does not know its coordinator');
}

async function listNodes(url: string): Promise<Node[]> {
  const nodes = await query(
    url,
    'SELECT nodename AS host, nodeport AS port, groupid = 0 AS coordinates FROM pg_dist_node ORDER BY groupid',
  );
  return nodes as Node[];
}

function query(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query(text, values)).rows);
}

function at(url: string, { host, port }: Node, database = 'postgres'): string {
  const there = new URL(url);
  there.hostname = host;
  there.port = String(port);
  there.pathname = `/${database}`;
  return there.href;
}
