import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { enqueueMail } from '../../../src/mail/actions/enqueue-mail.ts';
import { SERVER } from '../../support/built-programs.ts';
import { startChild, waitFor } from '../../support/child.ts';
import { settingsOf } from '../../support/lamplight.ts';
import { ensureServerBuilt } from '../../support/resources.ts';
import { startSmtp } from '../../support/smtp.ts';
import { createWorld } from '../../support/world.ts';
import { printMeasurements } from '../support/print-measurements.ts';

/** Every mail is sent exactly once or reported, whatever the server and the worker do. */
const MAILS = Number(process.env['TEST_MAILS'] ?? 5000);
const STEP = 500;
const smtp = await startSmtp({ isBrief: true });
const world = await createWorld(smtp.settings);
const addressOf = (n: number) => `reader${n}@example.org`;

async function enqueueAll(): Promise<void> {
  for (let first = 0; first < MAILS; first += STEP)
    await world.ctx.tx(async (trx) => {
      for (let n = first; n < first + STEP; n++)
        await enqueueMail(world.ctx, trx, {
          kind: 'test',
          cause: `many:${n}`,
          to: { uid: null, email: addressOf(n) },
        });
    });
}

function startMailWorker() {
  return startChild(process.execPath, [SERVER], {
    env: {
      ...settingsOf(world.ctx.config),
      ...smtp.settings,
      ROLE: 'worker',
      METRICS_PORT: '-1',
      LOG_LEVEL: 'fatal',
    },
    isReady: async () => smtp.tries.length > 0,
  });
}

async function countByState(): Promise<Record<string, number>> {
  const rows = await world.sql('select state, count(*)::int as count from mail group by state');
  return Object.fromEntries(rows.map(({ state, count }) => [String(state), Number(count)]));
}

test(`${MAILS} mails to a server that accepts, refuses, defers, hangs and dies, by workers that are killed`, async () => {
  // Evenly over the queue, so that some of them meet each fault.
  const pick = (step: number, offset: number) =>
    Array.from({ length: MAILS / step }, (_, index) => addressOf(index * step + offset));
  const refused = pick(200, 7);
  for (const address of refused) smtp.behave('refuse', address);
  for (const address of pick(200, 11)) smtp.behave('defer', address, 1);
  for (const address of pick(1000, 13)) smtp.behave('drop', address, 1);
  const lost = pick(1000, 17);
  for (const address of lost) smtp.behave('lose', address, 1);
  for (const address of pick(5000, 19)) smtp.behave('hang', address, 1);
  await enqueueAll();
  await ensureServerBuilt();

  const started = performance.now();
  const first = await startMailWorker();
  await waitFor(() => smtp.mails.length > MAILS * 0.3, undefined, 240);
  first.signal('SIGKILL');
  await first.gone;
  await startMailWorker();
  await waitFor(() => smtp.mails.length > MAILS * 0.6, undefined, 240);
  await smtp.stop();
  await sleep(3000);
  await smtp.start();
  const isDone = async () => {
    const { queued = 0, sending = 0 } = await countByState();
    return queued + sending === 0;
  };
  await waitFor(isDone, undefined, 400);
  const seconds = (performance.now() - started) / 1000;

  expect(await countByState()).toEqual({ sent: MAILS - refused.length, failed: refused.length });
  const rows = await world.sql('select address, state, error, is_doubtful from mail');
  const counts = new Map<string, number>();
  const names = new Map<string, Set<string | undefined>>();
  for (const { envelope, messageId } of smtp.mails) {
    const to = envelope.to[0] ?? '';
    counts.set(to, (counts.get(to) ?? 0) + 1);
    names.set(to, (names.get(to) ?? new Set()).add(messageId));
  }
  const doubled: string[] = [];
  for (const { address, state, error, is_doubtful } of rows) {
    const received = counts.get(String(address)) ?? 0;
    if (state === 'failed') expect([received, error]).toEqual([0, '550 5.1.1 no such user']);
    else expect(received, String(address)).toBeGreaterThanOrEqual(1);
    if (received > 1) {
      doubled.push(String(address));
      expect([address, is_doubtful]).toEqual([address, true]);
      expect(names.get(String(address))?.size).toBe(1);
    }
  }
  const doubtful = rows.filter((row) => row['is_doubtful']).length;
  expect(doubled).toEqual(expect.arrayContaining(lost));
  // Each killed worker had at most four mails on the way, and so had the server that died.
  expect(doubtful).toBeLessThanOrEqual(lost.length + 8);
  const [jobs] = await world.sql(
    "select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'mail_send'",
  );
  expect(jobs?.['waiting']).toBe(0);
  printMeasurements('mail', {
    mails: MAILS,
    seconds,
    per_second: MAILS / seconds,
    doubtful,
    doubled: doubled.length,
  });
}, 900_000);
