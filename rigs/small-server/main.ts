import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { findBinary } from '../../test/support/binaries.ts';
import { runWithLimit } from '../run-with-limit.ts';
import { createControlGroup, whyNoControlGroup } from './control-group.ts';
import { type SmallSite, startSmallSite } from './site.ts';

const MEMORY_BYTES = 1024 ** 3;
const CORES = 1;
const SECONDS = 10;
const CONNECTIONS = 32;
const REPORT = new URL('../../docs/reports/small-server.md', import.meta.url);
/** Ends the run in any case. */
const LIMIT_MS = 10 * 60_000;
const execute = promisify(execFile);

export const USAGE = `npm run rig small-server              what a server with 1 GB of memory and one core carries
npm run rig small-server -- --report  and writes docs/reports/small-server.md`;

type Result = { name: string; value: string; peak: number; kills: number };

export async function main(args: string[]): Promise<boolean> {
  const reason = whyNoControlGroup();
  if (reason) throw new Error(`no small server here: ${reason}`);
  return runWithLimit(LIMIT_MS, async () => {
    const results = await measureSmallServer();
    console.log(`\n${renderTable(results)}`);
    if (args.includes('--report')) writeFileSync(REPORT, renderReport(results));
    return results.every(({ kills }) => kills === 0);
  });
}

async function measureSmallServer(): Promise<Result[]> {
  const group = createControlGroup(MEMORY_BYTES, CORES);
  const site = await startSmallSite(group);
  const results: Result[] = [];
  const measure = async (name: string, run: () => Promise<string>) => {
    const value = await run();
    results.push({ name, value, peak: group.peakBytes(), kills: group.kills() });
    console.log(`${name}: ${value}`);
  };
  await measure('demo community seeded, site started', async () => 'ready');
  const token = await register(site);
  const pages = [
    ['front page, anonymous', '/', undefined],
    ['a post, anonymous', '/posts/1', undefined],
    ['front page, member', '/', token],
    ['list of posts, API, member', '/api/posts', token],
  ] as const;
  for (const [name, path, access] of pages)
    await measure(name, () => requestsPerSecond(`${site.url}${path}`, access));
  await measure('a picture of 40 megapixels', () => convertPicture(site, token));
  await measure('five such pictures at once, under page load', async () => {
    const load = requestsPerSecond(`${site.url}/`);
    const times = await Promise.all(Array.from({ length: 5 }, () => convertPicture(site, token)));
    return `${times.join(', ')}; pages: ${await load}`;
  });
  await measure('backup under page load', async () => {
    const load = requestsPerSecond(`${site.url}/`);
    const began = performance.now();
    await site.lamplight('backup', '--to', join(site.directory, 'backups'));
    const seconds = (performance.now() - began) / 1000;
    return `${seconds.toFixed(1)} s; pages: ${await load}`;
  });
  await measure('`lamplight verify --files`', async () => {
    await site.lamplight('verify', '--files');
    return 'clean';
  });
  return results;
}

async function register({ url }: SmallSite): Promise<string> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'small@example.org',
      password: 'a lamp on the window sill',
      transport: 'bearer',
    }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

async function requestsPerSecond(url: string, token?: string): Promise<string> {
  const headers = token ? ['-H', `authorization: Bearer ${token}`] : [];
  const args = [
    '-t',
    '1',
    '-c',
    String(CONNECTIONS),
    '-d',
    `${SECONDS}s`,
    '--latency',
    ...headers,
    url,
  ];
  const { stdout } = await execute(findBinary('wrk', 'wrk'), args);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const p99 = /99%\s+(\S+)/.exec(stdout)?.[1];
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? '0';
  return `${Math.round(rate)} requests/s, p99 ${p99}, ${failed} failed`;
}

/** Noise in large grains: close to the 5 MB that an upload may have, as a photo is. */
async function convertPicture({ url }: SmallSite, token: string): Promise<string> {
  const [width, height] = [7680, 5200];
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const grain = sharp({
    create: { width: width / 10, height: height / 10, channels: 3, background: '#000', noise },
  });
  const bytes = await sharp(await grain.png().toBuffer())
    .resize(width, height)
    .jpeg({ quality: 60 })
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'large.jpg');
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/posts/upload-image`, { method: 'POST', headers, body });
  const seconds = (performance.now() - began) / 1000;
  const size = `${(bytes.length / 1e6).toFixed(1)} MB`;
  if (response.status !== 201) throw new Error(`${response.status} for a picture of ${size}`);
  return `${seconds.toFixed(1)} s (${size})`;
}

function renderTable(results: Result[]): string {
  const rows = results.map(
    ({ name, value, peak, kills }) =>
      `| ${name} | ${value} | ${Math.round(peak / 1024 ** 2)} MB | ${kills} |`,
  );
  return [
    '| What | Result | Peak memory so far | Out-of-memory kills |',
    '| --- | --- | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function renderReport(results: Result[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `# A small server

Written by \`npm run rig small-server -- --report\` ([how](../../rigs/README.md#small-server)), ${new Date().toISOString().slice(0, 10)}, ${commit}: PostgreSQL, one process with \`ROLE=both\` and nginx in a
control group with ${MEMORY_BYTES / 1024 ** 2} MB of memory, page cache included, and ${CORES} core (${cpus()[0]?.model.trim()}), with default settings and the demo community.
The load comes from outside the group, ${CONNECTIONS} connections for ${SECONDS} s. Peak memory includes the file cache, which the kernel frees when it is needed.

${renderTable(results)}
`;
}
