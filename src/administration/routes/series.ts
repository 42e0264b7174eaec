import { type App, operations } from '../../platform/http/app-types.ts';
import { RoutedParams, readRoutedId } from '../../platform/http/routed-id.ts';
import { NoContent } from '../../platform/http/validation.ts';
import { clearSeries } from '../../series/actions/clear-series.ts';
import { ReasonBody } from '../../staff-log/schema.ts';

const { asAdmin } = operations('administration');

/** Titles and descriptions of series are public and not reviewed before: the staff can remove them. */
export function adminSeriesRoutes(app: App): void {
  app.post(
    '/api/admin/series/:id/clear',
    asAdmin({
      operationId: 'clearSeries',
      summary: 'Removes the title and the description of a series; its posts stay',
      params: RoutedParams,
      body: ReasonBody,
      response: NoContent,
    }),
    ({ ctx, member, params, body }) => clearSeries(ctx, member, readRoutedId(params.id), body),
  );
}
