import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/local/free-port.ts';
import { startChild } from '../support/child.ts';
import type { Place } from './place.ts';
import type { Answering } from './sides.ts';

const SERVER = fileURLToPath(new URL('./twin-server.ts', import.meta.url));
/** Node writes these by itself. */
const BY_ITSELF = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

export type Answer = { headers: Record<string, string>; body: string };
export type TwinKind = 'fastify' | 'node:http';

/** Of all the addresses, the answer of middling length: head and body as a reader gets them. */
export async function typicalAnswer(url: string, paths: string[]): Promise<Answer> {
  const answers: Answer[] = [];
  for (const path of paths) {
    const answer = await fetch(`${url}${path}`);
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
    const headers = [...answer.headers].filter(([name]) => !BY_ITSELF.includes(name));
    answers.push({ headers: Object.fromEntries(headers), body });
  }
  answers.sort((a, b) => a.body.length - b.body.length);
  const middle = answers[Math.floor(answers.length / 2)];
  if (!middle) throw new Error('no address, no answer');
  return middle;
}

/** A process that does nothing but send these bytes, where otherwise ours runs. */
export async function startTwin(place: Place, kind: TwinKind, answer: Answer): Promise<Answering> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(place.directory, `answer-${port}.json`);
  const length = { 'content-length': String(Buffer.byteLength(answer.body)) };
  const headers = { ...answer.headers, ...length };
  writeFileSync(file, JSON.stringify({ ...answer, headers }));
  const { pid } = await startChild(process.execPath, [SERVER, kind, String(port), file], {
    isReady: () => fetch(url).then(Boolean, () => false),
  });
  place.apart.pinWeb(pid);
  return { url, pid };
}
