/** Public posts, as an anonymous visitor sees them. */
export const POSTS_CACHE = 'lamplight-posts-1';
/** The page without a connection, and the scripts and styles of the stored pages. */
export const FILES_CACHE = 'lamplight-files-1';
export const OFFLINE_PATH = '/offline';

/** Stored on the device; the ones that were opened last. */
export const POSTS_MAX = 30;
/** A few releases of scripts and styles. */
export const FILES_MAX = 150;
export const STORED_DAYS = 30;
/** So often a browser asks whether what it keeps is still public. */
export const CHECK_MINUTES = 10;

/** The id in the path of a post; undefined for every other path. */
export function postIdOf(path: string): number | undefined {
  return Number(/^\/posts\/([1-9]\d{0,15})$/.exec(path)?.[1]) || undefined;
}

type Judged = Pick<Response, 'ok' | 'redirected' | 'headers'>;

/** The server itself marks what everybody may see; pages for a member are marked private. */
export function isForEverybody({ ok, redirected, headers }: Judged): boolean {
  const directives = (headers.get('cache-control') ?? '').split(',').map((one) => one.trim());
  return ok && !redirected && directives.includes('public') && !directives.includes('private');
}

/** The scripts, styles and colors that a page names. */
export function filesOf(html: string): string[] {
  return [...new Set(html.match(/\/(?:assets\/[\w.-]+|site\.css\?v=\w+)/g) ?? [])];
}
