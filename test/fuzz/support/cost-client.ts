import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The client of event-loop-cost.test.ts, in a thread of its own so that its work is not counted as the server's. A
 * request is handed over first and sent on `go`, because receiving it costs the main thread something too.
 */
export type CostRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array;
};
export type CostMessage = CostRequest | 'go';
export type CostReport = 'ready' | { status: number };

const { port } = workerData as { port: number };
/** How long a server may go on reading what it does not need. */
const UNREAD_MS = 100;

let next: CostRequest | undefined;

parentPort?.on('message', (message: CostMessage) => {
  if (message !== 'go') {
    next = message;
    report('ready');
  } else if (next) {
    send(next);
  }
});

function report(message: CostReport): void {
  parentPort?.postMessage(message);
}

function send({ method, path, headers, body }: CostRequest): void {
  let status = 0;
  const length = body ? { 'content-length': String(body.byteLength) } : {};
  const sent = request(
    { host: '127.0.0.1', port, agent: false, method, path, headers: { ...headers, ...length } },
    (response) => {
      status = response.statusCode ?? 0;
      response.resume();
      // What the server does with the rest of a body that it has refused already is its cost, too.
      const wait = sent.writableFinished ? 0 : UNREAD_MS;
      response.once('close', () => setTimeout(() => sent.destroy(), wait));
    },
  );
  // A body that is refused before it has arrived may end as a broken connection, after or instead of the response.
  sent.on('error', () => {});
  sent.once('close', () => report({ status }));
  sent.end(body);
}
