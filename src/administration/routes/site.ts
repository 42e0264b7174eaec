import { type App, operations } from '../../platform/http/app-types.ts';
import { fileOf, upload } from '../../platform/http/multipart.ts';
import { PageOf } from '../../platform/http/pagination.ts';
import { NoContent } from '../../platform/http/validation.ts';
import { listStaffLog } from '../../staff-log/actions.ts';
import { StaffLogEntry, StaffLogQuery } from '../../staff-log/schema.ts';
import { changeLogo, changeSite, removeLogo } from '../actions/change-site.ts';
import { changeSetting, listSettings } from '../actions/site-settings.ts';
import {
  SettingBody,
  SettingParams,
  SiteChange,
  SiteLogo,
  StaffSetting,
  StaffSettings,
} from '../schema/site.ts';

const { asAdmin, asOwner, optionsWith } = operations('administration');
const asLogoUpload = optionsWith({ ...upload, config: { ...upload.config, access: 'owner' } });

export function adminSiteRoutes(app: App): void {
  app.get(
    '/api/admin/site-settings',
    asOwner({
      operationId: 'listSiteSettings',
      summary: 'Every setting of the site',
      response: { 200: StaffSettings },
    }),
    ({ ctx }) => listSettings(ctx),
  );

  app.put(
    '/api/admin/site-settings/:key',
    asOwner({
      operationId: 'changeSiteSetting',
      summary: 'Sets one of them',
      description: 'Takes effect from the next request on. Items waiting for review keep waiting.',
      params: SettingParams,
      body: SettingBody,
      response: { 200: StaffSetting },
    }),
    ({ ctx, member, params, body }) => changeSetting(ctx, member, params.key, body),
  );

  app.put(
    '/api/admin/site-settings',
    asOwner({
      operationId: 'changeSite',
      summary: 'Sets those that are named, all or none',
      description:
        'The settings that are no switches. Every page shows the change at once, and the staff log has it.',
      body: SiteChange,
      response: { 200: StaffSettings },
    }),
    ({ ctx, member, body }) => changeSite(ctx, member, body as SiteChange),
  );

  app.post(
    '/api/admin/site-logo',
    asLogoUpload({
      operationId: 'changeSiteLogo',
      summary: 'Uploads a logo, from which every icon is made',
      response: { 200: SiteLogo },
    }),
    async (request) => changeLogo(request.ctx, request.member, fileOf(request)),
  );

  app.delete(
    '/api/admin/site-logo',
    asOwner({
      operationId: 'removeSiteLogo',
      summary: 'Returns to the logo of the product',
      response: NoContent,
    }),
    ({ ctx, member }) => removeLogo(ctx, member),
  );

  app.get(
    '/api/admin/staff-log',
    asAdmin({
      operationId: 'listStaffLog',
      summary: 'What the staff did, newest first',
      querystring: StaffLogQuery,
      response: { 200: PageOf(StaffLogEntry) },
    }),
    ({ ctx, query }) => listStaffLog(ctx, query),
  );
}
