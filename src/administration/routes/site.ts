import { type App, route } from '../../platform/http/app-types.ts';
import { PageOf } from '../../platform/http/pagination.ts';
import { listStaffLog } from '../../staff-log/actions.ts';
import { StaffLogEntry, StaffLogQuery } from '../../staff-log/schema.ts';
import { changeSetting, listSettings } from '../actions/site-settings.ts';
import { SettingBody, SettingParams, StaffSetting, StaffSettings } from '../schema/site.ts';

const tags = ['administration'];
const asAdmin = route('admin');
const asOwner = route('owner');

export function adminSiteRoutes(app: App): void {
  app.get(
    '/api/admin/site-settings',
    {
      ...asOwner,
      schema: {
        operationId: 'listSiteSettings',
        summary: 'Every setting of the site',
        tags,
        response: { 200: StaffSettings },
      },
    },
    ({ ctx }) => listSettings(ctx),
  );

  app.put(
    '/api/admin/site-settings/:key',
    {
      ...asOwner,
      schema: {
        operationId: 'changeSiteSetting',
        summary: 'Sets one of them',
        description:
          'Takes effect from the next request on. Items waiting for review keep waiting.',
        tags,
        params: SettingParams,
        body: SettingBody,
        response: { 200: StaffSetting },
      },
    },
    ({ ctx, member, params, body }) => changeSetting(ctx, member, params.key, body),
  );

  app.get(
    '/api/admin/staff-log',
    {
      ...asAdmin,
      schema: {
        operationId: 'listStaffLog',
        summary: 'What the staff did, newest first',
        tags,
        querystring: StaffLogQuery,
        response: { 200: PageOf(StaffLogEntry) },
      },
    },
    ({ ctx, query }) => listStaffLog(ctx, query),
  );
}
