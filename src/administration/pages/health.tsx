import { presentHealth } from '../../health/actions/present-health.ts';
import { readHealth } from '../../health/actions/read-health.ts';
import type { App } from '../../platform/http/app-types.ts';
import { sendPage } from '../../platform/http/page.ts';
import { HealthPage } from '../views/health.tsx';
import { adminPageOf, asStaff } from './admin-page.ts';

export function adminHealthPages(app: App): void {
  app.get('/admin/health', asStaff('owner'), async (request, reply) => {
    const [admin, found] = await Promise.all([adminPageOf(request), readHealth(request.ctx)]);
    const health = presentHealth(found, request.locale);
    return sendPage(reply, <HealthPage admin={admin} health={health} />);
  });
}
