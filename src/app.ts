import { purgeDeletedAccounts, sweepExpired } from './accounts/actions/clean-up.ts';
import { addGuards } from './accounts/guards.ts';
import { accountPages } from './accounts/pages.tsx';
import { authRoutes } from './accounts/routes/auth.ts';
import { accountSettingRoutes } from './accounts/routes/settings.ts';
import { apiDocPages } from './api-docs/pages.tsx';
import type { Context } from './context.ts';
import type { App } from './platform/http/app-types.ts';
import { createHttp } from './platform/http/create-http.ts';
import { answerErrors } from './platform/http/errors.ts';
import { healthRoutes, type Readiness } from './platform/http/health.ts';
import { describeApi } from './platform/http/openapi.ts';
import { logRequests } from './platform/http/request-log.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { foldCounts } from './posts/actions/fold-counts.ts';
import { postRoutes } from './posts/routes/public.ts';
import { studioRoutes } from './posts/routes/studio.ts';
import { reactionRoutes } from './reactions/routes.ts';
import type { Services } from './services.ts';
import { sitePages } from './site/pages.tsx';
import { siteSettingRoutes } from './site-settings/routes.ts';
import { renderErrorPage } from './ui/error-page.tsx';
import { sweepUploads } from './uploads/actions.ts';
import { uploadRoutes } from './uploads/routes.ts';

/** The whole service in plain sight: what holds for every route, then every edge, in order. */
export async function createApp(
  services: Services,
  readiness: Readiness = { draining: false },
): Promise<App> {
  const app = await createHttp(services.ctx);
  answerErrors(app, renderErrorPage);
  logRequests(app);
  await describeApi(app);
  addGuards(app);

  healthRoutes(app, services.database, readiness);
  authRoutes(app);
  accountSettingRoutes(app);
  siteSettingRoutes(app);
  uploadRoutes(app);
  postRoutes(app);
  studioRoutes(app);
  reactionRoutes(app);

  sitePages(app);
  accountPages(app);
  apiDocPages(app);
  return app;
}

/** What happens later, and when: crontab lines, in UTC. */
export const JOBS: Jobs = {
  tasks: {
    accounts_purge: purgeDeletedAccounts,
    accounts_sweep: sweepExpired,
    uploads_sweep: sweepUploads,
  },
  schedule: ['5 * * * * accounts_purge', '35 * * * * accounts_sweep', '50 * * * * uploads_sweep'],
};

/** What a worker does all the time. */
export async function everyMoment(ctx: Context): Promise<void> {
  await foldCounts(ctx);
}
