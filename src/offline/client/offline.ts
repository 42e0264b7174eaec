import { HISTORY_KEY, HISTORY_OFF } from '../../posts/rules.ts';
import { CHECK_MINUTES, FILES_CACHE, POSTS_CACHE, POSTS_MAX, postIdOf } from '../rules.ts';
import { dropOldest, keepPage } from './keep.ts';

/** On every page, when it is idle. */
const { worker, viewer } = document.body.dataset;
const CHECKED = 'offline-checked';
const MEMBER = 'offline-member';

showConnection();
for (const event of ['offline', 'online']) addEventListener(event, showConnection);
// Not on plain http, and not where the browser keeps nothing.
if ('serviceWorker' in navigator && 'caches' in window)
  // Private windows of some browsers refuse; then there is nothing to read offline.
  (worker === '' ? keep() : remove()).catch(() => {});

function showConnection(): void {
  document.body.classList.toggle('is-offline', !navigator.onLine);
}

/** While the owner has turned it off, or does again. */
async function remove(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of [POSTS_CACHE, FILES_CACHE]) await caches.delete(name);
}

async function keep(): Promise<void> {
  const { lang } = document.documentElement;
  await forgetOtherMember();
  const url = `/service-worker.js?lang=${lang}`;
  await navigator.serviceWorker.register(url, { updateViaCache: 'none' });
  addEventListener('online', () => void check().then(leaveIfGone));
  const path = location.pathname;
  if (!isRecording()) await caches.delete(POSTS_CACHE);
  else if (postIdOf(path) && navigator.onLine) {
    const posts = await keepPage(POSTS_CACHE, path, { lang, edit: onlyArticle });
    if (posts) await dropOldest(posts, POSTS_MAX);
  }
  const checked_at = Number(localStorage.getItem(CHECKED));
  if (Date.now() - checked_at > CHECK_MINUTES * 60_000) await check();
  const unread = /^\((\d+)/.exec(document.title)?.[1] ?? 0;
  await navigator.setAppBadge?.(Number(unread));
}

/** Comments, and the titles of other posts, could be hidden while this copy stays. */
function onlyArticle(html: string): string | undefined {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = page.querySelector('main');
  let stored = page.querySelector('[data-article]');
  if (!main || !stored) return undefined;
  for (; stored && stored !== main; stored = stored.parentElement)
    stored.parentElement?.replaceChildren(stored);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** A log-out clears the browser by a header. This is for a session that ended by itself. */
async function forgetOtherMember(): Promise<void> {
  const [uid] = viewer?.split('.') ?? [];
  if (!uid) return;
  const before = localStorage.getItem(MEMBER);
  localStorage.setItem(MEMBER, uid);
  if (before === null || before === uid) return;
  await caches.delete(POSTS_CACHE);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** Drops what is not public any more. */
async function check(): Promise<void> {
  const posts = await caches.open(POSTS_CACHE);
  const stored = (await posts.keys()).map(({ url }) => new URL(url).pathname);
  if (stored.length > 0) {
    const ids = stored.map(postIdOf).join(',');
    const response = await fetch(`/api/posts/titles?ids=${ids}`, { credentials: 'omit' });
    if (!response.ok) return;
    const { items } = (await response.json()) as { items: { id: number }[] };
    const known = new Set(items.map(({ id }) => id));
    for (const path of stored) if (!known.has(postIdOf(path) ?? 0)) await posts.delete(path);
  }
  localStorage.setItem(CHECKED, String(Date.now()));
}

/** A page that was opened without a connection may show what was hidden meanwhile. */
async function leaveIfGone(): Promise<void> {
  if (!document.querySelector('[data-article]')) return;
  const { status } = await fetch(location.pathname, { method: 'HEAD' });
  if (status === 404 || status === 410) location.reload();
}

/** The reader can stop the reading history; then nothing that they read stays. */
function isRecording(): boolean {
  return localStorage.getItem(HISTORY_KEY) !== HISTORY_OFF;
}
