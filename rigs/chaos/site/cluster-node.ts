import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { findBinary } from '../../../test/support/binaries.ts';
import { type Child, startChild, waitFor } from '../../../test/support/child.ts';
import { atEnd } from '../../../test/support/cleanup.ts';
import { childrenOf } from '../../../test/support/processes.ts';
import { asDatabaseUser, programOf, send } from './database-programs.ts';
import type { Door, Machine } from './network.ts';

export const SUPERUSER = 'lamplight_rig';
/** Written to by nobody but the rig, to learn who takes writes. */
export const PROBE = { database: 'rig_probe', table: 'mark' };
const PROBE_MS = 1_000;
const START_SECONDS = 90;

type Doors = Record<'etcd' | 'peer' | 'rest' | 'sql', Door>;
export type Site = { name: string; machine: Machine; doors: Doors };

/** One machine with an etcd, a Patroni and its PostgreSQL: they live, stand still and die together. */
export type ClusterNode = {
  readonly name: string;
  readonly doors: Doors;
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  cut(): void;
  heal(): void;
  /** What its Patroni answers, undefined where it does not. */
  ask(path: string): Promise<{ ok: boolean; body: unknown } | undefined>;
  /** Tries to leave a mark there, past the network: whether it says that it has been done. */
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
  const { name, machine, doors } = self;
  const home = join(directory, name);
  const data = join(home, 'data');
  mkdirSync(home);
  const as = [...machine.enter, ...asDatabaseUser(home)];
  const file = join(home, 'patroni.yml');
  const hosts = await Promise.all(all.map((site) => machine.wayTo(site.doors.etcd)));
  // Else it would ask etcd where the others are, and go there by ways that are not its own.
  const use_proxies = all.some((site, index) => site.doors.etcd.found_at !== hosts[index]);
  const ways = { hosts, use_proxies };
  // YAML is what JSON is, and more.
  writeFileSync(file, JSON.stringify(patroniOf(self, home, ways, settings), null, 2));
  const etcdArgs = etcdOf(self, all, home);

  let children: Child[] = [];
  const run = async (program: string, args: string[], isReady: () => Promise<boolean>) => {
    const [command = '', ...before] = [...as, program];
    const options = { env: { LC_ALL: 'C.UTF-8', HOME: home }, isReady, seconds: START_SECONDS };
    children.push(await startChild(command, [...before, ...args], options));
  };
  /** The postmaster leaves Patroni's side as soon as it runs, so it is found by its own note, which outlives it. */
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
    // First itself, so that it has no further children.
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
    askDatabase(home, Number(doors.sql.listens.split(':')[1]), text, values);

  const node: ClusterNode = {
    name,
    doors,
    async start() {
      await run(findBinary('etcd', 'etcd-server'), etcdArgs, () =>
        isUp(`${doors.etcd.listens}/health`),
      );
      await run(
        findBinary('patroni', 'patroni'),
        [file],
        async () => (await node.ask('/health'))?.ok ?? false,
      );
      // Before the children are killed: a server that is killed leaves its memory behind.
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
    ask: (path) => ask(`http://${doors.rest.listens}${path}`),
    async mark(name) {
      const { table } = PROBE;
      return Boolean(await probe(`insert into ${table} values ($1) returning name`, [name]));
    },
    async marks() {
      const found = await probe(`select name from ${PROBE.table}`);
      if (!found) throw new Error(`${name} does not answer`);
      return new Set(found);
    },
    output: () => children.map((child) => child.output()).join('\n'),
  };
  return node;
}

function etcdOf({ name, doors }: Site, all: Site[], home: string): string[] {
  const peers = all.map((site) => `${site.name}=http://${site.doors.peer.found_at}`);
  return [
    ...['--name', name, '--data-dir', join(home, 'etcd')],
    ...['--listen-client-urls', `http://${doors.etcd.listens}`],
    ...['--advertise-client-urls', `http://${doors.etcd.found_at}`],
    ...['--listen-peer-urls', `http://${doors.peer.listens}`],
    ...['--initial-advertise-peer-urls', `http://${doors.peer.found_at}`],
    ...['--initial-cluster', peers.join(',')],
    ...(protocol() === 'etcd' ? ['--enable-v2'] : []),
  ];
}

function patroniOf({ name, doors }: Site, home: string, ways: object, settings: object) {
  return {
    scope: 'lamplight',
    name,
    restapi: { listen: doors.rest.listens, connect_address: doors.rest.found_at },
    [protocol()]: ways,
    bootstrap: {
      dcs: settings,
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: doors.sql.listens,
      connect_address: doors.sql.found_at,
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
 * Before 3.0.3 Patroni wrote the leader's key over whoever held it, when it spoke etcd's newer protocol and had
 * slept longer than its lease: a primary that was paused woke up and took the cluster back from its successor.
 */
function protocol(): 'etcd' | 'etcd3' {
  const said = spawnSync(findBinary('patroni', 'patroni'), ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = (/[\d.]+/.exec(said.stdout)?.[0] ?? '')
    .split('.')
    .map(Number);
  const mended = major > 3 || (major === 3 && (minor > 0 || patch >= 3));
  return mended ? 'etcd3' : 'etcd';
}

async function isUp(address: string): Promise<boolean> {
  return (await ask(`http://${address}`))?.ok ?? false;
}

async function ask(url: string): ReturnType<ClusterNode['ask']> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) });
    return { ok: answer.ok, body: await answer.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}

/** The names that come back; undefined where it says no, or nothing in time. */
async function askDatabase(host: string, port: number, text: string, values: string[]) {
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
