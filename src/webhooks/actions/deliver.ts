import type { Context } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { FetchFailed } from '../../platform/outbound/fetch-failed.ts';
import { signWebhook } from '../../platform/outbound/sign-webhook.ts';
import { findOwner } from '../../users/actions/find-user.ts';
import { isDelivered, LEASE_SECONDS, nextAttempt, reasonToDisable } from '../rules.ts';
import * as deliveries from '../store/deliveries.ts';
import { lockWebhook, selectSecrets, updateWebhook } from '../store/webhooks.ts';
import { composePayload } from './compose-payload.ts';
import { openSecrets } from './secrets.ts';

type Sent = { status: number | null; error: string | null };

/**
 * Sends one delivery of the webhook that is due. Claimed and stored in short transactions, sent between them: a worker
 * that dies leaves a delivery that another one takes over, so it may arrive twice, with the same id. Undefined: none is
 * due.
 */
export async function deliverNext(
  ctx: Context,
  webhook_id: number,
): Promise<'delivered' | 'failed' | undefined> {
  const now = ctx.now();
  const lease = addSeconds(now, LEASE_SECONDS);
  const claimed = await ctx.autocommit((db) =>
    deliveries.claimDelivery(db, webhook_id, { now, lease }),
  );
  if (!claimed) return undefined;
  const sent = await send(ctx, webhook_id, claimed);
  const delivered = sent.status !== null && isDelivered(sent.status);
  await ctx.tx((trx) =>
    delivered
      ? storeSuccess(ctx, trx, webhook_id, claimed, sent)
      : storeFailure(ctx, trx, webhook_id, claimed, sent),
  );
  return delivered ? 'delivered' : 'failed';
}

async function send(ctx: Context, id: number, claimed: deliveries.Claimed): Promise<Sent> {
  const webhook = await selectSecrets(ctx.db, id);
  if (!webhook) return { status: null, error: 'removed' };
  const secrets = openSecrets(ctx, webhook);
  if (secrets.length === 0) return { status: null, error: 'secret' };
  const body = await composePayload(ctx, claimed);
  const message = { id: `msg_${claimed.message_id}`, at: ctx.now(), body };
  try {
    const headers = signWebhook(message, secrets);
    return { status: await ctx.guardedPost.post(webhook.url, { headers, body }), error: null };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    return { status: null, error: `${error.reason}: ${error.detail}` };
  }
}

async function storeSuccess(
  ctx: Context,
  trx: Trx,
  webhook_id: number,
  claimed: deliveries.Claimed,
  { status }: Sent,
): Promise<void> {
  const webhook = await lockWebhook(trx, webhook_id);
  const now = ctx.now();
  await deliveries.storeOutcome(trx, claimed, {
    state: 'delivered',
    last_status: status,
    last_error: null,
    next_at: now,
    finished_at: now,
  });
  if (webhook?.failing_since) await updateWebhook(trx, webhook_id, { failing_since: null });
}

async function storeFailure(
  ctx: Context,
  trx: Trx,
  webhook_id: number,
  claimed: deliveries.Claimed,
  { status, error }: Sent,
): Promise<void> {
  const webhook = await lockWebhook(trx, webhook_id);
  if (!webhook) return;
  const now = ctx.now();
  const again = nextAttempt(claimed.attempts, now, Math.random());
  const isStored = await deliveries.storeOutcome(trx, claimed, {
    state: again ? 'waiting' : 'given_up',
    last_status: status,
    last_error: error,
    next_at: again ?? now,
    finished_at: again ? null : now,
  });
  if (!isStored || !webhook.enabled) return;
  const failing_since = webhook.failing_since ?? now;
  const reason = reasonToDisable({ status, is_given_up: !again, failing_since, now });
  if (reason) await disable(ctx, trx, webhook, reason);
  else if (!webhook.failing_since) await updateWebhook(trx, webhook_id, { failing_since });
}

/** What waits is given up: the owner can send it again from the log. */
async function disable(
  ctx: Context,
  trx: Trx,
  { id, url }: { id: number; url: string },
  reason: 'gone' | 'failing',
): Promise<void> {
  const now = ctx.now();
  await updateWebhook(trx, id, { enabled: false, disabled_reason: reason });
  await deliveries.giveUpWaiting(trx, id, now);
  ctx.log.warn({ event: 'webhook_disabled', webhook: id, reason }, 'webhook disabled');
  const owner = await findOwner(trx);
  if (!owner) return;
  const { hostname: host } = new URL(url);
  const cause = `webhook_disabled:${id}:${now.toISOString()}`;
  const kind = 'webhook_disabled';
  await notifyUser(trx, { uid: owner.uid, kind, cause, payload: { host }, created_at: now });
}
