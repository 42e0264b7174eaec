import { createServer } from 'node:http';

/** A proxy tries another process after 502, and passes 503 on to the visitor. */
const BAD_GATEWAY = 502;
const CODES: Record<string, number> = { '/healthz': 200, '/readyz': 503 };

export type WaitingListener = { close(): Promise<void> };

/**
 * Stands in for the site and its metrics while the process waits for the database: alive, so that no orchestrator kills
 * it, and not ready.
 */
export async function listenWhileWaiting(
  host: string,
  port: number,
  status: () => string,
): Promise<WaitingListener> {
  const server = createServer((request, response) => {
    const code = CODES[request.url ?? ''] ?? BAD_GATEWAY;
    const isHealth = code === CODES['/healthz'];
    response.writeHead(code, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      // The site itself takes over this port.
      connection: 'close',
      ...(isHealth ? {} : { 'retry-after': '2' }),
    });
    response.end(JSON.stringify({ status: isHealth ? 'ok' : status() }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
