import { createHash } from 'node:crypto';
import { memoize } from '../platform/cache/memoize.ts';
import type { App } from '../platform/http/app-types.ts';
import { asPage, pageViewOf, sendPage } from '../platform/http/page.ts';
import { readWorker } from '../ui/assets.ts';
import { OFFLINE_PATH } from './rules.ts';
import { OfflinePage } from './views/offline-page.tsx';

/** It fetches from this site only, and loads nothing else. */
const WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Static files: served under any load, and not counted by limits. */
const file = { config: { access: 'public', internal: true } } as const;

/** The service worker (ADR 0068), and the page that it shows without a connection. */
export function offlinePages(app: App): void {
  app.get('/service-worker.js', file, async (request, reply) => {
    const { offline } = await app.ctx.site.load();
    const { body, etag } = read(offline ? 'worker' : 'removal');
    const isKnown = request.headers['if-none-match'] === etag;
    reply
      .code(isKnown ? 304 : 200)
      .type('text/javascript; charset=utf-8')
      // A browser asks with every page that it opens, so a change of the setting or of the release is there at once.
      .headers({
        'cache-control': 'public, no-cache',
        etag,
        'content-security-policy': WORKER_POLICY,
      });
    return isKnown ? null : body;
  });

  // The same for everybody, so it may be stored on the device.
  app.get(OFFLINE_PATH, asPage('optional'), async (request, reply) => {
    const page = sendPage(reply, <OfflinePage visit={pageViewOf(request)} />);
    if (!request.visitor)
      reply.headers({ 'cache-control': 'public, no-cache', vary: 'accept-language, cookie' });
    return page;
  });
}

const read = memoize((name: Parameters<typeof readWorker>[0]) => {
  const body = readWorker(name);
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  return { body, etag };
});
