import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../src/local/free-port.ts';
import { createDatabase } from '../../../src/local/postgres.ts';
import { findBinary } from '../../../test/support/binaries.ts';
import { startChild, waitFor } from '../../../test/support/child.ts';
import { type ClusterNode, PROBE, prepareNode, type Site, SUPERUSER } from './cluster-node.ts';
import { asDatabaseUser } from './database-programs.ts';
import { layNetwork, type Machine } from './network.ts';
import type { OwnPostgres } from './postgres.ts';

const SIZE = 3;
const PORTS = { etcd: 2379, peer: 2380, rest: 8008, sql: 5432 };
const WHOLE_SECONDS = 180;
const ELECTION_SECONDS = 90;

/** Programs that must be installed, with their packages. */
export const CLUSTER_PROGRAMS = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' };

/** Whether a commit waits for a standby. */
export type Replication = 'synchronous' | 'asynchronous';

/** Three nodes behind HAProxy. Used as one PostgreSQL, faults hit the primary. */
export type Cluster = OwnPostgres & {
  readonly nodes: ClusterNode[];
  /** How a node is cut off. */
  readonly cutting: string;
  primary(): Promise<ClusterNode>;
  /** Waits until another node is the primary. */
  successorOf(old: ClusterNode): Promise<ClusterNode>;
  /** Waits until all nodes run on one timeline, with a synchronous standby if configured. */
  whole(): Promise<void>;
};

/** As in docs/operations.md, except commit timestamps and more connections for the rig. */
function settingsOf(replication: Replication, failsafe: boolean) {
  return {
    ttl: 20,
    loop_wait: 2,
    retry_timeout: 3,
    synchronous_mode: replication === 'synchronous',
    failsafe_mode: failsafe,
    primary_start_timeout: 0,
    postgresql: {
      use_pg_rewind: true,
      use_slots: true,
      parameters: { max_connections: 150, wal_log_hints: 'on', track_commit_timestamp: 'on' },
    },
  };
}

export async function startCluster(directory: string, replication: Replication): Promise<Cluster> {
  const network = await layNetwork(SIZE);
  const sites = await Promise.all(
    network.machines.map(async (machine, index): Promise<Site> => {
      return { name: `node${index + 1}`, machine, endpoints: await openEndpoints(machine) };
    }),
  );
  const settings = settingsOf(replication, network.whole);
  const nodes = await Promise.all(
    sites.map((site) => prepareNode(directory, site, sites, settings)),
  );
  await Promise.all(nodes.map((node) => node.start()));

  const leaderAmong = async (among: ClusterNode[]) => {
    let leader: ClusterNode | undefined;
    await waitFor(
      async () => {
        const statuses = await Promise.all(among.map((node) => node.status('/primary')));
        leader = among.find((_, index) => statuses[index]?.ok);
        return leader !== undefined;
      },
      () => `a primary among ${among.map(({ name }) => name)}`,
      ELECTION_SECONDS,
    );
    return leader as ClusterNode;
  };
  const whole = () =>
    waitFor(
      async () => {
        for (const node of nodes) {
          const response = await node.status('/cluster');
          if (!response) return false;
          if (!isWhole(response.body, replication)) return false;
        }
        return true;
      },
      () => 'the cluster to be whole',
      WHOLE_SECONDS,
    );
  await whole();
  const port = await startHaproxy(directory, nodes);
  const server = { url: `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres` };
  await layProbe(server);

  const primary = () => leaderAmong(nodes);
  return {
    port,
    url: await createDatabase(server, 'lamplight'),
    nodes,
    cutting: network.describe,
    primary,
    successorOf: (old) => leaderAmong(nodes.filter((node) => node !== old)),
    whole,
    kill: async () => (await primary()).kill(),
    async start() {
      const silent = await Promise.all(
        nodes.map(async (node) => !(await node.status('/liveness'))),
      );
      await Promise.all(nodes.filter((_, index) => silent[index]).map((node) => node.start()));
    },
    freeze: () => void primary().then((node) => node.freeze()),
    thaw: () => {
      for (const node of nodes) {
        node.heal();
        node.thaw();
      }
    },
  };
}

async function openEndpoints(machine: Machine): Promise<Site['endpoints']> {
  return {
    etcd: await machine.open(PORTS.etcd),
    peer: await machine.open(PORTS.peer),
    rest: await machine.open(PORTS.rest),
    sql: await machine.open(PORTS.sql),
  };
}

type Member = { role: string; state: string; timeline?: number };

function isWhole(body: unknown, replication: Replication): boolean {
  const { members = [] } = (body ?? {}) as { members?: Member[] };
  const roles = members.map(({ role }) => role);
  return (
    members.length === SIZE &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    roles.includes('leader') &&
    (replication === 'asynchronous' || roles.includes('sync_standby'))
  );
}

/** Routes to the node that reports itself as primary, and closes sessions to a former one. */
async function startHaproxy(directory: string, nodes: ClusterNode[]): Promise<number> {
  const home = join(directory, 'haproxy');
  mkdirSync(home);
  const port = await freePort();
  const file = join(home, 'haproxy.cfg');
  const servers = nodes.map(({ name, endpoints }) => {
    const [, rest] = endpoints.rest.advertised.split(':');
    return `  server ${name} ${endpoints.sql.advertised} check port ${rest}`;
  });
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 1s
  timeout check 1s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  const [command, ...before] = asDatabaseUser(home);
  await startChild(command, [...before, findBinary('haproxy', 'haproxy'), '-db', '-f', file], {
    // Before its first checks HAProxy treats every node as the primary.
    isReady: async () => {
      for (let turn = 0; turn < nodes.length; turn++)
        if (!(await leadsToPrimary(port))) return false;
      return true;
    },
  });
  return port;
}

async function leadsToPrimary(port: number): Promise<boolean> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' },
    connectionTimeoutMillis: 1_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    );
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function layProbe(server: { url: string }): Promise<void> {
  const connectionString = await createDatabase(server, PROBE.database);
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`create table ${PROBE.table} (name text primary key)`);
  await client.end();
}
