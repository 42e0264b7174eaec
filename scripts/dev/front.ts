import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { buildSheet, SHEET_NAMES } from '../build-client.ts';

export const LIVE_RELOAD = '/dev/live-reload.js';
const EVENTS = '/dev/events';
const SHEET = /^\/assets\/([a-z]+)\.[^/]+\.css$/;

export type Front = {
  /** Sends requests to the process on this port from now on; until the first call they wait. */
  switchTo(port: number): void;
  /** Tells every open page to load itself or its style sheets again. */
  notify(event: 'page' | 'style'): void;
  close(): Promise<void>;
};

/**
 * The address a developer opens. The processes behind it come and go, so an open page never sees a closed port. The
 * style sheets are read from the sources on every request.
 */
export async function startFront(port: number, host: string): Promise<Front> {
  const pages = new Set<ServerResponse>();
  const first = Promise.withResolvers<void>();
  let upstream = 0;
  const server = createServer(async (incoming, outgoing) => {
    // Without the query: a page asks for a changed style sheet with a new one.
    const path = incoming.url?.split('?')[0] ?? '/';
    if (path === EVENTS) return openEvents(outgoing, pages);
    if (path === LIVE_RELOAD) return send(outgoing, 'text/javascript', buildLiveReload());
    const sheet = SHEET_NAMES.find((name) => name === SHEET.exec(path)?.[1]);
    if (sheet) return send(outgoing, 'text/css', buildSheet(sheet).contents);
    await first.promise;
    forward(incoming, outgoing, upstream);
  });
  await once(server.listen(port, host), 'listening');
  return {
    switchTo(next) {
      upstream = next;
      first.resolve();
    },
    notify(event) {
      for (const page of pages) page.write(`event: ${event}\ndata:\n\n`);
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function openEvents(response: ServerResponse, pages: Set<ServerResponse>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(':\n\n');
  pages.add(response);
  response.once('close', () => pages.delete(response));
}

function send(response: ServerResponse, type: string, body: string): void {
  response.setHeader('content-type', `${type}; charset=utf-8`);
  response.setHeader('cache-control', 'no-store');
  response.end(body);
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const inner = request({ host: '127.0.0.1', port, method, path: url, headers });
  inner.once('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  inner.once('error', (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' });
    outgoing.end(`the site failed: ${error.message}; its output has more`);
  });
  outgoing.once('close', () => inner.destroy());
  incoming.pipe(inner);
}

function buildLiveReload(): string {
  const entry = fileURLToPath(new URL('./live-reload.ts', import.meta.url));
  const { outputFiles } = buildSync({ entryPoints: [entry], write: false, format: 'esm' });
  return outputFiles[0]?.text ?? '';
}
