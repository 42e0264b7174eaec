import { findSessionViewer } from '../../accounts/actions/validate-session.ts';
import type { Context } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import { FetchFailed } from '../../platform/outbound/fetch-failed.ts';
import { authorizePush, encryptPush, type PushKey } from '../../platform/outbound/web-push.ts';
import { contactHref } from '../../site-settings/rules.ts';
import {
  isAbandoned,
  judgeStatus,
  LEASE_SECONDS,
  nextAttempt,
  type Outcome,
  TTL_SECONDS,
} from '../rules.ts';
import type { PushPayload } from '../schema.ts';
import * as messages from '../store/messages.ts';
import * as subscriptions from '../store/subscriptions.ts';
import { composePayload } from './compose.ts';
import { findPushKey } from './key.ts';

const BATCH = 200;
/** Browsers sent to at the same time, so that one slow push service delays few others. */
const AT_ONCE = 10;

/** Sends what is due. Returns when all of it has an outcome. */
export function sendPushes(ctx: Context): Promise<void> {
  return sendDue(ctx, false);
}

/** Apart, so that the others do not wait for push services that do not respond. */
export function sendFailingPushes(ctx: Context): Promise<void> {
  return sendDue(ctx, true);
}

async function sendDue(ctx: Context, failing: boolean): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    const now = ctx.now();
    const lease = addSeconds(now, LEASE_SECONDS);
    const claimed = await ctx.autocommit((db) =>
      messages.claimMessages(db, { now, lease, limit: BATCH, failing }),
    );
    if (claimed.length === 0) return;
    await sendAll(ctx, claimed);
    found = claimed.reduce((sum, { ids }) => sum + ids.length, 0);
  }
}

export async function sweepPushes(ctx: Context): Promise<void> {
  const before = addSeconds(ctx.now(), -TTL_SECONDS);
  await ctx.autocommit((db) => messages.deleteExpired(db, before));
}

async function sendAll(ctx: Context, claimed: messages.Claimed[]): Promise<void> {
  const found = await subscriptions.selectSubscriptions(
    ctx.db,
    claimed.map(({ uid }) => uid),
    claimed.map(({ subscription_id }) => subscription_id),
  );
  const byId = new Map(found.map((one) => [one.id, one]));
  const rest = claimed.values();
  const work = async () => {
    for (const one of rest) {
      const subscription = byId.get(one.subscription_id);
      // Deleted meanwhile, and its messages with it.
      if (subscription) await sendOne(ctx, subscription, one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * Reads the viewer again before anything is sent, as event streams do: their session, whom they hide, their role. Claimed
 * and stored in short transactions, sent between them.
 */
async function sendOne(
  ctx: Context,
  subscription: subscriptions.Subscription,
  claimed: messages.Claimed,
): Promise<void> {
  const viewer = await findSessionViewer(ctx, subscription);
  const key = findPushKey(ctx, subscription.server_key);
  if (!viewer || !key) return store(ctx, subscription, claimed, 'gone');
  const { groups } = subscription;
  const payload =
    viewer.status === 'banned' || !(await ctx.site.load()).offline
      ? undefined
      : await composePayload(ctx, viewer, { ids: claimed.notification_ids, groups });
  if (!payload) return ctx.autocommit((db) => messages.deleteMessages(db, claimed));
  const status = await post(ctx, key, subscription, payload);
  const outcome = judgeStatus(status);
  if (outcome === 'refused')
    ctx.log.warn({ event: 'push_refused', status }, 'a push service refused a message');
  await store(ctx, subscription, claimed, outcome);
}

/** The status of the response; null without one. */
async function post(
  ctx: Context,
  key: PushKey,
  { endpoint, p256dh, auth }: subscriptions.Subscription,
  payload: PushPayload,
): Promise<number | null> {
  const contact = contactHref(ctx.site.current.contact) ?? ctx.config.BASE_URL;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(TTL_SECONDS),
    // A browser that is not reachable gets only the last one about a post.
    topic: payload.tag,
    urgency: 'normal',
    authorization: await authorizePush(endpoint, { key, contact, now: ctx.now() }),
  };
  const body = encryptPush(Buffer.from(JSON.stringify(payload)), { p256dh, auth });
  try {
    return await ctx.guardedPost.post(endpoint, { headers, body });
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    return null;
  }
}

async function store(
  ctx: Context,
  subscription: subscriptions.Subscription,
  claimed: messages.Claimed,
  outcome: Outcome,
): Promise<void> {
  const now = ctx.now();
  const { failing_since } = subscription;
  await ctx.tx(async (trx) => {
    if (outcome === 'gone') return subscriptions.deleteSubscription(trx, subscription);
    if (outcome === 'sent') {
      if (failing_since) await subscriptions.setFailing(trx, subscription, null);
      return messages.deleteMessages(trx, claimed);
    }
    if (isAbandoned(failing_since, now)) return subscriptions.deleteSubscription(trx, subscription);
    if (!failing_since) await subscriptions.setFailing(trx, subscription, now);
    const again = outcome === 'retry' && nextAttempt(claimed.attempts, now, Math.random());
    if (again) await messages.postponeMessages(trx, claimed, again);
    else await messages.deleteMessages(trx, claimed);
  });
}
