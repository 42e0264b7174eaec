import pg from 'pg';
import { PLANNER } from '../../platform/db/pool.ts';
import type { DistributedTable } from './shard-keys.ts';

export type Node = { host: string; port: number };

export async function isCitusAvailable(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_available_extensions WHERE name = 'citus'",
  );
  return Boolean(rowCount);
}

export async function isCitusCreated(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return Boolean(rowCount);
}

/** The nodes that store shards; the coordinator only if it was configured to. */
export async function listNodes(client: pg.Client): Promise<Node[]> {
  const { rows } = await client.query<Node>(
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
      WHERE isactive AND shouldhaveshards AND noderole = 'primary' ORDER BY nodeid`,
  );
  return rows;
}

/** Connections of the site, not of this command. */
export async function countSiteConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'lamplight'`,
  );
  return rows[0]?.connections ?? 0;
}

/** They are opened again: connections from before Citus keep generic plans, for which it cannot find shards. */
export async function endSiteConnections(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'lamplight'`,
  );
}

/**
 * On every node, because Citus propagates ALTER ROLE only once a distributed table depends on the role. The site's connections
 * have these settings on the coordinator; the coordinator's to the workers do not.
 */
export async function prepareRole(client: pg.Client, role: string): Promise<void> {
  const commands = [
    'LOGIN',
    ...Object.entries(PLANNER).map(([name, value]) => `SET ${name} = ${value}`),
  ];
  for (const command of commands)
    await client.query('SELECT run_command_on_all_nodes($1)', [
      `ALTER ROLE ${pg.escapeIdentifier(role)} ${command}`,
    ]);
  // Citus writes the default of an identity column into the statement, where PostgreSQL asks for the right to use it.
  await client.query(
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${pg.escapeIdentifier(role)}`,
  );
}

/** The nodes to which the role cannot connect from here. */
export async function listUnreachable(
  client: pg.Client,
  role: string,
  nodes: Node[],
): Promise<Node[]> {
  await client.query(`SET ROLE ${pg.escapeIdentifier(role)}`);
  try {
    const unreachable: Node[] = [];
    for (const node of nodes) {
      const { rows } = await client.query<{ reached: boolean }>(
        'SELECT citus_check_connection_to_node($1, $2::int) AS reached',
        [node.host, node.port],
      );
      if (!rows[0]?.reached) unreachable.push(node);
    }
    return unreachable;
  } finally {
    await client.query('RESET ROLE');
  }
}

/** False without the Citus extension. */
export async function hasDistributedTables(client: pg.Client): Promise<boolean> {
  if (!(await isCitusCreated(client))) return false;
  const { rowCount } = await client.query('SELECT FROM pg_dist_partition LIMIT 1');
  return Boolean(rowCount);
}

export async function isDistributed(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass',
    [table],
  );
  return Boolean(rowCount);
}

export type DistributeOptions = { colocateWith: string | undefined; shards: number };

/**
 * Those of the table and those that refer to it: a shard cannot check rows of the coordinator. Dropping one locks the
 * referenced table, which every request reads: so it is a short statement of its own, not part of copying the rows.
 */
export async function dropForeignKeys(client: pg.Client, table: string): Promise<void> {
  for (const { owner, name } of await foreignKeysOf(client, table))
    await client.query(
      `ALTER TABLE ${pg.escapeIdentifier(owner)} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`,
    );
}

/**
 * In one transaction, so the table is either local or distributed. The lock blocks writes, so the number of rows must
 * stay the same.
 */
export async function distributeTable(
  client: pg.Client,
  { table, key }: DistributedTable,
  { colocateWith, shards }: DistributeOptions,
): Promise<string> {
  await client.query('BEGIN');
  try {
    await client.query(`LOCK TABLE ${pg.escapeIdentifier(table)} IN SHARE ROW EXCLUSIVE MODE`);
    const before = await countRows(client, table);
    if (!key) await client.query('SELECT create_reference_table($1)', [table]);
    else if (colocateWith)
      await client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
        table,
        key,
        colocateWith,
      ]);
    else
      await client.query(
        "SELECT create_distributed_table($1, $2, colocate_with => 'none', shard_count => $3::int)",
        [table, key, shards],
      );
    const after = await countRows(client, table);
    if (after !== before) throw new Error(`${table} had ${before} rows and would have ${after}`);
    await client.query('COMMIT');
    return after;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Frees the disk space of the rows that were copied to the shards. */
export async function truncateLocalData(client: pg.Client, table: string): Promise<void> {
  await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [table]);
}

async function foreignKeysOf(client: pg.Client, table: string) {
  const { rows } = await client.query<{ owner: string; name: string }>(
    `SELECT relname AS owner, conname AS name FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      WHERE contype = 'f' AND conparentid = 0 AND (conrelid = $1::regclass OR confrelid = $1::regclass)`,
    [table],
  );
  return rows;
}

async function countRows(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM ${pg.escapeIdentifier(table)}`,
  );
  return rows[0]?.count ?? '0';
}
