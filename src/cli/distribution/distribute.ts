import pg from 'pg';
import { pendingMigrations } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';
import { TIME_BUDGET } from '../../platform/time-budget.ts';
import { Failure } from '../failure.ts';
import { migrationUrl } from '../migrations.ts';
import { readSettings } from '../settings.ts';
import { DISTRIBUTED_TABLES, type DistributedTable } from './shard-keys.ts';
import * as store from './store.ts';

const APPLICATION = 'lamplight distribute';

type Options = { dryRun: boolean; whileRunning: boolean; shards: number };

/** Table by table, so that an interrupted run can be repeated. A dry run fails where the real run would. */
export async function distributeDatabase(options: Options): Promise<void> {
  const { DATABASE_ROLE: role } = readSettings();
  for (const { table, key } of DISTRIBUTED_TABLES)
    console.log(`plan: ${table} ${key ? `by ${key}` : 'on every machine'}`);
  await assertMigrated();
  const client = new pg.Client({
    connectionString: migrationUrl(),
    application_name: APPLICATION,
  });
  await client.connect();
  try {
    await distributeTables(client, { ...options, role });
  } finally {
    await client.end();
  }
}

/** `role`: as whom the site connects; the coordinator connects to the other nodes as this role. */
export async function distributeTables(
  client: pg.Client,
  { role, dryRun, whileRunning, shards }: Options & { role: string },
): Promise<void> {
  // A statement that waits for a table lock blocks all later ones on that table.
  await client.query(`SET lock_timeout = ${TIME_BUDGET.lock}`);
  const nodes = await findNodes(client);
  if (!whileRunning) await assertSiteStopped(client);
  if (role) await ensureRoleCanConnect(client, role, nodes, dryRun);
  for (const distributed of DISTRIBUTED_TABLES)
    await distributeOrSkip(client, distributed, { dryRun, shards });
  if (!dryRun) await store.endSiteConnections(client);
  console.log(
    dryRun
      ? `The plan can be carried out on ${listAddresses(nodes)}. Nothing was changed.`
      : `${DISTRIBUTED_TABLES.length} tables on ${listAddresses(nodes)}.`,
  );
}

async function assertMigrated(): Promise<void> {
  const pool = openPool({ url: migrationUrl(), role: '', size: 1, name: APPLICATION });
  try {
    const pending = await pendingMigrations(pool);
    if (pending.length > 0) throw new Failure('Run `lamplight migrate` first.');
  } finally {
    await pool.end();
  }
}

async function findNodes(client: pg.Client): Promise<store.Node[]> {
  if (!(await store.isCitusAvailable(client)))
    throw new Failure(
      'This PostgreSQL does not have Citus. Nothing was changed; docs/scale.md explains who needs it; few sites do.',
    );
  const nodes = (await store.isCitusCreated(client)) ? await store.listNodes(client) : [];
  if (nodes.length > 0) return nodes;
  throw new Failure(`Citus is installed, and this database has no node for shards. ${ADD_NODES}`);
}

const ADD_NODES =
  "As an administrator, run CREATE EXTENSION citus in a database of this name on every node, and here SELECT citus_set_coordinator_host('<this>', 5432) and, for each of the others, SELECT citus_add_node('<other>', 5432).";

/** Writes would wait for the copy and fail with 503. */
async function assertSiteStopped(client: pg.Client): Promise<void> {
  const connections = await store.countSiteConnections(client);
  if (connections === 0) return;
  throw new Failure(
    `Processes of the site have ${connections} open connections: stop them, or add --while-running and accept that writes fail until it is done.`,
  );
}

/** The coordinator connects to the workers as the current role. That is the app's role, which has no LOGIN by default. */
async function ensureRoleCanConnect(
  client: pg.Client,
  role: string,
  nodes: store.Node[],
  dryRun: boolean,
): Promise<void> {
  console.log(
    `plan: ${role} may log in, because the coordinator connects to the other nodes as this role`,
  );
  if (dryRun) return;
  await store.prepareRole(client, role);
  const unreachable = await store.listUnreachable(client, role, nodes);
  if (unreachable.length === 0) return;
  throw new Failure(
    `${role} cannot connect from here to ${listAddresses(unreachable)}: add a line to pg_hba.conf there, or a password to pg_dist_authinfo here.`,
  );
}

async function distributeOrSkip(
  client: pg.Client,
  distributed: DistributedTable,
  { dryRun, shards }: Pick<Options, 'dryRun' | 'shards'>,
): Promise<void> {
  const { table } = distributed;
  const done = await store.isDistributed(client, table);
  if (done) console.log(`${table}: is distributed`);
  if (dryRun) return;
  if (!done) {
    await store.dropForeignKeys(client, table);
    const colocateWith = findColocatedTable(distributed);
    const rows = await store.distributeTable(client, distributed, { colocateWith, shards });
    console.log(`${table}: ${rows} rows, distributed`);
  }
  await store.truncateLocalData(client, table);
}

/** Those of posts and those of members are colocated, so that what belongs to one of them is on one node. */
function findColocatedTable({ table, key }: DistributedTable): string | undefined {
  const ofPosts = (other: DistributedTable) => other.key === 'post_id';
  const first = DISTRIBUTED_TABLES.find(
    (one) => one.key && ofPosts(one) === (key === 'post_id'),
  )?.table;
  return first === table ? undefined : first;
}

function listAddresses(nodes: store.Node[]): string {
  return nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
}
