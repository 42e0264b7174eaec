import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { insertSecurityEvent, type SecurityEvent } from '../store/security-events.ts';

/** Writes the row in the transaction of the event itself, so that none is missing, and logs it. */
export async function recordSecurityEvent(
  ctx: Context,
  trx: Trx,
  event: Omit<SecurityEvent, 'created_at'>,
): Promise<void> {
  await insertSecurityEvent(trx, { ...event, created_at: ctx.now() });
  ctx.log.warn({ event: event.kind, uid: event.uid }, 'security event');
}
