import { setTimeout as sleep } from 'node:timers/promises';
import { emailOf, LOG_INS } from '../../src/demo/accounts.ts';
import { pictureOf } from '../../test/support/picture.ts';
import { type Community, VISITOR } from './community.ts';
import { send } from './http.ts';
import { upload } from './upload.ts';

/** A request is sent at this interval, whether or not earlier ones have completed. */
const EVERY_MS = 20;
/** Log-ins and uploads cost more than all reads together, and must work too; they also run when it is quiet, for a fair comparison. */
const ERRAND_EVERY_MS = 1_500;

export type Waiting = { ms: number[]; failed: number; log_ins: boolean[]; uploads: boolean[] };

/** Measures the latency until `isOver`, at both processes in turns. */
export async function watchVisitors(community: Community, isOver: () => boolean): Promise<Waiting> {
  const waiting: Waiting = { ms: [], failed: 0, log_ins: [], uploads: [] };
  await Promise.all([read(community, isOver, waiting), runErrands(community, isOver, waiting)]);
  return waiting;
}

/** Pages and lists, for anonymous visitors and a member. */
async function read(
  { site, reader, posts }: Community,
  isOver: () => boolean,
  waiting: Waiting,
): Promise<void> {
  const post = posts[0]?.id ?? 1;
  const calls = [
    { path: '/' },
    { path: '/api/posts' },
    { path: `/posts/${post}` },
    { path: '/api/settings/profile', token: reader },
    { path: '/posts' },
    { path: `/api/posts/${post}/comments` },
    { path: '/login' },
  ];
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; !isOver(); count++) {
    await sleep(Math.max(0, began + count * EVERY_MS - performance.now()));
    const port = site.ports[count % 2] as number;
    const call = calls[count % calls.length] ?? { path: '/' };
    pending.push(
      send(port, { ...call, from: VISITOR }).then(({ status, ms }) => {
        waiting.ms.push(ms);
        if (status < 200 || status > 399) waiting.failed++;
      }),
    );
  }
  await Promise.all(pending);
}

async function runErrands(
  community: Community,
  isOver: () => boolean,
  { log_ins, uploads }: Waiting,
): Promise<void> {
  const { site, reader } = community;
  const picture = await pictureOf();
  const body = { email: emailOf(LOG_INS.author), password: site.password, transport: 'bearer' };
  const logIn = { method: 'POST', path: '/api/auth/login', from: VISITOR, body };
  for (let count = 0; !isOver(); count++) {
    const port = site.ports[count % 2] as number;
    log_ins.push((await send(port, logIn)).status === 200);
    if (count % 2 === 0) uploads.push((await upload(port, reader, picture)).status === 201);
    await sleep(ERRAND_EVERY_MS);
  }
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
