import type { Context } from '../context.ts';
import { Refusal } from '../refusals.ts';
import { findLastPostId, listPublicIds } from './store.ts';

/**
 * Ids in one file. A file is read when it is requested, so a hidden post is in none at once; ten thousand rows of the
 * primary key cost a few milliseconds. The index may name 50 000 files, enough for 500 million posts.
 */
const FILE_IDS = 10_000;
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="utf-8"?>';

/** Names every file of posts. */
export async function readSitemapIndex({ readDb, config }: Context): Promise<string> {
  const { origin } = new URL(config.BASE_URL);
  const files = Math.ceil((await findLastPostId(readDb)) / FILE_IDS);
  const entries = Array.from(
    { length: files },
    (_, file) => `<sitemap><loc>${origin}/sitemaps/${file + 1}.xml</loc></sitemap>`,
  );
  return [HEAD, `<sitemapindex xmlns="${SCHEMA}">`, ...entries, '</sitemapindex>', ''].join('\n');
}

/** File 1 has the posts 1 to 10 000. The first file also names the home page. */
export async function readSitemap({ readDb, config }: Context, file: number): Promise<string> {
  const { origin } = new URL(config.BASE_URL);
  const last = file * FILE_IDS;
  if (last - FILE_IDS >= (await findLastPostId(readDb))) throw new Refusal('not_found');
  const posts = await listPublicIds(readDb, { first: last - FILE_IDS + 1, last });
  const entries = posts.map(
    ({ id, changed_at }) =>
      `<url><loc>${origin}/posts/${id}</loc><lastmod>${changed_at.toISOString()}</lastmod></url>`,
  );
  if (file === 1) entries.unshift(`<url><loc>${origin}/</loc></url>`);
  return [HEAD, `<urlset xmlns="${SCHEMA}">`, ...entries, '</urlset>', ''].join('\n');
}
