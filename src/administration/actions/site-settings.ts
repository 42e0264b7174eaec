import type { Context, Viewer } from '../../context.ts';
import { translator } from '../../platform/i18n.ts';
import { Refusal } from '../../refusals.ts';
import { deriveAccent } from '../../site-settings/accent.ts';
import { getSiteSetting, setSiteSetting } from '../../site-settings/actions.ts';
import {
  isSiteSwitch,
  readSetting,
  SITE_SETTING_KEYS,
  SITE_SETTINGS,
  type SiteSetting,
} from '../../site-settings/rules.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { SettingBody, StaffSetting } from '../schema/site.ts';
import { countWaiting, selectSettings } from '../store/settings.ts';

type StoredSetting = Awaited<ReturnType<typeof selectSettings>>[number];

export async function listSettings(ctx: Context): Promise<{ items: StaffSetting[] }> {
  const stored = await selectSettings(ctx.db);
  const items: StaffSetting[] = [];
  for (const key of SITE_SETTING_KEYS) {
    const row = stored.find((one) => one.key === key);
    items.push({ ...present(ctx, key, row), ...(await consequencesOf(ctx, key)) });
  }
  return { items };
}

function present(ctx: Context, key: SiteSetting, row: StoredSetting | undefined): StaffSetting {
  const value = readValue(key, row?.value);
  return {
    key,
    description: translator(ctx.locale)(SITE_SETTINGS[key].description),
    value,
    default: SITE_SETTINGS[key].default,
    updated_at: row?.updated_at.toISOString() ?? null,
    updated_by: row?.by ? presentCard(ctx, row.by) : null,
    ...(key === 'site.accent' ? shadesOf(String(value)) : {}),
  };
}

function readValue(key: SiteSetting, stored: string | undefined): StaffSetting['value'] {
  if (!isSiteSwitch(key)) return readSetting(key, stored);
  return stored === undefined ? SITE_SETTINGS[key].default : stored === 'true';
}

function shadesOf(color: string): Pick<StaffSetting, 'shown'> {
  const accent = color === '' ? undefined : deriveAccent(color);
  return accent ? { shown: { light: accent.light.accent, dark: accent.dark.accent } } : {};
}

async function consequencesOf(
  ctx: Context,
  key: SiteSetting,
): Promise<Pick<StaffSetting, 'consequences'>> {
  if (key !== 'audit.enabled') return {};
  return { consequences: await countWaiting(ctx.db) };
}

/** Publishes nothing: items waiting for review keep waiting (D22). */
export async function changeSetting(
  ctx: Context,
  staff: Viewer,
  key: string,
  { value }: SettingBody,
): Promise<StaffSetting> {
  if (!isSiteSwitch(key)) throw new Refusal('not_found');
  await ctx.tx(async (trx) => {
    // Only the owner changes settings, so the lock on their row serializes changes and `before` is right.
    const owner = await lockUser(trx, staff.uid);
    // Otherwise the owner could not switch it off again.
    if (key === 'staff.second_factor_required' && value && !owner?.second_factor)
      throw new Refusal('second_factor_needed');
    const before = await getSiteSetting(trx, key);
    if (before === value) return;
    await setSiteSetting(trx, { key, value, updated_by: staff.uid, updated_at: ctx.now() });
    await recordStaffAction(ctx, trx, staff, {
      action: 'setting.change',
      subject_kind: 'site_setting',
      subject_id: null,
      reason: '',
      before: { [key]: before },
      after: { [key]: value },
    });
  });
  const { items } = await listSettings(ctx);
  return items.find((one) => one.key === key) as StaffSetting;
}
