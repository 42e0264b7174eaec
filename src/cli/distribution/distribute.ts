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

/** Table by table, so that one that was cut off is simply run again. A dry run says no where the real one would. */
export async function distributeDatabase(options: Options): Promise<void> {
  const { DATABASE_ROLE: role } = readSettings();
  for (const { table, key } of DISTRIBUTED_TABLES) console.log(`plan: ${table} by ${key}`);
  await assertMigrated();
  const client = new pg.Client({
    connectionString: migrationUrl(),
    application_name: APPLICATION,
  });
  await client.connect();
  try {
    // Whoever waits for a lock keeps everybody behind them waiting.
    await client.query(`SET lock_timeout = ${TIME_BUDGET.lock}`);
    const machines = await findMachines(client);
    if (!options.whileRunning) await assertNobodyConnected(client);
    if (role) await assertRoleReaches(client, role, machines, options.dryRun);
    for (const spread of DISTRIBUTED_TABLES) await spreadOrSkip(client, spread, options);
    console.log(
      options.dryRun
        ? `It can be done, on ${nameAll(machines)}. Nothing was changed.`
        : `${DISTRIBUTED_TABLES.length} tables on ${nameAll(machines)}.`,
    );
  } finally {
    await client.end();
  }
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

async function findMachines(client: pg.Client): Promise<store.Machine[]> {
  if (!(await store.isAvailable(client)))
    throw new Failure(
      'This PostgreSQL does not have Citus. Nothing was changed; docs/scale.md says who needs it, which is hardly anybody.',
    );
  const machines = (await store.isCreated(client)) ? await store.listMachines(client) : [];
  if (machines.length > 0) return machines;
  throw new Failure(
    `Citus is installed, and this database knows no machine that may hold rows. ${JOINING}`,
  );
}

const JOINING =
  "As an administrator, run CREATE EXTENSION citus in a database of this name on every machine, and here SELECT citus_set_coordinator_host('<this>', 5432) and, for each of the others, SELECT citus_add_node('<other>', 5432).";

/** They would not break, but everybody who writes would wait for the copy, and be told that the site is busy. */
async function assertNobodyConnected(client: pg.Client): Promise<void> {
  const connections = await store.countProcesses(client);
  if (connections === 0) return;
  throw new Failure(
    `Processes of the site hold ${connections} connections: stop them, or add --while-running and let those who write be turned away until it is done.`,
  );
}

/** The coordinator calls the other machines as whoever asks it, and the app asks as its role, which nobody could log in as. */
async function assertRoleReaches(
  client: pg.Client,
  role: string,
  machines: store.Machine[],
  dryRun: boolean,
): Promise<void> {
  if ((await store.listUnreachable(client, role, machines)).length === 0) return;
  console.log(`plan: ${role} may log in, as the coordinator calls the other machines by it`);
  if (dryRun) return;
  await store.allowLogIn(client, role);
  const unreachable = await store.listUnreachable(client, role, machines);
  if (unreachable.length === 0) return;
  throw new Failure(
    `${role} is not let in from here to ${nameAll(unreachable)}: give it a line in pg_hba.conf there, or a password in pg_dist_authinfo here.`,
  );
}

async function spreadOrSkip(
  client: pg.Client,
  spread: DistributedTable,
  { dryRun, shards }: Options,
): Promise<void> {
  const { table, key } = spread;
  const done = await store.isDistributed(client, table);
  if (done) console.log(`${table}: is spread`);
  if (dryRun) return;
  if (!done) {
    await store.dropForeignKeys(client, table);
    const rows = await store.distributeTable(client, spread, { beside: firstBy(spread), shards });
    console.log(`${table}: ${rows} rows, spread by ${key}`);
  }
  await store.dropLocalCopy(client, table);
}

/** Tables by one key lie together, so that a member's rows are on one machine. */
function firstBy({ table, key }: DistributedTable): string | undefined {
  const first = DISTRIBUTED_TABLES.find((one) => one.key === key)?.table;
  return first === table ? undefined : first;
}

function nameAll(machines: store.Machine[]): string {
  return machines.map(({ host, port }) => `${host}:${port}`).join(', ');
}
