import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasBinary } from '../../test/support/binaries.ts';
import { type Child, startChild, waitFor } from '../../test/support/child.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { childrenOf } from '../../test/support/processes.ts';

const SCRIPT = fileURLToPath(new URL('machine.sh', import.meta.url));
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const COMMAND_MS = 300_000;
const OUTPUT_MAX = 64 * 1024 * 1024;
const PROGRAMS = [
  'unshare',
  'nsenter',
  'pg_createcluster',
  'nginx',
  'redis-server',
  'openssl',
  'curl',
];
const execute = promisify(execFile);

/** A machine with a booted systemd, in namespaces of its own (machine.sh). */
export type Machine = {
  /** A directory of this machine that the other one has as /mnt/rig. */
  readonly shared: string;
  /** Runs a shell script as root there; returns what it prints. */
  run(script: string): Promise<string>;
  /** The same with the network of this machine, for npm. */
  runOnline(script: string): Promise<string>;
  /** A program of this machine on the network of the other one. */
  spawnOnNetwork(command: string, args: string[]): ReturnType<typeof spawn>;
  /** Ends every process at once and boots again from the same disk. */
  cutPower(): Promise<void>;
};

/** Why this machine cannot start one; undefined if it can. */
export function whyNoMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root';
  if (!existsSync('/lib/systemd/systemd')) return 'there is no systemd';
  const missing = PROGRAMS.filter((name) => !hasBinary(name));
  if (missing.length > 0) return `there is no ${missing.join(', ')}`;
  const probe = `mount --make-rprivate / && mount -t tmpfs tmpfs /mnt && mkdir /mnt/u /mnt/w /mnt/r &&
    mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/r && mount -t cgroup2 cgroup2 /mnt/r/mnt`;
  const { status } = spawnSync('unshare', ['--mount', 'bash', '-c', probe], { stdio: 'ignore' });
  return status === 0 ? undefined : 'namespaces with an overlay file system do not work here';
}

export async function startMachine(): Promise<Machine> {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-machine-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const [layer, shared] = [join(directory, 'layer'), join(directory, 'shared')];
  for (const path of [layer, shared]) mkdirSync(path);
  const group = `lamplight-rig-${process.pid}`;
  // Runs after the machine has ended: the newest task is the first.
  atEnd(() => removeGroup(group));

  let systemd: number | undefined;
  const args = ['--mount', '--pid', '--fork', '--kill-child', SCRIPT, layer, shared, group];
  const child: Child = await startChild('unshare', args, { isReady: async () => true });
  const boot = async (ended?: number) => {
    const find = () => [child.pid, 0, 0].reduce((pid) => childrenOf(pid)[0] ?? 0, child.pid);
    await waitFor(
      () => find() !== 0 && find() !== ended,
      () => `a boot: ${child.output()}`,
    );
    systemd = find();
    await waitFor(
      () => hasBooted(systemd ?? 0),
      () => `systemd: ${child.output()}`,
    );
  };
  await boot();

  const enter = (namespaces: string[], command: string[]) =>
    execute('nsenter', ['--target', String(systemd), ...namespaces, '--', ...command], {
      env: { ...process.env, PATH, HOME: '/root' },
      timeout: COMMAND_MS,
      maxBuffer: OUTPUT_MAX,
    }).then(({ stdout }) => stdout.trim());
  return {
    shared,
    run: (script) => enter(['--all'], ['bash', '--norc', '-euc', script]),
    runOnline: (script) =>
      enter(['--mount', '--uts', '--ipc', '--pid', '--cgroup'], ['bash', '--norc', '-euc', script]),
    spawnOnNetwork: (command, rest) =>
      spawn('nsenter', ['--target', String(systemd), '--net', '--', command, ...rest], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    async cutPower() {
      const ended = systemd;
      if (ended) process.kill(ended, 'SIGKILL');
      await boot(ended);
    },
  };
}

function hasBooted(pid: number): boolean {
  const args = ['--target', String(pid), '--all', '--', 'systemctl', 'is-system-running'];
  const { stdout } = spawnSync('nsenter', args, { encoding: 'utf8', timeout: 5_000 });
  // Also while the site's units still wait for something.
  return /running|degraded|starting/.test(stdout);
}

/** The kernel leaves empty control groups behind. Killed processes take a moment to leave theirs. */
function removeGroup(name: string): void {
  const script = `mount -t cgroup2 cgroup2 /mnt
    for _ in $(seq 50); do
      find "/mnt/$0" -depth -type d -exec rmdir {} + && exit
      sleep 0.1
    done`;
  spawnSync('unshare', ['--mount', 'bash', '-c', script, name], { stdio: 'ignore' });
}
