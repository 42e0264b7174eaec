import { FILES_CACHE, OFFLINE_PATH, POSTS_CACHE } from '../../rules.ts';
import { keepPage } from '../keep.ts';
import { openNotification, showPush } from './push.ts';
import { respond } from './respond.ts';
import type { InstallEvent, WorkerScope } from './types.ts';

/**
 * `/service-worker.js`. It stores nothing of what passes through it: pages come from the network, and only when that fails
 * from what `client/offline.ts` stored. Nothing in it depends on a release, so releases can replace each other at any time.
 */
const scope = self as unknown as WorkerScope;

scope.addEventListener('install', (event) => {
  const lang = new URL(location.href).searchParams.get('lang') ?? '';
  event.waitUntil(keepPage(FILES_CACHE, OFFLINE_PATH, { lang }));
  event.waitUntil(bypass(event));
  void scope.skipWaiting();
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

/**
 * The API does not pass through the worker: what a page sends while it is closed, such as its last save, would be lost with the
 * page before the worker has it. Not every browser knows routes.
 */
async function bypass(event: InstallEvent): Promise<void> {
  await event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' });
}

async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (name !== POSTS_CACHE && name !== FILES_CACHE) await caches.delete(name);
  // The request of a page starts at once, not after the worker has.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

scope.addEventListener('fetch', respond);
scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event.data)));
scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(scope, event.notification)),
);
