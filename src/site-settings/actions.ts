import type { Db, Trx } from '../platform/db/database.ts';
import { SITE_SETTINGS, type SiteSetting } from './rules.ts';
import { selectSetting, upsertSetting } from './store.ts';

export async function getSiteSetting(db: Db, key: SiteSetting): Promise<boolean> {
  return (await selectSetting(db, key)) ?? SITE_SETTINGS[key].default;
}

export function setSiteSetting(
  trx: Trx,
  change: { key: SiteSetting; value: boolean; updated_by: number; updated_at: Date },
): Promise<void> {
  return upsertSetting(trx, change);
}
