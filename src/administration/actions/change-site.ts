import type { Context, Viewer } from '../../context.ts';
import { translator } from '../../platform/i18n.ts';
import { convertLogo } from '../../platform/images/convert.ts';
import { knownZone } from '../../platform/time-zones.ts';
import { type FieldError, Refusal } from '../../refusals.ts';
import { changeSiteTexts, setSiteIcons } from '../../site-settings/actions.ts';
import {
  FOOTER_LINKS_MAX,
  readFooterLinks,
  type SiteTextSetting,
} from '../../site-settings/rules.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { acceptImage } from '../../uploads/actions.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import type { SiteChange, StaffSetting } from '../schema/site.ts';
import { listSettings } from './site-settings.ts';

const ENTRY = {
  action: 'setting.change',
  subject_kind: 'site_setting',
  subject_id: null,
  reason: '',
} as const;

/** Only what differs is stored and logged. */
export async function changeSite(
  ctx: Context,
  staff: Viewer,
  typed: SiteChange,
): Promise<{ items: StaffSetting[] }> {
  const texts = trimmed(typed);
  assertLinks(ctx, texts);
  assertZone(ctx, texts);
  await ctx.tx(async (trx) => {
    // As in `changeSetting`: only the owner changes them.
    await lockUser(trx, staff.uid);
    const change = { updated_by: staff.uid, updated_at: ctx.now() };
    const changed = await changeSiteTexts(trx, texts, change);
    if (!changed) return;
    await recordStaffAction(ctx, trx, staff, { ...ENTRY, ...changed });
  });
  return listSettings(ctx);
}

function trimmed(typed: SiteChange): SiteChange {
  const entries = Object.entries(typed).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.trim() : value,
  ]);
  const texts = Object.fromEntries(entries) as SiteChange;
  const color = texts['site.accent'];
  return color === undefined ? texts : { ...texts, 'site.accent': color.toLowerCase() };
}

function assertLinks(ctx: Context, texts: SiteChange): void {
  const lines = texts['footer.links'];
  if (lines === undefined || readFooterLinks(lines)) return;
  const t = translator(ctx.locale);
  const detail = t('owner_site.wrong_links', { max: FOOTER_LINKS_MAX });
  throw refusalAt('footer.links', detail);
}

function assertZone(ctx: Context, texts: SiteChange): void {
  const zone = texts['site.time_zone'];
  if (zone === undefined || knownZone(zone)) return;
  throw refusalAt('site.time_zone', translator(ctx.locale)('owner_site.wrong_value'));
}

function refusalAt(key: SiteTextSetting, detail: string): Refusal {
  const fields: FieldError[] = [{ pointer: `/${key}`, detail }];
  return new Refusal('invalid_input', {}, { fields });
}

/** All sizes are made from one picture. */
export async function changeLogo(
  ctx: Context,
  staff: Viewer,
  bytes: Buffer,
): Promise<{ version: string | null }> {
  const icons = await acceptImage(() => convertLogo(bytes));
  await storeLogo(ctx, staff, icons);
  return { version: (await ctx.site.load()).logo };
}

export async function removeLogo(ctx: Context, staff: Viewer): Promise<void> {
  await storeLogo(ctx, staff, []);
}

async function storeLogo(
  ctx: Context,
  staff: Viewer,
  icons: { name: string; bytes: Buffer }[],
): Promise<void> {
  const before = (await ctx.site.load()).logo;
  if (before === null && icons.length === 0) return;
  await ctx.tx(async (trx) => {
    await lockUser(trx, staff.uid);
    await setSiteIcons(trx, icons, ctx.now());
    await recordStaffAction(ctx, trx, staff, {
      ...ENTRY,
      before: { 'site.logo': before !== null },
      after: { 'site.logo': icons.length > 0 },
    });
  });
}
