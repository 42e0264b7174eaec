import type { Context } from '../../context.ts';
import { findPublicTags } from '../../posts/store/shared/public-tags.ts';
import { Refusal } from '../../refusals.ts';
import { tagPath } from '../../tags/rules.ts';
import {
  findLastIds,
  type IdRange,
  listTagSlugs,
  readMemberEntries,
  readPostEntries,
  readSeriesEntries,
} from '../store/sitemaps.ts';
import { escapeXml } from '../xml.ts';

type Kind = 'posts' | 'members' | 'tags' | 'series';

/**
 * Ids in one file. A file is read when it is requested, so a hidden post is in none at once: no job, no stored file to
 * forget. An index may name 50 000 files, enough for 200 million posts with as many members.
 */
const FILE_IDS: Record<Kind, number> = {
  posts: 10_000,
  members: 10_000,
  tags: 2_000,
  series: 2_000,
};
const FILES_MAX = 50_000;
const KINDS = Object.keys(FILE_IDS) as Kind[];
const FILE = /^(?:(members|tags|series)-)?([1-9]\d{0,9})\.xml$/;
/** What the owner wrote about the site. */
const PAGES_FILE = 'pages.xml';
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="utf-8"?>';

/** Names every file. */
export async function readSitemapIndex({ readDb, config, site }: Context): Promise<string> {
  const { origin } = new URL(config.BASE_URL);
  const last = await findLastIds(readDb);
  const names = KINDS.flatMap((kind) => {
    const length = Math.ceil(last[kind] / FILE_IDS[kind]);
    const prefix = kind === 'posts' ? '' : `${kind}-`;
    return Array.from({ length }, (_, file) => `${prefix}${file + 1}.xml`);
  });
  if ((await site.load()).pages.length > 0) names.push(PAGES_FILE);
  // The schema allows no empty index.
  if (names.length === 0) names.push('1.xml');
  const entries = names
    .slice(0, FILES_MAX)
    .map((name) => `<sitemap><loc>${escapeXml(origin)}/sitemaps/${name}</loc></sitemap>`);
  return [HEAD, `<sitemapindex xmlns="${SCHEMA}">`, ...entries, '</sitemapindex>', ''].join('\n');
}

/** `1.xml` has the posts 1 to 10 000, `members-1.xml` the members, `tags-1.xml` the tags, `series-1.xml` the series. */
export async function readSitemap(ctx: Context, file: string): Promise<string> {
  const { origin } = new URL(ctx.config.BASE_URL);
  if (file === PAGES_FILE) return formatFile(escapeXml(origin), await readPageEntries(ctx, origin));
  const [, kind = 'posts', number] = FILE.exec(file) ?? [];
  const ids = FILE_IDS[kind as Kind];
  const last = Number(number) * ids;
  if (!number || (last > ids && last - ids >= (await findLastIds(ctx.readDb))[kind as Kind]))
    throw new Refusal('not_found');
  const entries = await readEntries(ctx, kind as Kind, escapeXml(origin), {
    first: last - ids + 1,
    last,
  });
  return formatFile(escapeXml(origin), entries);
}

function formatFile(origin: string, entries: string): string {
  // In every file, because the schema allows no empty one.
  const home = `<url><loc>${origin}/</loc></url>`;
  return [HEAD, `<urlset xmlns="${SCHEMA}">`, home, entries, '</urlset>', ''].join('\n');
}

async function readPageEntries({ site }: Context, origin: string): Promise<string> {
  const { pages } = await site.load();
  if (pages.length === 0) throw new Refusal('not_found');
  return pages
    .map(
      ({ path, published_at }) =>
        `<url><loc>${escapeXml(origin + path)}</loc><lastmod>${published_at}</lastmod></url>`,
    )
    .join('\n');
}

async function readEntries(
  { readDb }: Context,
  kind: Kind,
  origin: string,
  range: IdRange,
): Promise<string> {
  if (kind === 'posts') return readPostEntries(readDb, origin, range);
  if (kind === 'members') return readMemberEntries(readDb, origin, range);
  if (kind === 'series') return readSeriesEntries(readDb, origin, range);
  const tags = await listTagSlugs(readDb, range);
  const shown = await findPublicTags(
    readDb,
    tags.map(({ id }) => id),
  );
  return tags
    .filter(({ id }) => shown.has(id))
    .map(({ slug }) => `<url><loc>${origin}${escapeXml(tagPath(slug))}</loc></url>`)
    .join('\n');
}
