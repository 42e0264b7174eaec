import { type App, operations } from '../platform/http/app-types.ts';
import { NoContent } from '../platform/http/validation.ts';
import { reportSubject } from './actions/report.ts';
import { REPORT_LEVEL } from './rules.ts';
import { ReportBody } from './schema.ts';

const { route } = operations('reports');

/** D66: reports of members to the staff. */
export function reportRoutes(app: App): void {
  app.post(
    '/api/reports',
    route('member', ['reports'])({
      operationId: 'report',
      summary: 'Reports a post, comment, profile or picture to the staff',
      description: `From Lv${REPORT_LEVEL} on, once per subject. The reported member never learns who reported.`,
      body: ReportBody,
      response: NoContent,
    }),
    (request) => reportSubject(request.ctx, request.member, request.body),
  );
}
