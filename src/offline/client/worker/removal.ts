import type { WorkerScope } from './types.ts';

/** `/service-worker.js` while the owner has turned it off: removes the worker and everything that it stored. */
const scope = self as unknown as WorkerScope;

scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await scope.registration.unregister();
}
