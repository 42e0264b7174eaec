import { execFileSync, spawnSync } from 'node:child_process';
import { freePort } from '../../../src/local/free-port.ts';
import { atEnd } from '../../../test/support/cleanup.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** The address a program listens on, and the one that other machines use: host and port. */
export type Endpoint = { listens: string; advertised: string };

/** A separate machine, from the network's point of view. */
export type Machine = {
  /** Prefix of every command that runs on it. */
  enter: string[];
  open(port: number): Promise<Endpoint>;
  /** The address by which this machine reaches an endpoint. */
  routeTo(endpoint: Endpoint): Promise<string>;
  /** Drops all traffic silently. */
  cut(): void;
  heal(): void;
};

export type Network = {
  describe: string;
  /** Whether a cut separates the machine from all others. */
  whole: boolean;
  machines: Machine[];
};

/** Network namespaces with virtual cables where the system allows them, else one machine with a proxy before each endpoint. */
export async function layNetwork(size: number): Promise<Network> {
  const subnet = findSubnet();
  const numbers = Array.from({ length: size }, (_, index) => index + 1);
  if (subnet === undefined) {
    const machines = numbers.map(() => proxiedMachine());
    return { describe: 'proxies before its endpoints', whole: false, machines };
  }
  const machines = numbers.map((number) => cabledMachine(subnet, number));
  return { describe: 'its cable pulled', whole: true, machines };
}

const SUBNETS = 250;

/** Creates a bridge that this machine is connected to. Its number determines its name and addresses. */
function findSubnet(): number | undefined {
  const begin = process.pid % SUBNETS;
  for (let offset = 0; offset < SUBNETS; offset++) {
    const subnet = 1 + ((begin + offset) % SUBNETS);
    const { status, stderr } = spawnSync(
      'ip',
      ['link', 'add', switchOf(subnet), 'type', 'bridge'],
      {
        encoding: 'utf8',
      },
    );
    if (status !== 0 && stderr?.includes('File exists')) continue;
    if (status !== 0) return undefined;
    atEnd(() => ip('link', 'del', switchOf(subnet)));
    ip('addr', 'add', `${addressOf(subnet, 0)}/24`, 'dev', switchOf(subnet));
    ip('link', 'set', switchOf(subnet), 'up');
    return subnet;
  }
  return undefined;
}

const switchOf = (subnet: number) => `lamp${subnet}`;
const addressOf = (subnet: number, number: number) => `10.201.${subnet}.${10 + number}`;

function cabledMachine(subnet: number, number: number): Machine {
  // Names the namespace and this end of its cable.
  const name = `${switchOf(subnet)}-${number}`;
  const host = addressOf(subnet, number);
  ip('netns', 'add', name);
  atEnd(() => ip('netns', 'del', name));
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', name, 'master', switchOf(subnet), 'up');
  ip('-n', name, 'addr', 'add', `${host}/24`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  return {
    enter: ['ip', 'netns', 'exec', name],
    open: async (port) => ({ listens: `${host}:${port}`, advertised: `${host}:${port}` }),
    routeTo: async ({ advertised }) => advertised,
    cut: () => ip('link', 'set', name, 'down'),
    heal: () => ip('link', 'set', name, 'up'),
  };
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}

/**
 * A cut blocks traffic to its own endpoints and on its own routes. The advertised addresses are shared by all machines, so some
 * traffic from here still gets through.
 */
function proxiedMachine(): Machine {
  const proxies: FaultProxy[] = [];
  const before = async (address: string) => {
    const proxy = await startFaultProxy(Number(address.split(':')[1]), Math.random);
    proxies.push(proxy);
    return `127.0.0.1:${proxy.port}`;
  };
  return {
    enter: [],
    async open() {
      const listens = `127.0.0.1:${await freePort()}`;
      return { listens, advertised: await before(listens) };
    },
    routeTo: ({ listens }) => before(listens),
    cut() {
      for (const proxy of proxies) proxy.set({ closed: ['to_app', 'to_server'] });
    },
    heal() {
      for (const proxy of proxies) proxy.heal();
    },
  };
}
