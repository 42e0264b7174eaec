import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../src/local/free-port.ts';
import { findBinary } from './binaries.ts';
import { waitFor } from './child.ts';
import { atEnd } from './cleanup.ts';
import { emptyDirectory } from './lamplight.ts';

/** What a relay needs to accept mails, pass them on and report those that it cannot deliver. */
const SERVICES = [
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'flush unix n - n 1000? 0 flush',
  'smtp unix - - n - - smtp',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'proxymap unix - - n - - proxymap',
  'anvil unix - - n - 1 anvil',
  'postlog unix-dgram n - n - 1 postlogd',
];

/** Postfix switches to users of its own, which only root may do. */
export const canRunPostfix = (): boolean => process.getuid?.() === 0;

/** A Postfix of the test's own, which passes everything on to `next` and gives up after the first try. */
export async function startPostfix({ next }: { next: string }): Promise<{ url: string }> {
  const directory = emptyDirectory();
  const port = await freePort();
  const [config, queue, data] = ['config', 'queue', 'data'].map((name) => join(directory, name));
  if (!config || !queue || !data) throw new Error('three directories have three names');
  for (const path of [config, queue, data]) mkdirSync(path);
  for (const path of [directory, config, queue, data]) chmodSync(path, 0o755);
  execFileSync('chown', ['postfix', data]);
  const { hostname, port: nextPort } = new URL(next);
  const settings = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    maillog_file: join(directory, 'log'),
    maillog_file_prefixes: directory,
    myhostname: 'relay.example',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    disable_dns_lookups: 'yes',
    local_transport: 'error:no mailboxes here',
    alias_maps: '',
    relayhost: `[${hostname}]:${nextPort}`,
    maximal_queue_lifetime: '0',
    bounce_queue_lifetime: '0',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(join(config, 'main.cf'), lines.join(''));
  const services = [`127.0.0.1:${port} inet n - n - - smtpd`, ...SERVICES];
  writeFileSync(join(config, 'master.cf'), `${services.join('\n')}\n`);
  await start(config, directory, port);
  return { url: `smtp://127.0.0.1:${port}` };
}

async function start(config: string, directory: string, port: number): Promise<void> {
  const postfix = findBinary('postfix', 'postfix');
  const child = spawn(postfix, ['-c', config, 'start-fg'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  atEnd(async () => {
    // Asked, not killed: its own processes end with it.
    execFileSync(postfix, ['-c', config, 'stop'], { stdio: 'ignore' });
    await ended;
  });
  await waitFor(
    () => responds(port),
    () => `Postfix: ${readFileSync(join(directory, 'log'), 'utf8')}`,
    30,
  );
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
