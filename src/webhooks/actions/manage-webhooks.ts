import type { Context, Viewer } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { createWebhookKey, showWebhookKey } from '../../platform/outbound/sign-webhook.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { ROTATION_HOURS, WEBHOOKS_MAX } from '../rules.ts';
import type { Delivery, NewWebhook, Webhook, WebhookChange } from '../schema.ts';
import * as deliveries from '../store/deliveries.ts';
import * as store from '../store/webhooks.ts';
import { sealSecret } from './secrets.ts';

export type MadeWebhook = Webhook & { secret: string };

export async function listWebhooks(ctx: Context): Promise<{ items: Webhook[] }> {
  return { items: (await store.selectWebhooks(ctx.db)).map(present) };
}

export async function getWebhook(ctx: Context, id: number): Promise<Webhook> {
  const row = await store.selectWebhook(ctx.db, id);
  if (!row) throw new Refusal('not_found');
  return present(row);
}

export async function createWebhook(
  ctx: Context,
  staff: Viewer,
  { url, events }: NewWebhook,
): Promise<MadeWebhook> {
  assertAccepted(ctx, url);
  const secret = createWebhookKey();
  return ctx.tx(async (trx) => {
    // As for settings: the owner makes one after the other, which makes the limit hold.
    await lockUser(trx, staff.uid);
    if ((await store.selectWebhooks(trx)).length >= WEBHOOKS_MAX)
      throw new Refusal('too_many', { limit: WEBHOOKS_MAX });
    const sealed = sealSecret(ctx, secret);
    const row = await store.insertWebhook(trx, {
      url,
      events,
      secret: sealed,
      created_at: ctx.now(),
    });
    await note(ctx, trx, staff, row.id, 'webhook.create', {}, describe(row));
    return { ...present(row), secret: showWebhookKey(secret) };
  });
}

/** Turning it on again forgets that it failed. */
export async function changeWebhook(
  ctx: Context,
  staff: Viewer,
  id: number,
  { url, events, enabled }: WebhookChange,
): Promise<Webhook> {
  assertAccepted(ctx, url);
  return ctx.tx(async (trx) => {
    const before = await lock(trx, id);
    const restarted =
      enabled && !before.enabled ? { disabled_reason: null, failing_since: null } : {};
    const row = await store.updateWebhook(trx, id, { url, events, enabled, ...restarted });
    if (before.enabled && !enabled) await deliveries.giveUpWaiting(trx, id, ctx.now());
    await note(ctx, trx, staff, id, 'webhook.change', describe(before), describe(row));
    return present(row);
  });
}

export async function removeWebhook(ctx: Context, staff: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const before = await lock(trx, id);
    await store.deleteWebhook(trx, id);
    await note(ctx, trx, staff, id, 'webhook.remove', describe(before), {});
  });
}

/** Both secrets sign for a day, so that the receiver can change over without missing anything. */
export async function rotateSecret(ctx: Context, staff: Viewer, id: number): Promise<MadeWebhook> {
  const secret = createWebhookKey();
  return ctx.tx(async (trx) => {
    await lock(trx, id);
    const current = await store.selectSecrets(trx, id);
    const row = await store.updateWebhook(trx, id, {
      secret: sealSecret(ctx, secret),
      previous_secret: current?.secret ?? null,
      previous_until: current ? addSeconds(ctx.now(), ROTATION_HOURS * 3600) : null,
    });
    await note(ctx, trx, staff, id, 'webhook.rotate', {}, {});
    return { ...present(row), secret: showWebhookKey(secret) };
  });
}

/** The log has the result. */
export async function sendTest(ctx: Context, id: number): Promise<Delivery> {
  return ctx.tx(async (trx) => {
    if (!(await lock(trx, id)).enabled) throw new Refusal('wrong_state', { state: 'disabled' });
    return presentDelivery(await deliveries.insertTest(trx, id, ctx.now()));
  });
}

export async function redeliver(ctx: Context, id: number, delivery_id: number): Promise<Delivery> {
  return ctx.tx(async (trx) => {
    if (!(await lock(trx, id)).enabled) throw new Refusal('wrong_state', { state: 'disabled' });
    const row = await deliveries.resetDelivery(trx, id, delivery_id, ctx.now());
    if (!row) throw new Refusal('not_found');
    return presentDelivery(row);
  });
}

export async function listDeliveries(
  ctx: Context,
  id: number,
  request: PageRequest,
): Promise<Page<Delivery>> {
  await getWebhook(ctx, id);
  const page = readPage(Id, request);
  const rows = await deliveries.selectLog(ctx.db, id, page);
  return toPage(rows, page.limit, (row) => row.id, presentDelivery);
}

function assertAccepted(ctx: Context, url: string): void {
  if (ctx.guardedPost.accepts(url)) return;
  const detail = 'must be https, at a public address, port 443 or 8443';
  throw new Refusal('invalid_input', {}, { fields: [{ pointer: '/url', detail }] });
}

async function lock(trx: Trx, id: number): Promise<store.WebhookRow> {
  const row = await store.lockWebhook(trx, id);
  if (!row) throw new Refusal('not_found');
  return row;
}

function describe({ url, events, enabled }: store.WebhookRow): Record<string, unknown> {
  return { url, events: events.join(' '), enabled };
}

type Action = 'webhook.create' | 'webhook.change' | 'webhook.remove' | 'webhook.rotate';

function note(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  subject_id: number,
  action: Action,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  const entry = { action, subject_kind: 'webhook', subject_id, reason: '', before, after } as const;
  return recordStaffAction(ctx, trx, staff, entry);
}

function present(row: store.WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events as Webhook['events'],
    enabled: row.enabled,
    disabled_reason: row.disabled_reason as Webhook['disabled_reason'],
    failing_since: row.failing_since?.toISOString() ?? null,
    previous_secret_until: row.previous_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

function presentDelivery(row: deliveries.LogRow): Delivery {
  const { id, message_id, kind, subject_id, state, attempts, last_status, last_error } = row;
  return {
    id,
    message_id: `msg_${message_id}`,
    event: kind,
    subject_id,
    state: state as Delivery['state'],
    attempts,
    last_status,
    last_error,
    happened_at: row.happened_at.toISOString(),
    next_at: state === 'waiting' ? row.next_at.toISOString() : null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
