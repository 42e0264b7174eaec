import type { Context, Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type NotifyPrefs, SWITCHES } from '../rules.ts';
import { selectPrefs, upsertPrefs } from '../store/prefs.ts';

/** All switches are on until the member changes one. */
export async function getNotifyPrefs(db: Db, uid: number): Promise<NotifyPrefs> {
  const stored = await selectPrefs(db, uid);
  return stored ?? (Object.fromEntries(SWITCHES.map((name) => [name, true])) as NotifyPrefs);
}

/** SPEC §4: changes the named switches only. */
export function setNotifyPrefs(
  ctx: Context,
  viewer: Viewer,
  changes: Partial<NotifyPrefs>,
): Promise<NotifyPrefs> {
  return ctx.autocommit((trx) => upsertPrefs(trx, viewer.uid, changes));
}
