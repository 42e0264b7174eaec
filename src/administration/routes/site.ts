import { type App, route } from '../../platform/http/app-types.ts';
import { PageOf } from '../../platform/http/pagination.ts';
import { getSiteContact } from '../../site-settings/actions.ts';
import { listStaffLog } from '../../staff-log/actions.ts';
import { StaffLogEntry, StaffLogQuery } from '../../staff-log/schema.ts';
import { changeContact } from '../actions/site-contact.ts';
import { changeSetting, listSettings } from '../actions/site-settings.ts';
import {
  SettingBody,
  SettingParams,
  SiteContact,
  StaffSetting,
  StaffSettings,
} from '../schema/site.ts';

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
    '/api/admin/site-contact',
    {
      ...asOwner,
      schema: {
        operationId: 'getSiteContact',
        summary: 'Whom visitors are asked to contact',
        tags,
        response: { 200: SiteContact },
      },
    },
    async ({ ctx }) => ({ contact: await getSiteContact(ctx.db) }),
  );

  app.put(
    '/api/admin/site-contact',
    {
      ...asOwner,
      schema: {
        operationId: 'changeSiteContact',
        summary: 'Sets whom visitors are asked to contact, such as after forgetting a password',
        tags,
        body: SiteContact,
        response: { 200: SiteContact },
      },
    },
    ({ ctx, member, body }) => changeContact(ctx, member, body.contact),
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
