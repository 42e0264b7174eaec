import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { JOBS } from '../../../src/jobs.ts';
import { TIME_BUDGET } from '../../../src/platform/time-budget.ts';
import { SERVER } from '../../support/built-programs.ts';
import { startChild, waitFor } from '../../support/child.ts';
import type { Client } from '../../support/client.ts';
import { emptyDirectory, operatorOf, settingsOf } from '../../support/lamplight.ts';
import { ensureServerBuilt } from '../../support/resources.ts';
import { createWorld, PASSWORD } from '../../support/world.ts';
import { unzip } from '../../support/zip.ts';
import { printMeasurements } from '../support/print-measurements.ts';

/** A member with many rows: an export needs little memory and no long transaction, and a crash loses nothing. */
const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const ENTRIES = 200_000;
/** This many rows stay within the statement timeout. */
const STEP = 5000;
const HEAP_MB = 96;
const EXPORT = '/api/settings/export';
const client = await insertHistory();

async function insertHistory(): Promise<Client> {
  const member = await world.member({ transport: 'bearer' });
  for (let first = 1; first <= ENTRIES; first += STEP) {
    const range = [member.uid, first, first + STEP - 1];
    await world.sql(
      `with transfer as (
         insert into energy_transfer (cause, reason, from_account, to_account, amount, created_at)
         select 'past:' || n, 'checkin', -1, $1, 1, now() from generate_series($2::int, $3::int) n
         returning id, cause
       )
       insert into energy_entry (account_id, seq, transfer_id, delta, balance_after, created_at)
       select $1, substr(cause, 6)::bigint + 1000, id, 1, 1, now() from transfer`,
      range,
    );
    await world.sql(
      `insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
       select $1, 1, 1, 'energize', 'past:' || n, now() from generate_series($2::int, $3::int) n`,
      range,
    );
  }
  await world.sql('analyze energy_transfer, energy_entry, exp_entry');
  return member;
}

function rowsIn(files: Map<string, Buffer>, name: string): number {
  return JSON.parse(String(files.get(`${name}.json`))).length;
}

test(`an export of ${ENTRIES * 2} rows fits into a heap of ${HEAP_MB} MB and keeps no long snapshot`, async () => {
  const folder = emptyDirectory();
  const env = { ...settingsOf(world.ctx.config), NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const lamplight = operatorOf(env, folder);
  let longest = 0;
  let looked = 0;
  let done = false;
  const watch = (async () => {
    while (!done) {
      const [row] = await world.sql(
        `select count(*) as seen, max(extract(epoch from clock_timestamp() - xact_start)) * 1000 as ms
           from pg_stat_activity where application_name = 'lamplight command' and xact_start is not null`,
      );
      looked += Number(row?.['seen']);
      longest = Math.max(longest, Number(row?.['ms']));
      await sleep(20);
    }
  })();
  const before = Date.now();
  const outcome = await lamplight(`user export ${client.uid} --out long.zip`);
  const seconds = (Date.now() - before) / 1000;
  done = true;
  await watch;
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
  const bytes = readFileSync(join(folder, 'long.zip'));
  const files = await unzip(bytes);
  expect(rowsIn(files, 'energy')).toBeGreaterThanOrEqual(ENTRIES);
  expect(rowsIn(files, 'experience')).toBeGreaterThanOrEqual(ENTRIES);
  expect(looked).toBeGreaterThan(0);
  expect(longest).toBeLessThan(TIME_BUDGET.statement);
  printMeasurements('export', {
    rows: ENTRIES * 2,
    seconds,
    longest_ms: longest,
    bytes: bytes.length,
  });
});

test('C2 a worker killed during an export leaves no files, and the next one creates it once', async () => {
  const requested = await client.post(EXPORT, { password: PASSWORD });
  expect(requested.status).toBe(202);
  const there = new Set(readdirSync(tmpdir()));
  const temporary = () =>
    readdirSync(tmpdir()).filter(
      (name) => /^lamplight-[0-9a-f-]{36}$/.test(name) && !there.has(name),
    );
  await ensureServerBuilt();
  const worker = () =>
    startChild(process.execPath, [SERVER], {
      env: {
        ...settingsOf(world.ctx.config),
        ROLE: 'worker',
        METRICS_PORT: '-1',
        LOG_LEVEL: 'warn',
      },
      isReady: async () => {
        const at = await world.sql(
          "select 1 from graphile_worker.jobs where task_identifier = 'exports_make' and locked_at is not null",
        );
        return at.length > 0;
      },
    });
  const first = await worker();
  first.signal('SIGKILL');
  await first.gone;
  expect((await client.get(EXPORT)).body.state).toBe('preparing');
  expect(temporary()).toEqual([]);

  world.wait(6 * 60);
  await JOBS.tasks['exports_sweep']?.(world.ctx, {});
  await worker();
  const isReady = async () => (await client.get(EXPORT)).body.state === 'ready';
  await waitFor(isReady, undefined, 120);
  const notifications = await world.sql(
    "select 1 from notification where uid = $1 and kind = 'export_ready'",
    [client.uid],
  );
  expect(notifications).toHaveLength(1);
  const keys: string[] = [];
  for await (const { key } of world.ctx.storage.list('export/')) keys.push(key);
  expect(keys).toHaveLength(1);
  const file = await world.ctx.storage.get(keys[0] ?? '');
  const files = await unzip(file ? await buffer(file.body) : Buffer.alloc(0));
  expect(rowsIn(files, 'energy')).toBeGreaterThanOrEqual(ENTRIES);
});

test('a download may take longer than any other response', async () => {
  const [row] = await world.sql('select key from user_export where uid = $1', [client.uid]);
  expect((await client.get(EXPORT)).body.state).toBe('ready');
  const bytes = Buffer.alloc(64 * 1024 * 1024, 'x');
  await world.ctx.storage.put(String(row?.['key']), bytes);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${client.tokens.access}` };
  const slow = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: `${EXPORT}/file`, headers }, resolve).once(
      'error',
      reject,
    );
  });
  slow.pause();
  await sleep(TIME_BUDGET.handler + 1000);
  expect((await buffer(slow)).length).toBe(bytes.length);
});
