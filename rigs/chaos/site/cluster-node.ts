import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { findBinary } from '../../../test/support/binaries.ts';
import { type Child, startChild, waitFor } from '../../../test/support/child.ts';
import { atEnd } from '../../../test/support/cleanup.ts';
import { childrenOf } from '../../../test/support/processes.ts';
import { asDatabaseUser, programOf, send } from './database-programs.ts';
import type { Endpoint, Machine } from './network.ts';

export const SUPERUSER = 'lamplight_rig';
/** Only the rig writes there, to find out which node accepts writes. */
export const PROBE = { database: 'rig_probe', table: 'mark' };
const PROBE_MS = 1_000;
const START_SECONDS = 90;

type Endpoints = Record<'etcd' | 'peer' | 'rest' | 'sql', Endpoint>;
export type Site = { name: string; machine: Machine; endpoints: Endpoints };

/** One machine with etcd, Patroni and PostgreSQL, which are killed and paused together. */
export type ClusterNode = {
  readonly name: string;
  readonly endpoints: Endpoints;
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  cut(): void;
  heal(): void;
  /** Patroni's response, or undefined. */
  status(path: string): Promise<{ ok: boolean; body: unknown } | undefined>;
  /** Inserts a row past the network; returns whether the node confirmed it. */
  mark(name: string): Promise<boolean>;
  marks(): Promise<Set<string>>;
  output(): string;
};

export async function prepareNode(
  directory: string,
  self: Site,
  all: Site[],
  settings: object,
): Promise<ClusterNode> {
  const { name, machine, endpoints } = self;
  const home = join(directory, name);
  const data = join(home, 'data');
  mkdirSync(home);
  const as = [...machine.enter, ...asDatabaseUser(home)];
  const file = join(home, 'patroni.yml');
  const hosts = await Promise.all(all.map((site) => machine.routeTo(site.endpoints.etcd)));
  // Otherwise Patroni would discover the other nodes from etcd and bypass its own routes.
  const use_proxies = all.some((site, index) => site.endpoints.etcd.advertised !== hosts[index]);
  const ways = { hosts, use_proxies };
  // Patroni reads YAML, which includes JSON.
  writeFileSync(file, JSON.stringify(patroniOf(self, home, ways, settings), null, 2));
  const etcdArgs = etcdOf(self, all, home);

  let children: Child[] = [];
  const run = async (program: string, args: string[], isReady: () => Promise<boolean>) => {
    const [command = '', ...before] = [...as, program];
    const options = { env: { LC_ALL: 'C.UTF-8', HOME: home }, isReady, seconds: START_SECONDS };
    children.push(await startChild(command, [...before, ...args], options));
  };
  /** The postmaster detaches from Patroni, so its pid comes from postmaster.pid, which survives the process. */
  const postmaster = () => {
    try {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? Number(pid) : 0;
    } catch {
      return 0;
    }
  };
  const signalAll = (signal: NodeJS.Signals) => {
    for (const child of children) child.signal(signal);
    const server = postmaster();
    if (server === 0) return;
    // The postmaster first, so that it starts no more children.
    send(server, signal);
    for (const pid of childrenOf(server)) send(pid, signal);
  };
  const gone = async () => {
    await waitFor(
      () => postmaster() === 0,
      () => `the postmaster of ${name} to end`,
    );
    await Promise.all(children.map((child) => child.gone));
    children = [];
  };
  const probe = (text: string, values: string[] = []) =>
    queryNode(home, Number(endpoints.sql.listens.split(':')[1]), text, values);

  const node: ClusterNode = {
    name,
    endpoints,
    async start() {
      await run(findBinary('etcd', 'etcd-server'), etcdArgs, () =>
        isUp(`${endpoints.etcd.listens}/health`),
      );
      await run(
        findBinary('patroni', 'patroni'),
        [file],
        async () => (await node.status('/health'))?.ok ?? false,
      );
      // Registered before the kill of the children: a killed server leaves its shared memory behind.
      atEnd(async () => {
        machine.heal();
        signalAll('SIGCONT');
        for (const child of children) child.signal('SIGKILL');
        const server = postmaster();
        if (server !== 0) send(server, 'SIGQUIT');
        await gone();
      });
    },
    async kill() {
      const server = postmaster();
      const backends = server === 0 ? [] : childrenOf(server);
      signalAll('SIGKILL');
      for (const pid of backends) send(pid, 'SIGKILL');
      await gone();
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    cut: machine.cut,
    heal: machine.heal,
    status: (path) => fetchStatus(`http://${endpoints.rest.listens}${path}`),
    async mark(name) {
      const { table } = PROBE;
      return Boolean(await probe(`insert into ${table} values ($1) returning name`, [name]));
    },
    async marks() {
      const found = await probe(`select name from ${PROBE.table}`);
      if (!found) throw new Error(`${name} does not respond`);
      return new Set(found);
    },
    output: () => children.map((child) => child.output()).join('\n'),
  };
  return node;
}

function etcdOf({ name, endpoints }: Site, all: Site[], home: string): string[] {
  const peers = all.map((site) => `${site.name}=http://${site.endpoints.peer.advertised}`);
  return [
    ...['--name', name, '--data-dir', join(home, 'etcd')],
    ...['--listen-client-urls', `http://${endpoints.etcd.listens}`],
    ...['--advertise-client-urls', `http://${endpoints.etcd.advertised}`],
    ...['--listen-peer-urls', `http://${endpoints.peer.listens}`],
    ...['--initial-advertise-peer-urls', `http://${endpoints.peer.advertised}`],
    ...['--initial-cluster', peers.join(',')],
    ...(protocol() === 'etcd' ? ['--enable-v2'] : []),
  ];
}

function patroniOf({ name, endpoints }: Site, home: string, ways: object, settings: object) {
  return {
    scope: 'lamplight',
    name,
    restapi: { listen: endpoints.rest.listens, connect_address: endpoints.rest.advertised },
    [protocol()]: ways,
    bootstrap: {
      dcs: settings,
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: endpoints.sql.listens,
      connect_address: endpoints.sql.advertised,
      data_dir: join(home, 'data'),
      bin_dir: dirname(programOf('postgres')),
      pgpass: join(home, 'pgpass'),
      authentication: {
        superuser: { username: SUPERUSER },
        replication: { username: 'replicator' },
      },
      parameters: { unix_socket_directories: home },
      pg_hba: ['local all all trust', 'host all all all trust', 'host replication all all trust'],
    },
  };
}

/**
 * Before 3.0.3, Patroni with etcd's v3 protocol overwrote the leader key after sleeping longer than its lease: a paused primary took
 * the cluster back from its successor.
 */
function protocol(): 'etcd' | 'etcd3' {
  const version = spawnSync(findBinary('patroni', 'patroni'), ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = (/[\d.]+/.exec(version.stdout)?.[0] ?? '')
    .split('.')
    .map(Number);
  const isFixed = major > 3 || (major === 3 && (minor > 0 || patch >= 3));
  return isFixed ? 'etcd3' : 'etcd';
}

async function isUp(address: string): Promise<boolean> {
  return (await fetchStatus(`http://${address}`))?.ok ?? false;
}

async function fetchStatus(url: string): ReturnType<ClusterNode['status']> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) });
    return { ok: response.ok, body: await response.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}

/** The returned names; undefined on an error or a timeout. */
async function queryNode(host: string, port: number, text: string, values: string[]) {
  const client = new pg.Client({
    ...{ host, port, user: SUPERUSER, database: PROBE.database },
    ...{ connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(text, values);
    return rows.map(({ name }) => name);
  } catch {
    return undefined;
  } finally {
    void client.end().catch(() => {});
  }
}
