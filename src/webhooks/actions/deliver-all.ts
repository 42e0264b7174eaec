import type { Context } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import { FAILURES_IN_A_ROW, LOG_DAYS, PAUSE_MS } from '../rules.ts';
import { deleteFinished, listDueWebhooks } from '../store/deliveries.ts';
import { spreadEvents } from '../store/events.ts';
import { deliverNext } from './deliver.ts';

const BATCH = 500;
/** To one endpoint. */
const AT_ONCE = 5;

export type Deliverer = {
  /** Begins what is due, and does not wait for it. */
  run(ctx: Context): Promise<void>;
  /** Until nothing is on its way; begins nothing new. */
  stop(): Promise<void>;
};

/** Each endpoint is served by itself, so that one that hangs delays no other. */
export function createDeliverer(): Deliverer {
  const running = new Map<number, Promise<void>>();
  const pausedUntil = new Map<number, number>();
  let isStopping = false;

  async function serve(ctx: Context, id: number): Promise<void> {
    let failures = 0;
    const work = async () => {
      while (!isStopping && failures < FAILURES_IN_A_ROW) {
        const result = await deliverNext(ctx, id);
        if (!result) return;
        failures = result === 'failed' ? failures + 1 : 0;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (failures >= FAILURES_IN_A_ROW) pausedUntil.set(id, performance.now() + PAUSE_MS);
  }

  return {
    async run(ctx) {
      await makeDeliveries(ctx);
      for (const id of await listDueWebhooks(ctx.db, ctx.now())) {
        if (isStopping || running.has(id)) continue;
        if ((pausedUntil.get(id) ?? 0) > performance.now()) continue;
        const done = serve(ctx, id)
          .catch((err) => ctx.log.warn({ err, webhook: id }, 'deliveries of a webhook failed'))
          .finally(() => running.delete(id));
        running.set(id, done);
      }
    },
    async stop() {
      isStopping = true;
      await Promise.all(running.values());
    },
  };
}

async function makeDeliveries(ctx: Context): Promise<void> {
  for (let taken = BATCH; taken === BATCH; )
    taken = await ctx.tx((trx) => spreadEvents(trx, ctx.now(), BATCH));
}

/** Everything that is due now, one after the other; for tests and the tick of a single process. */
export async function deliverDue(ctx: Context): Promise<void> {
  await makeDeliveries(ctx);
  for (const id of await listDueWebhooks(ctx.db, ctx.now())) {
    for (let result = await deliverNext(ctx, id); result; ) result = await deliverNext(ctx, id);
  }
}

export async function sweepDeliveries(ctx: Context): Promise<void> {
  const before = addDays(ctx.now(), -LOG_DAYS);
  for (let deleted = BATCH; deleted === BATCH; )
    deleted = await ctx.tx((trx) => deleteFinished(trx, before, BATCH));
}
