import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { Agent, type Dispatcher, FormData, request } from 'undici';
import type { Machine } from './machine.ts';

const HOST = 'lamplight.example';
const MEMBERS = 12;
const PAGES_PER_SECOND = 10;
const PAGES = ['/', '/login', '/docs', '/posts'];
const PASSWORD = 'a lamp on the window sill';

export type LoadResult = {
  seconds: number;
  requests: number;
  pages: number;
  uploads: number;
  /** Pages of which a style sheet or script did not load. */
  unstyled: number;
  lost_sessions: number;
  failures: string[];
};

/** Starts the load on the machine's network, through nginx, and returns how to stop it. */
export async function startLoad(machine: Machine): Promise<() => Promise<LoadResult>> {
  const program = new URL('../run.ts', import.meta.url).pathname;
  const args = ['--import', 'tsx', program, 'install', '--load'];
  const child = machine.spawnOnNetwork(process.execPath, args);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  while (!output.includes('\n') && child.exitCode === null) await sleep(50);
  if (child.exitCode !== null) throw new Error(`the load ended: ${output}`);
  return async () => {
    child.stdin?.end();
    await closed;
    return JSON.parse(output.split('\n').at(-2) ?? '') as LoadResult;
  };
}

type Member = { access: string; refresh: string };
type Sent = { status: number; text: string };

const agent = new Agent({
  connections: 64,
  connect: {
    // nginx has a certificate that the rig signed itself.
    rejectUnauthorized: false,
    lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  },
});

/** The program that `startLoad` runs: sends until its input ends, then prints the result. */
export async function runLoad(): Promise<void> {
  const result: LoadResult = {
    seconds: 0,
    requests: 0,
    pages: 0,
    uploads: 0,
    unstyled: 0,
    lost_sessions: 0,
    failures: [],
  };
  const members: Member[] = [];
  for (let index = 0; index < MEMBERS; index++) members.push(await register(result, index));
  const picture = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#f0a030' },
  })
    .jpeg()
    .toBuffer();
  let stopping = false;
  process.stdin.resume().once('end', () => {
    stopping = true;
  });
  const began = performance.now();
  console.log('ready');
  const open: Promise<void>[] = [];
  for (let count = 0; !stopping; count++) {
    const member = members[count % MEMBERS] as Member;
    open.push(openPage(result, PAGES[count % PAGES.length] ?? '/'));
    if (count % 4 === 0) open.push(useSession(result, member));
    if (count % 20 === 0) open.push(upload(result, member, picture));
    await sleep(1000 / PAGES_PER_SECOND);
  }
  await Promise.all(open);
  for (const member of members) await refreshSession(result, member);
  result.seconds = (performance.now() - began) / 1000;
  console.log(JSON.stringify(result));
}

async function send(
  result: LoadResult,
  path: string,
  options: { method?: Dispatcher.HttpMethod; token?: string; body?: FormData | object } = {},
): Promise<Sent> {
  const { method = 'GET', token, body } = options;
  const isForm = body instanceof FormData;
  const once = () =>
    request(`https://${HOST}${path}`, {
      method,
      dispatcher: agent,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
  result.requests++;
  try {
    // nginx closes a connection after 1 000 requests. A browser repeats a read that meets that, and so does this.
    const response = await once().catch((error) => {
      if (method === 'GET' && error.code === 'UND_ERR_SOCKET') return once();
      throw error;
    });
    const sent = { status: response.statusCode, text: await response.body.text() };
    if (sent.status >= 400) result.failures.push(describe(path, sent));
    return sent;
  } catch (error) {
    result.failures.push(`${error}`);
    return { status: 0, text: '' };
  }
}

/** Without numbers and hashes, so that equal failures can be counted. */
function describe(path: string, { status, text }: Sent): string {
  const code = /errors#(\w+)/.exec(text)?.[1] ?? text.slice(0, 60);
  return `${status} ${code} for ${path.startsWith('/assets/') ? 'an asset' : path}`;
}

async function register(result: LoadResult, index: number): Promise<Member> {
  const email = `load-${Date.now()}-${index}@example.org`;
  const body = { email, password: PASSWORD, transport: 'bearer' };
  const { text } = await send(result, '/api/auth/register', { method: 'POST', body });
  const { access_token: access, refresh_token: refresh } = JSON.parse(text);
  return { access, refresh };
}

async function openPage(result: LoadResult, path: string): Promise<void> {
  const { status: shown, text } = await send(result, path);
  if (shown !== 200) return;
  const assets = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
  const loaded = await Promise.all(assets.map((url) => send(result, url)));
  result.pages++;
  if (assets.length < 2 || loaded.some(({ status }) => status !== 200)) result.unstyled++;
}

async function useSession(result: LoadResult, { access }: Member): Promise<void> {
  const { status } = await send(result, '/api/settings/sessions', { token: access });
  if (status === 401) result.lost_sessions++;
}

async function refreshSession(result: LoadResult, { refresh }: Member): Promise<void> {
  const body = { refresh_token: refresh, transport: 'bearer' };
  const { status } = await send(result, '/api/auth/refresh', { method: 'POST', body });
  if (status !== 200) result.lost_sessions++;
}

async function upload(result: LoadResult, { access }: Member, picture: Buffer): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)]), 'a.jpg');
  await send(result, '/api/posts/upload-image', { method: 'POST', token: access, body });
  result.uploads++;
}
