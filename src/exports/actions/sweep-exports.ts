import type { Context } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import { FILES_PREFIX, STALLED_SECONDS } from '../rules.ts';
import { findReferencedKeys, restartStalled } from '../store/export.ts';
import { enqueueExport } from './enqueue-export.ts';

const BATCH = 100;

/** Restarts exports whose worker died, and deletes files that can no longer be downloaded. */
export async function sweepExports(ctx: Context): Promise<void> {
  const now = ctx.now();
  await ctx.tx(async (trx) => {
    const stalled = await restartStalled(trx, addSeconds(now, -STALLED_SECONDS), now);
    for (const request of stalled) await enqueueExport(trx, request);
  });
  await sweepFiles(ctx, now);
}

/** Deletes downloaded and expired files and those of deleted accounts. A row is written before its file. */
async function sweepFiles(ctx: Context, now: Date): Promise<void> {
  let keys: string[] = [];
  const flush = async () => {
    const referenced = await findReferencedKeys(ctx.db, keys, now);
    for (const key of keys.filter((one) => !referenced.has(one))) await ctx.storage.remove(key);
    keys = [];
  };
  for await (const { key } of ctx.storage.list(FILES_PREFIX)) {
    keys.push(key);
    if (keys.length === BATCH) await flush();
  }
  await flush();
}
