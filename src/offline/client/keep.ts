import { FILES_CACHE, FILES_MAX, filesOf, isForEverybody } from '../rules.ts';

const STORED_HEADERS = ['content-type', 'content-security-policy', 'referrer-policy', 'date'];

/**
 * Keeps a page as everybody sees it, with the files that it names. Undefined: it is not one for everybody, or `edit` found
 * nothing to keep.
 */
export async function keepPage(
  cache: string,
  path: string,
  { lang, edit = (html) => html }: { lang: string; edit?: (html: string) => string | undefined },
): Promise<Cache | undefined> {
  // Without cookies, and past the cache of the browser, which may have the page of a member.
  const response = await fetch(path, {
    credentials: 'omit',
    cache: 'no-store',
    headers: { accept: 'text/html', 'accept-language': lang },
  });
  const html = await response.text();
  const stored = isForEverybody(response) ? edit(html) : undefined;
  if (stored === undefined) return undefined;
  // Not those of the transfer, such as the length: the copy is another text.
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  const pages = await caches.open(cache);
  // Moves to the end, so that the first one is the one to drop.
  await pages.delete(path);
  await pages.put(path, new Response(stored, { headers }));
  await keepFiles(filesOf(stored));
  return pages;
}

async function keepFiles(paths: string[]): Promise<void> {
  const files = await caches.open(FILES_CACHE);
  await Promise.all(
    paths.map(async (path) => {
      if (await files.match(path)) return;
      const response = await fetch(path, { credentials: 'omit' });
      if (response.ok) await files.put(path, response);
    }),
  );
  await dropOldest(files, FILES_MAX);
}

export async function dropOldest(cache: Cache, max: number): Promise<void> {
  const stored = await cache.keys();
  await Promise.all(stored.slice(0, -max).map((request) => cache.delete(request)));
}
