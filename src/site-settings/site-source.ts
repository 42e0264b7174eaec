import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../platform/db/database.ts';
import type { HiddenListener } from '../platform/db/hidden-listener.ts';
import { onInvalidation, SITE_SUBJECT } from '../platform/invalidations.ts';
import { DEFAULT_ZONE } from '../platform/shown-zone.ts';
import {
  DEFAULT_SITE,
  PAGE_NAMES,
  type Site,
  type SiteSource,
  WRITTEN_PAGES,
  type WrittenPage,
} from '../platform/site.ts';
import { knownZone } from '../platform/time-zones.ts';
import { deriveAccent } from './accent.ts';
import { readFooterLinks, readSetting, type SiteTextSetting } from './rules.ts';
import { type SiteRow, selectSite } from './store.ts';

/** Without notifications, such as in a worker, the site is read again when it is this old. */
const AGE_MS = 1000;
const VERSION_LENGTH = 12;

/**
 * The site in the memory of the process. A change notifies every process (migration 0078), so that requests need no
 * statement; while notifications may be lost, it is read again every second.
 */
export function createSiteSource(
  db: Db,
  listener: Pick<HiddenListener, 'isLive' | 'liveSince'>,
  log: FastifyBaseLogger,
): SiteSource {
  let current = DEFAULT_SITE;
  let changes = 0;
  let read = { changes: -1, at: Number.NEGATIVE_INFINITY };
  let reading: Promise<void> | undefined;

  const isFresh = () => {
    if (read.changes !== changes) return false;
    if (listener.isLive() && read.at >= listener.liveSince()) return true;
    return performance.now() - read.at < AGE_MS;
  };

  const readOnce = async () => {
    const began = { changes, at: performance.now() };
    try {
      current = toSite(await selectSite(db));
      read = began;
    } catch (error) {
      // What it was is better than no page at all. The next request tries again.
      if (read.changes === -1) throw error;
      log.warn({ err: error }, 'could not read the settings of the site again');
    } finally {
      reading = undefined;
    }
  };

  const load = async (): Promise<Site> => {
    if (isFresh()) return current;
    const known = changes;
    const began = reading;
    reading ??= readOnce();
    await reading;
    // A read that began before the change may have missed it.
    if (began && read.changes < known) return load();
    return current;
  };

  const stop = onInvalidation((subject) => {
    if (subject !== SITE_SUBJECT) return;
    changes += 1;
    if (read.changes >= 0) load().catch(() => {});
  });

  return {
    get current() {
      return current;
    },
    load,
    isFresh,
    close: stop,
  };
}

function toSite(rows: SiteRow[]): Site {
  const texts = new Map(rows.flatMap((row) => (row.kind === 'text' ? [[row.key, row.value]] : [])));
  const value = <K extends SiteTextSetting>(key: K) => readSetting(key, texts.get(key));
  const icons = rows.filter(({ kind }) => kind === 'icon');
  const accent = value('site.accent');
  const announcement = value('announcement.text');
  const inviters = value('registration.inviters');
  return {
    version: hashOf(rows),
    name: value('site.name'),
    description: value('site.description'),
    contact: value('site.contact'),
    locale: value('site.language'),
    time_zone: knownZone(value('site.time_zone')) ?? DEFAULT_ZONE,
    offline: value('site.offline') === 'on',
    accent: (accent && deriveAccent(accent)) || null,
    logo: icons.length > 0 ? hashOf(icons) : null,
    registration: value('registration.mode'),
    inviters: inviters === 'staff' ? null : Number(inviters),
    publish_level: value('posts.publish_level'),
    announcement: announcement ? { text: announcement, href: value('announcement.url') } : null,
    links: readFooterLinks(value('footer.links')) ?? [],
    icp_number: value('site.icp_number'),
    police_number: value('site.police_number'),
    transparency: rows.some(({ kind, key }) => kind === 'switch' && key === 'transparency.shown'),
    pages: pagesOf(rows),
  };
}

function pagesOf(rows: SiteRow[]): WrittenPage[] {
  return PAGE_NAMES.flatMap((name) => {
    const row = rows.find(({ kind, key }) => kind === 'page' && key === name);
    if (!row) return [];
    const page = JSON.parse(row.value) as Omit<WrittenPage, 'name' | 'path'>;
    const published_at = new Date(page.published_at).toISOString();
    return [{ ...page, name, path: WRITTEN_PAGES[name], published_at }];
  });
}

function hashOf(rows: SiteRow[]): string {
  if (rows.length === 0) return '';
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, VERSION_LENGTH);
}
