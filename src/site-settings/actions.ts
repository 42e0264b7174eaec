import type { Context } from '../context.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { afterCommit } from '../platform/db/transaction.ts';
import { invalidate, SITE_SUBJECT } from '../platform/invalidations.ts';
import {
  readSetting,
  SITE_SETTINGS,
  SITE_TEXT_KEYS,
  type SiteSwitch,
  type SiteTextSetting,
  type ValueOf,
} from './rules.ts';
import * as store from './store.ts';

type Change<T> = { value: T; updated_by: number; updated_at: Date };
export type SiteTexts = { [K in SiteTextSetting]: ValueOf<K> };

export async function getSiteSetting(db: Db, key: SiteSwitch): Promise<boolean> {
  return (await store.selectSetting(db, key)) ?? SITE_SETTINGS[key].default;
}

export async function setSiteSetting(
  trx: Trx,
  change: Change<boolean> & { key: SiteSwitch },
): Promise<void> {
  await store.upsertSetting(trx, change);
  dropPages(trx);
}

/** All settings but the switches, as they are in the database now. */
async function getSiteTexts(db: Db): Promise<SiteTexts> {
  const stored = await store.selectTexts(db);
  const entries = SITE_TEXT_KEYS.map((key) => [key, readSetting(key, stored.get(key))] as const);
  return Object.fromEntries(entries) as SiteTexts;
}

/** The value of a fresh install needs no row. */
async function setSiteText(
  trx: Trx,
  key: SiteTextSetting,
  value: string | number,
  change: { updated_by: number; updated_at: Date },
): Promise<void> {
  if (value === SITE_SETTINGS[key].default) await store.deleteText(trx, key);
  else await store.upsertText(trx, { key, value: String(value), ...change });
  dropPages(trx);
}

/** Only what differs is stored. Returns what was and is, for the staff log; undefined if nothing differs. */
export async function changeSiteTexts(
  trx: Trx,
  texts: Partial<SiteTexts>,
  change: { updated_by: number; updated_at: Date },
): Promise<{ before: Partial<SiteTexts>; after: Partial<SiteTexts> } | undefined> {
  const stored = await getSiteTexts(trx);
  const changed = SITE_TEXT_KEYS.filter(
    (key) => texts[key] !== undefined && texts[key] !== stored[key],
  );
  if (changed.length === 0) return undefined;
  for (const key of changed) await setSiteText(trx, key, texts[key] ?? '', change);
  const pick = (from: Partial<SiteTexts>) =>
    Object.fromEntries(changed.map((key) => [key, from[key]])) as Partial<SiteTexts>;
  return { before: pick(stored), after: pick(texts) };
}

export async function setSiteIcons(
  trx: Trx,
  icons: { name: string; bytes: Buffer }[],
  now: Date,
): Promise<void> {
  await store.replaceIcons(trx, icons, now);
  dropPages(trx);
}

/** Whom visitors can ask for help; empty if the owner has written nothing. */
export async function getSiteContact(ctx: Context): Promise<string> {
  return (await ctx.site.load()).contact;
}

/** In this process between the commit and the response; the triggers of migration 0078 notify the others. */
function dropPages(trx: Trx): void {
  afterCommit(trx, async () => invalidate(SITE_SUBJECT));
}

const icons = new WeakMap<Context['site'], { version: string; files: Map<string, Buffer> }>();

/** A size of the owner's logo; undefined without a logo. Read once per process and version. */
export async function getSiteIcon(
  { site, db }: Pick<Context, 'site' | 'db'>,
  name: string,
): Promise<Buffer | undefined> {
  const { logo } = await site.load();
  if (logo === null) return undefined;
  const known = icons.get(site);
  const files = known?.version === logo ? known.files : new Map<string, Buffer>();
  icons.set(site, { version: logo, files });
  const file = files.get(name) ?? (await store.selectIcon(db, name));
  if (file) files.set(name, file);
  return file;
}
