import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { distributeTables } from '../../src/cli/distribution/distribute.ts';
import { createDatabase } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { APP_ROLE } from '../../src/platform/db/migrate.ts';
import { startStandby } from '../../test/integration/support/standby.ts';
import { joinNodes } from '../../test/support/citus.ts';
import { withClient } from '../../test/support/with-client.ts';
import { programOf } from '../chaos/site/database-programs.ts';
import { type FaultProxy, startFaultProxy } from '../chaos/site/fault-proxy.ts';
import { type OwnPostgres, type OwnServer, startServer } from '../chaos/site/postgres.ts';

const HOST = '127.0.0.1';
const DATABASE = 'lamplight';
const WORKERS = 3;
const SHARDS = 12;
/** Locks: moving a shard locks the monthly partitions of every table in its group. */
const SETTINGS = `
shared_preload_libraries = 'citus,pg_stat_statements'
wal_level = logical
max_connections = 250
max_prepared_transactions = 250
max_worker_processes = 32
max_locks_per_transaction = 512
citus.max_client_connections = -1
`;
/** Nothing but the site's own statements reaches the workers. */
const QUIET = `
citus.recover_2pc_interval = -1
citus.distributed_deadlock_detection_factor = -1
`;

type Standby = Awaited<ReturnType<typeof startStandby>>;
export type Worker = {
  /** As the coordinator knows it. */
  port: number;
  readonly url: string;
  readonly server: OwnServer;
  /** Every commit on the worker waits for it. */
  standby: Standby | undefined;
  /** Between coordinator and worker. */
  readonly proxy: FaultProxy | undefined;
};
/** The coordinator, and the workers with all shards of the tables that `lamplight db distribute` distributes. */
export type Citus = OwnPostgres & { readonly workers: Worker[] };

export type CitusOptions = { standbys?: true; proxies?: true };

/** Why there can be no cluster here. */
export function whyNoCitus(): string | undefined {
  const share = spawnSync(programOf('pg_config'), ['--sharedir'], { encoding: 'utf8' });
  const control = join(String(share.stdout).trim(), 'extension', 'citus.control');
  return existsSync(control) ? undefined : `PostgreSQL has no Citus (${control})`;
}

export async function startCitus(directory: string, options: CitusOptions = {}): Promise<Citus> {
  const settings = SETTINGS + (options.proxies ? QUIET : '');
  const start = async (name: string) => {
    const home = join(directory, name);
    mkdirSync(home);
    chmodSync(home, 0o755);
    const server = await startServer(home, settings);
    return { home, server, url: await createDatabase({ url: server.server_url }, DATABASE) };
  };
  const coordinator = await start('coordinator');
  const homes: string[] = [];
  const workers: Worker[] = [];
  for (let number = 1; number <= WORKERS; number++) {
    const { home, server, url } = await start(`worker${number}`);
    const proxy = options.proxies && (await startFaultProxy(server.port, Math.random));
    homes.push(home);
    workers.push({ port: proxy?.port ?? server.port, url, server, standby: undefined, proxy });
  }
  await migrateDatabase(coordinator.url);
  const nodes = [coordinator.server, ...workers].map(({ port }, index) => {
    return { host: HOST, port, coordinates: index === 0 };
  });
  await joinNodes(coordinator.url, nodes, DATABASE);
  const plan = { role: APP_ROLE, dryRun: false, whileRunning: true, shards: SHARDS };
  await withClient(coordinator.url, (client) => distributeTables(client, plan));
  // Not before: a standby must have the certificate that CREATE EXTENSION citus makes, because the nodes require TLS.
  if (options.standbys) {
    for (const [index, worker] of workers.entries()) {
      const { server, url } = worker;
      worker.standby = await startStandby(homes[index] ?? '', { ...server, url });
      await commitSynchronously(url);
    }
  }
  return Object.assign(coordinator.server, { url: coordinator.url, workers });
}

async function commitSynchronously(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query('select pg_reload_conf()');
  });
}

/** What an operator does when a worker is lost: its standby takes over, and open distributed commits are completed. */
export async function failOver(citus: Citus, worker: Worker): Promise<void> {
  const { standby } = worker;
  if (!standby) throw new Error('the worker has no standby');
  await standby.promote();
  await withClient(citus.url, async (client) => {
    await client.query(
      `select citus_update_node(nodeid, $1, $2, force => true, lock_cooldown => 1000)
         from pg_dist_node where nodename = $1 and nodeport = $3`,
      [HOST, standby.port, worker.port],
    );
    worker.port = standby.port;
    await client.query('select recover_prepared_transactions()');
  });
}

/** The worker of every member and every post, by its port. */
export async function locateRows({ url }: Citus) {
  const locate = (table: string, key: string, distributed: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ id: string; author: string; port: number }>(
        `select id, author, nodeport as port
           from (select ${key} as id, ${table === 'post' ? 'author_uid' : key} as author,
                        get_shard_id_for_distribution_column('${distributed}', ${key}) as shardid from ${table}) as row
           join pg_dist_placement using (shardid) join pg_dist_node using (groupid)`,
      );
      return new Map(
        rows.map(({ id, author, port }) => [Number(id), { author: Number(author), port }]),
      );
    });
  return {
    members: await locate('users', 'uid', 'user_checkin'),
    posts: await locate('post', 'id', 'post_revision'),
  };
}
