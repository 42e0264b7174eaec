import { FILES_CACHE, OFFLINE_PATH, POSTS_CACHE, postIdOf, STORED_DAYS } from '../../rules.ts';
import type { FetchEvent } from './types.ts';

const DAY_MS = 24 * 3600 * 1000;
const GONE = [404, 410];

/** Pages, and the files of stored ones. Everything else is not touched: the API, uploads, other methods, other sites. */
export function respond(event: FetchEvent): void {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(loadPage(event, url));
  else if (['script', 'style'].includes(request.destination)) event.respondWith(loadFile(request));
}

/** The network first: what was hidden meanwhile is never shown while there is one. */
async function loadPage(event: FetchEvent, { pathname }: URL): Promise<Response> {
  const isPost = postIdOf(pathname) !== undefined;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (isPost && GONE.includes(response.status)) event.waitUntil(drop(pathname));
    return response;
  } catch {
    const stored = isPost ? await findPost(pathname) : undefined;
    return stored ?? (await findFile(OFFLINE_PATH)) ?? Response.error();
  }
}

async function loadFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await findFile(request.url)) ?? Response.error();
  }
}

async function findPost(path: string): Promise<Response | undefined> {
  const response = await (await caches.open(POSTS_CACHE)).match(path);
  const stored_at = Date.parse(response?.headers.get('date') ?? '');
  return Date.now() - stored_at < STORED_DAYS * DAY_MS ? response : undefined;
}

async function findFile(url: string): Promise<Response | undefined> {
  return (await caches.open(FILES_CACHE)).match(url);
}

async function drop(path: string): Promise<void> {
  await (await caches.open(POSTS_CACHE)).delete(path);
}
