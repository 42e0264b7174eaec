import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { deletePreference, type Preference } from '../store/preferences.ts';

const PURPOSE = 'unsubscribe';
/** The list is a part, so that a link of one list never ends another. */
const LIST = 'digest';
const FORM = /^v1\.digest\.([1-9]\d{0,15})\.([A-Za-z0-9_-]{43})$/;

/** Never expires: an old mail must still unsubscribe. It can do nothing else. */
export function unsubscribePath(secrets: Secrets, uid: number): string {
  return `/mail/unsubscribe/v1.${LIST}.${uid}.${secrets.sign(PURPOSE, `${LIST}.${uid}`)}`;
}

/** Whose link it is, or undefined if this site has not signed it. Reads nothing, so it shows nothing about accounts. */
export function readUnsubscribeToken(secrets: Secrets, token: string): number | undefined {
  const [, uid = '', signature = ''] = FORM.exec(token) ?? [];
  return secrets.verify(PURPOSE, `${LIST}.${uid}`, signature) ? Number(uid) : undefined;
}

/** RFC 8058: at once, and a second time without effect. Returns what was subscribed, for undoing it. */
export function unsubscribe(ctx: Context, uid: number): Promise<Preference | undefined> {
  return ctx.autocommit((db) => deletePreference(db, uid));
}

export async function purgeDigest(trx: Trx, uid: number): Promise<void> {
  await deletePreference(trx, uid);
}
