import pg from 'pg';
import type { DistributedTable } from './shard-keys.ts';

export type Machine = { host: string; port: number };

export async function isAvailable(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_available_extensions WHERE name = 'citus'",
  );
  return Boolean(rowCount);
}

export async function isCreated(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return Boolean(rowCount);
}

/** Those that are to hold rows; the coordinator itself only if somebody told it to. */
export async function listMachines(client: pg.Client): Promise<Machine[]> {
  const { rows } = await client.query<Machine>(
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
      WHERE isactive AND shouldhaveshards AND noderole = 'primary' ORDER BY nodeid`,
  );
  return rows;
}

/** Processes of the site, not this command. */
export async function countProcesses(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'lamplight'`,
  );
  return rows[0]?.connections ?? 0;
}

/** On every machine: Citus passes such a change on only once a table that is spread depends on the role. */
export async function allowLogIn(client: pg.Client, role: string): Promise<void> {
  const command = `ALTER ROLE ${pg.escapeIdentifier(role)} LOGIN`;
  await client.query('SELECT run_command_on_all_nodes($1)', [command]);
}

/** Of the machines, those that do not let the role in when this one calls. */
export async function listUnreachable(
  client: pg.Client,
  role: string,
  machines: Machine[],
): Promise<Machine[]> {
  await client.query(`SET ROLE ${pg.escapeIdentifier(role)}`);
  try {
    const unreachable: Machine[] = [];
    for (const machine of machines) {
      const { rows } = await client.query<{ reached: boolean }>(
        'SELECT citus_check_connection_to_node($1, $2::int) AS reached',
        [machine.host, machine.port],
      );
      if (!rows[0]?.reached) unreachable.push(machine);
    }
    return unreachable;
  } finally {
    await client.query('RESET ROLE');
  }
}

/** Also where there is no Citus to ask. */
export async function hasDistributedTables(client: pg.Client): Promise<boolean> {
  if (!(await isCreated(client))) return false;
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

export type Beside = { beside: string | undefined; shards: number };

/**
 * Foreign keys lead to tables that stay on the coordinator, which a shard cannot look into. Letting go of one locks the
 * table it leads to, which everybody reads: so it is done for itself, in a moment, and not while rows are copied.
 */
export async function dropForeignKeys(client: pg.Client, table: string): Promise<void> {
  for (const name of await foreignKeysOf(client, table))
    await client.query(
      `ALTER TABLE ${pg.escapeIdentifier(table)} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`,
    );
}

/**
 * In one transaction: the table is whole or it is spread. Nobody writes to it meanwhile, so as many rows must come out as
 * went in.
 */
export async function distributeTable(
  client: pg.Client,
  { table, key }: DistributedTable,
  { beside, shards }: Beside,
): Promise<string> {
  await client.query('BEGIN');
  try {
    await client.query(`LOCK TABLE ${pg.escapeIdentifier(table)} IN SHARE ROW EXCLUSIVE MODE`);
    const before = await countRows(client, table);
    if (beside) {
      await client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
        table,
        key,
        beside,
      ]);
    } else {
      await client.query(
        "SELECT create_distributed_table($1, $2, colocate_with => 'none', shard_count => $3::int)",
        [table, key, shards],
      );
    }
    const after = await countRows(client, table);
    if (after !== before) throw new Error(`${table} had ${before} rows and would have ${after}`);
    await client.query('COMMIT');
    return after;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** What was copied to the machines is still on the disk of this one until then. */
export async function dropLocalCopy(client: pg.Client, table: string): Promise<void> {
  await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [table]);
}

async function foreignKeysOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ conname: string }>(
    "SELECT conname FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid = $1::regclass",
    [table],
  );
  return rows.map((row) => row.conname);
}

async function countRows(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM ${pg.escapeIdentifier(table)}`,
  );
  return rows[0]?.count ?? '0';
}
