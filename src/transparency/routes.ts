import { type App, operations } from '../platform/http/app-types.ts';
import { PageOf } from '../platform/http/pagination.ts';
import { listMonths, versionsOfMonths } from './actions/list-months.ts';
import { MONTHS_PER_PAGE } from './rules.ts';
import { TransparencyMonth, TransparencyQuery } from './schema.ts';

const { asCached } = operations('reports');

export function transparencyRoutes(app: App): void {
  app.get(
    '/api/transparency',
    asCached(versionsOfMonths)({
      operationId: 'listTransparencyMonths',
      summary: 'How the site is moderated: counts of each month, without names',
      description:
        'Months by the calendar of the site, the newest first. 404 unless the owner publishes them.',
      querystring: TransparencyQuery,
      response: { 200: PageOf(TransparencyMonth) },
    }),
    ({ ctx, query }) => listMonths(ctx, { limit: MONTHS_PER_PAGE, ...query }),
  );
}
