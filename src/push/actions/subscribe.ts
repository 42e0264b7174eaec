import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isPublicKey } from '../../platform/outbound/web-push.ts';
import { Refusal } from '../../refusals.ts';
import type { PushBody, PushSettings } from '../schema.ts';
import * as store from '../store/subscriptions.ts';
import { getPushKey } from './key.ts';

export async function getPushSettings(ctx: Context, viewer: Viewer): Promise<PushSettings> {
  const { public_key } = getPushKey(ctx);
  return {
    available: isAvailable(ctx),
    public_key: public_key.toString('base64url'),
    groups: (await store.findGroups(ctx.db, viewer)) ?? null,
  };
}

/** The browser of this session, until the session ends. A member has at most as many as sessions (D11). */
export async function subscribe(
  ctx: Context,
  viewer: Viewer,
  { endpoint, keys, groups }: PushBody,
): Promise<PushSettings> {
  if (!isAvailable(ctx)) throw new Refusal('not_found');
  // A browser chooses the address, so an attacker can.
  if (!ctx.guardedPost.accepts(endpoint))
    throw invalid('/endpoint', 'must be https, at a public address');
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  if (!isPublicKey(p256dh)) throw invalid('/keys/p256dh', 'must be a point of P-256');
  const auth = Buffer.from(keys.auth, 'base64url');
  const { uid, session_id } = viewer;
  const server_key = getPushKey(ctx).public_key;
  const row = {
    uid,
    session_id,
    endpoint,
    p256dh,
    auth,
    server_key,
    groups,
    created_at: ctx.now(),
  };
  await ctx.tx(async (trx) => {
    if (!(await store.lockLiveSession(trx, viewer))) throw new Refusal('login_required');
    if (await store.isOfAnotherBrowser(trx, row))
      throw invalid('/endpoint', 'is known with other keys');
    await store.replaceSubscription(trx, row);
  });
  return getPushSettings(ctx, viewer);
}

export async function unsubscribe(ctx: Context, viewer: Viewer): Promise<void> {
  await ctx.autocommit((db) => store.deleteOfSession(db, viewer));
}

/** Their sessions ended with the deletion of the account, and these with them; this is for what an older program left. */
export function purgeSubscriptions(trx: Trx, uid: number): Promise<void> {
  return store.deleteOfMember(trx, uid);
}

/** Notifications need the service worker. */
function isAvailable(ctx: Context): boolean {
  return ctx.site.current.offline;
}

function invalid(pointer: string, detail: string): Refusal {
  return new Refusal('invalid_input', {}, { fields: [{ pointer, detail }] });
}
