import { Type } from 'typebox';
import { type App, operations } from '../platform/http/app-types.ts';
import { getSiteSetting } from './actions.ts';

const { asMember } = operations('settings');

export function siteSettingRoutes(app: App): void {
  app.get(
    '/api/settings/audit-status',
    asMember({
      operationId: 'getAuditStatus',
      summary: 'Returns whether posts and profile changes are reviewed',
      response: { 200: Type.Object({ audit_enabled: Type.Boolean() }) },
    }),
    async (request) => ({ audit_enabled: await getSiteSetting(request.ctx.db, 'audit.enabled') }),
  );
}
