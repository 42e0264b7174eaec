import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../src/local/free-port.ts';
import { hasBinary } from '../support/binaries.ts';
import { sendFrom } from '../support/send-from.ts';
import { until } from '../support/until.ts';
import { startNameServer } from './support/name-server.ts';
import { startShippedCaddy } from './support/shipped-proxies.ts';

/** As `docker compose up --scale web=2` does: one name, several addresses, one port. */
test.skipIf(!hasBinary('caddy'))(
  'the shipped Caddy finds a second web process, uses both, and serves on when one ends',
  async () => {
    const port = await freePort();
    const addresses = ['127.0.0.2'];
    const first = await startWebAt('127.0.0.2', port);
    const nameServer = await startNameServer(() => addresses);
    const caddy = await startShippedCaddy(
      port,
      `web ${port} {\n\t\t\tresolvers 127.0.0.1:${nameServer}`,
    );
    const ask = async () => (await sendFrom(caddy, '127.0.0.1', { path: '/' })).body.toString();
    expect(await ask()).toBe('127.0.0.2');

    addresses.push('127.0.0.3');
    await startWebAt('127.0.0.3', port);
    await until(async () => (await ask()) === '127.0.0.3');
    first.close();
    first.closeAllConnections();
    for (let count = 0; count < 10; count++) expect(await ask()).toBe('127.0.0.3');
  },
);

async function startWebAt(address: string, port: number): Promise<Server> {
  const server = createServer((_request, response) => response.end(address)).listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return server;
}
