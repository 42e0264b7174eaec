import { presentHealth } from '../../health/actions/present-health.ts';
import { readHealth } from '../../health/actions/read-health.ts';
import { Health } from '../../health/schema.ts';
import { type App, route } from '../../platform/http/app-types.ts';

export function adminHealthRoutes(app: App): void {
  app.get(
    '/api/admin/health',
    route('owner')({
      operationId: 'getHealth',
      summary: 'The state of what the site runs on',
      description:
        'The checks of `lamplight doctor` that a running site can make: database, queue, mail, storage, backups. Checked at most once in ten seconds per process.',
      tags: ['administration'],
      response: { 200: Health },
    }),
    async ({ ctx, locale }) => presentHealth(await readHealth(ctx), locale),
  );
}
