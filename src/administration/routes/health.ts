import { presentHealth } from '../../health/actions/present-health.ts';
import { readHealth } from '../../health/actions/read-health.ts';
import { Health } from '../../health/schema.ts';
import { type App, operations } from '../../platform/http/app-types.ts';

const { asOwner } = operations('administration');

export function adminHealthRoutes(app: App): void {
  app.get(
    '/api/admin/health',
    asOwner({
      operationId: 'getHealth',
      summary: 'The state of what the site runs on',
      description:
        'The checks of `lamplight doctor` that a running site can make: database, queue, mail, storage, backups. Checked at most once in ten seconds per process.',
      response: { 200: Health },
    }),
    async ({ ctx, locale }) => presentHealth(await readHealth(ctx), locale),
  );
}
