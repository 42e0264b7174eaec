import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/local/free-port.ts';
import { startChild } from '../../test/support/child.ts';
import type { Place } from './place.ts';
import type { Answering } from './sides.ts';

const SERVER = fileURLToPath(new URL('./twin-server.ts', import.meta.url));
/** Node writes these by itself. */
const BY_ITSELF = ['connection', 'date', 'keep-alive', 'transfer-encoding'];
/** As the generator asks. Whoever takes it packed has it packed, which goes on while others are measured. */
const AS_IT_IS = { 'accept-encoding': 'identity' };

export type Answer = { headers: Record<string, string>; body: string };
export type TwinKind = 'fastify' | 'node:http';

/** What a reader gets under each of the addresses, head and body. */
export async function answersOf(url: string, paths: string[]): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  for (const path of paths) {
    const answer = await fetch(`${url}${path}`, { headers: AS_IT_IS });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !BY_ITSELF.includes(name)),
    );
    answers[path] = { headers, body };
  }
  return answers;
}

/** A process that does nothing but send these bytes, where otherwise ours runs. */
export async function startTwin(
  place: Place,
  kind: TwinKind,
  answers: Record<string, Answer>,
): Promise<Answering> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(place.directory, `answers-${port}.json`);
  writeFileSync(file, JSON.stringify(answers));
  const { pid } = await startChild(process.execPath, [SERVER, kind, String(port), file], {
    isReady: () => fetch(url).then(Boolean, () => false),
  });
  place.apart.pinWeb(pid);
  return { url, pid };
}
