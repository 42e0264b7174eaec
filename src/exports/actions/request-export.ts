import { lockVerifiedUser, verifyPassword } from '../../accounts/actions/change-password.ts';
import type { Context, Viewer } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import { afterCommit } from '../../platform/db/transaction.ts';
import { randomToken } from '../../platform/secrets.ts';
import { Refusal } from '../../refusals.ts';
import { AGAIN_HOURS, keyFor, stateOf } from '../rules.ts';
import type { Export } from '../schema.ts';
import { putRequest, selectExport } from '../store/export.ts';
import { enqueueExport } from './enqueue-export.ts';

const NAME_BYTES = 16;
const HOUR = 3600;

/** Needs the password: an export contains all data, so a stolen open browser must not be enough. */
export async function requestExport(
  ctx: Context,
  viewer: Viewer,
  password: string | undefined,
): Promise<Export> {
  const verified = await verifyPassword(ctx, viewer, password);
  await ctx.tx(async (trx) => {
    // The lock on the member's row serializes this with other requests and with a deletion.
    await lockVerifiedUser(trx, verified);
    // Read the clock after the lock, so that the times are in the order of the requests.
    const now = ctx.now();
    const last = await selectExport(trx, viewer.uid);
    const next = last && nextAt(last.asked_at);
    if (next && now < next) {
      const hours = Math.ceil((next.getTime() - now.getTime()) / 1000 / HOUR);
      throw new Refusal('export_recent', { hours, next_at: next.toISOString() });
    }
    const { uid } = viewer;
    const request = { uid, key: keyFor(uid, randomToken(NAME_BYTES)), asked_at: now };
    await putRequest(trx, request);
    if (last) afterCommit(trx, () => ctx.storage.remove(last.key));
    await enqueueExport(trx, request);
  });
  return getExport(ctx, viewer);
}

export async function getExport(ctx: Context, viewer: Viewer): Promise<Export> {
  const now = ctx.now();
  const found = await selectExport(ctx.db, viewer.uid);
  const next = found && nextAt(found.asked_at);
  return {
    state: stateOf(found, now),
    asked_at: found?.asked_at.toISOString() ?? null,
    bytes: found?.bytes ?? null,
    expires_at: found?.expires_at?.toISOString() ?? null,
    taken_at: found?.taken_at?.toISOString() ?? null,
    next_at: next && now < next ? next.toISOString() : null,
  };
}

function nextAt(requestedAt: Date): Date {
  return addSeconds(requestedAt, AGAIN_HOURS * HOUR);
}
