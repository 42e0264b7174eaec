import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startPostgres } from '../../../rigs/chaos/site/postgres.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { isUnavailable } from '../../../src/platform/db/errors.ts';
import { atEnd } from '../../support/cleanup.ts';
import { at, startStandby } from '../support/standby.ts';

test('C4 a pool connected to a standby neither reads nor writes there, and uses the primary as soon as it can', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-standby-'));
  chmodSync(directory, 0o755);
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const primary = await startPostgres(directory);
  const standby = await startStandby(directory, primary);
  const proxy = await startSwitchableProxy(standby.port);
  const settings = { role: '', size: 2, name: 'test', url: at(primary.url, proxy.port) };
  const { db, close } = openDatabase(settings, () => {});
  atEnd(close);

  const read = () => sql`select 1`.execute(db);
  const refused = await read().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: '25006' });
  expect(isUnavailable(refused)).toBe(true);
  proxy.switchTo(primary.port);
  await read();
  await sql`create table written ()`.execute(db);

  const looking = openDatabase({ ...settings, url: standby.url, reads_standby: true }, () => {});
  atEnd(looking.close);
  await sql`select 1`.execute(looking.db);
});

/** A TCP proxy with a switchable target, as in front of a cluster. */
async function startSwitchableProxy(first: number) {
  let target = first;
  const server = createServer((client) => {
    const there = connect(target, '127.0.0.1');
    client.pipe(there).pipe(client);
    client.on('error', () => there.destroy());
    there.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return {
    port: (server.address() as AddressInfo).port,
    switchTo(port: number) {
      target = port;
    },
  };
}
