import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { insertSecurityEvent, type SecurityEvent } from '../store/security-events.ts';

/** In the transaction of what happened, so that the history cannot miss it; and in the log. */
export async function recordSecurityEvent(
  ctx: Context,
  trx: Trx,
  event: Omit<SecurityEvent, 'created_at'>,
): Promise<void> {
  await insertSecurityEvent(trx, { ...event, created_at: ctx.now() });
  ctx.log.warn({ event: event.kind, uid: event.uid }, 'security event');
}
