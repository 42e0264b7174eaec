import type { Db, Trx } from '../platform/db/database.ts';
import { CONTACT, SITE_SETTINGS, type SiteSetting } from './rules.ts';
import { deleteText, selectSetting, selectText, upsertSetting, upsertText } from './store.ts';

export async function getSiteSetting(db: Db, key: SiteSetting): Promise<boolean> {
  return (await selectSetting(db, key)) ?? SITE_SETTINGS[key].default;
}

export function setSiteSetting(
  trx: Trx,
  change: { key: SiteSetting; value: boolean; updated_by: number; updated_at: Date },
): Promise<void> {
  return upsertSetting(trx, change);
}

/** Whom visitors can ask for help; empty if the owner has written nothing. */
export async function getSiteContact(db: Db): Promise<string> {
  return (await selectText(db, CONTACT)) ?? '';
}

export function setSiteContact(
  trx: Trx,
  change: { value: string; updated_by: number; updated_at: Date },
): Promise<void> {
  return change.value === ''
    ? deleteText(trx, CONTACT)
    : upsertText(trx, { key: CONTACT, ...change });
}
