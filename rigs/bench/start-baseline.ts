import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/local/free-port.ts';
import { startChild } from '../../test/support/child.ts';
import type { Environment } from './environment.ts';
import type { HttpServer } from './runners.ts';

const SERVER = fileURLToPath(new URL('./baseline-server.ts', import.meta.url));
/** Node adds these headers itself. */
const BY_ITSELF = ['connection', 'date', 'keep-alive', 'transfer-encoding'];
/** Like the generator. A client that accepts compression would start a compression that runs during later measurements. */
const AS_IT_IS = { 'accept-encoding': 'identity' };

export type StoredResponse = { headers: Record<string, string>; body: string };
export type BaselineKind = 'fastify' | 'node:http';

/** The response to each path: headers and body. */
export async function fetchResponses(
  url: string,
  paths: string[],
): Promise<Record<string, StoredResponse>> {
  const responses: Record<string, StoredResponse> = {};
  for (const path of paths) {
    const response = await fetch(`${url}${path}`, { headers: AS_IT_IS });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${body}`);
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => !BY_ITSELF.includes(name)),
    );
    responses[path] = { headers, body };
  }
  return responses;
}

/** Starts a process that only sends these responses, on the web process's core. */
export async function startBaseline(
  environment: Environment,
  kind: BaselineKind,
  responses: Record<string, StoredResponse>,
): Promise<HttpServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(environment.directory, `responses-${port}.json`);
  writeFileSync(file, JSON.stringify(responses));
  const { pid } = await startChild(process.execPath, [SERVER, kind, String(port), file], {
    isReady: () => fetch(url).then(Boolean, () => false),
  });
  environment.pinning.pinWeb(pid);
  return { url, pid };
}
