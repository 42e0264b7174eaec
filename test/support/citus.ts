import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabase } from '../../src/local/postgres.ts';
import { atEnd } from './cleanup.ts';
import { withClient } from './with-client.ts';

/** The coordinator of a Citus cluster with two workers or more. */
export const CITUS_URL = process.env['CITUS_URL'];

const FORBID = 'SET citus.enable_ddl_propagation = off; ALTER ROLE lamplight_app NOLOGIN';

type Node = { host: string; port: number; coordinates: boolean };

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
  const home = (node: Node) => at(known, node, name);
  const workers = nodes.filter((node) => !node.coordinates);
  const coordinator = nodes.find((node) => node.coordinates);
  if (!coordinator)
    throw new Error('CITUS_URL leads to a cluster that does not know its coordinator');
  return {
    url: home(coordinator),
    machines: workers.length,
    async join() {
      for (const node of nodes) await query(home(node), 'CREATE EXTENSION citus');
      const { host, port } = coordinator;
      await query(home(coordinator), 'SELECT citus_set_coordinator_host($1, $2::int)', [
        host,
        port,
      ]);
      for (const { host, port } of workers)
        await query(home(coordinator), 'SELECT citus_add_node($1, $2::int)', [host, port]);
      // As on new machines; roles belong to the server, and another test may have left them.
      for (const node of nodes) await query(home(node), FORBID);
    },
  };
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
