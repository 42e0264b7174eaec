import { purgeDeletedAccounts, sweepExpired } from './accounts/actions/clean-up.ts';
import { addGuards } from './accounts/guards.ts';
import { joiningPages } from './accounts/pages/joining.tsx';
import { settingsPages } from './accounts/pages/settings.tsx';
import { setupPages } from './accounts/pages/setup.tsx';
import { authRoutes } from './accounts/routes/auth.ts';
import { accountSettingRoutes } from './accounts/routes/settings.ts';
import { adminPages } from './administration/pages/register.ts';
import { adminContentRoutes } from './administration/routes/content.ts';
import { adminEnergyRoutes } from './administration/routes/energy.ts';
import { adminPeopleRoutes } from './administration/routes/people.ts';
import { adminSiteRoutes } from './administration/routes/site.ts';
import { adminTagRoutes } from './administration/routes/tags.ts';
import { apiDocPages } from './api-docs/pages.tsx';
import { sweepCommentRevisions } from './comments/actions/edit-comment.ts';
import { purgeDeletedPosts } from './comments/actions/purge-deleted-posts.ts';
import { commentRoutes } from './comments/routes.ts';
import type { Context } from './context.ts';
import { energizingRoutes } from './energizing/routes.ts';
import { energyRoutes } from './energy/routes.ts';
import { makeExport } from './exports/actions/make-export.ts';
import { sweepExports } from './exports/actions/sweep-exports.ts';
import { exportRoutes } from './exports/routes.ts';
import { detectFolderLanguages } from './favorites/actions/detect-folder-languages.ts';
import { folderPages } from './favorites/pages.tsx';
import { favoriteRoutes } from './favorites/routes.ts';
import { announceChanges, pingHub } from './feeds/actions/announce-changes.ts';
import { feedPages } from './feeds/pages.ts';
import { feedRoutes } from './feeds/routes.ts';
import { followRoutes } from './follows/routes.ts';
import { homePages } from './home/pages.tsx';
import { runIntegrity } from './integrity/actions.ts';
import { integrityRoutes } from './integrity/routes.ts';
import { createMonthPartitions } from './levels/actions.ts';
import { levelRoutes } from './levels/routes.ts';
import { sweepNotifications } from './notifications/actions/notify.ts';
import { notificationPages } from './notifications/pages.tsx';
import { notificationRoutes } from './notifications/routes.ts';
import type { App } from './platform/http/app-types.ts';
import { createHttp } from './platform/http/create-http.ts';
import { addErrorHandler } from './platform/http/errors.ts';
import { addFormRoutes } from './platform/http/forms.ts';
import { healthRoutes, type Readiness } from './platform/http/health.ts';
import { describeApi } from './platform/http/openapi.ts';
import { readFromReplicas } from './platform/http/replica-reads.ts';
import { logRequests } from './platform/http/request-log.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { detectPostLanguages } from './posts/actions/detect-post-languages.ts';
import { flushCountDeltas } from './posts/actions/post-counts.ts';
import { type PostChangeHandler, processPostChanges } from './posts/actions/process-changes.ts';
import { recheckTaggedPosts } from './posts/actions/recheck-tagged-posts.ts';
import { refreshHotScores } from './posts/actions/refresh-hot-scores.ts';
import { thinDueRevisions } from './posts/actions/store-revision.ts';
import { updateTagsOf } from './posts/actions/update-tags.ts';
import { historyPages } from './posts/pages/history.tsx';
import { readingPages } from './posts/pages/reading.tsx';
import { postRoutes } from './posts/routes.ts';
import { spacePages } from './profiles/pages/space-pages.tsx';
import { profileRoutes } from './profiles/routes.ts';
import { reactionRoutes } from './reactions/routes.ts';
import { forgetReads } from './reads/actions/forget-reads.ts';
import { readRoutes } from './reads/routes.ts';
import { relatePosts } from './related/actions.ts';
import { pruneWords, refreshNameWeights } from './search/actions/index-names.ts';
import { indexPosts } from './search/actions/index-posts.ts';
import { keepNamesIndexed } from './search/actions/keep-indexed.ts';
import { searchPages } from './search/pages.tsx';
import { searchRoutes } from './search/routes.ts';
import type { Services } from './services.ts';
import { removeHiddenPictures, removePicturesOf, sweepPictures } from './sharing/actions.ts';
import { sharingPages } from './sharing/pages.ts';
import { sitePages } from './site/pages.tsx';
import { showRefusedForm } from './site/refused-form.tsx';
import { addSiteShell, loadShell } from './site/shell.ts';
import { styleguidePages } from './site/styleguide.tsx';
import { siteSettingRoutes } from './site-settings/routes.ts';
import { studioPages } from './studio/pages/studio.tsx';
import { writePages } from './studio/pages/write.tsx';
import { studioRoutes } from './studio/routes.ts';
import { tagPages } from './tags/pages.tsx';
import { tagRoutes } from './tags/routes.ts';
import { renderErrorPage } from './ui/error-page.tsx';
import { renewAssets } from './ui/published-assets.ts';
import { sweepUploads } from './uploads/actions.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { flushUserCountDeltas } from './users/actions/count-follows.ts';
import { detectSignatureLanguages } from './users/actions/detect-signature-languages.ts';

/** The whole service: first the hooks of all routes, then every route. The order matters. */
export async function createApp(
  services: Services,
  readiness: Readiness = { draining: false },
): Promise<App> {
  const app = await createHttp(services.ctx, services.database, readiness, services.listener);
  readFromReplicas(app, services.replicas, services.listener);
  addErrorHandler(app, renderErrorPage, loadShell);
  logRequests(app);
  await describeApi(app);
  addGuards(app);
  addSiteShell(app);

  healthRoutes(app, services.database, readiness);
  authRoutes(app);
  accountSettingRoutes(app);
  siteSettingRoutes(app);
  uploadRoutes(app);
  profileRoutes(app);
  postRoutes(app);
  studioRoutes(app);
  reactionRoutes(app);
  followRoutes(app);
  tagRoutes(app);
  commentRoutes(app);
  favoriteRoutes(app);
  levelRoutes(app);
  energyRoutes(app);
  energizingRoutes(app);
  searchRoutes(app);
  readRoutes(app);
  notificationRoutes(app);
  adminContentRoutes(app);
  adminTagRoutes(app);
  adminPeopleRoutes(app);
  adminEnergyRoutes(app);
  adminSiteRoutes(app);
  exportRoutes(app);
  feedRoutes(app);
  integrityRoutes(app);

  addFormRoutes(app, showRefusedForm, loadShell);
  sitePages(app, services.ctx);
  if (services.ctx.config.STYLEGUIDE) styleguidePages(app);
  homePages(app);
  readingPages(app);
  historyPages(app);
  searchPages(app);
  spacePages(app);
  tagPages(app);
  feedPages(app);
  sharingPages(app);
  folderPages(app);
  joiningPages(app);
  setupPages(app);
  studioPages(app);
  writePages(app);
  notificationPages(app);
  settingsPages(app);
  adminPages(app);
  apiDocPages(app);
  return app;
}

/** Background tasks and their schedule, as crontab lines in UTC. */
export const JOBS: Jobs = {
  tasks: {
    accounts_purge: purgeDeletedAccounts,
    accounts_sweep: sweepExpired,
    assets_renew: renewAssets,
    comments_sweep: sweepCommentRevisions,
    exports_make: makeExport,
    exports_sweep: sweepExports,
    feeds_ping: pingHub,
    folders_languages: detectFolderLanguages,
    integrity_run: runIntegrity,
    levels_months: createMonthPartitions,
    notifications_sweep: sweepNotifications,
    posts_languages: detectPostLanguages,
    posts_purge: purgeDeletedPosts,
    reads_forget: forgetReads,
    revisions_thin: thinDueRevisions,
    search_weights: refreshNameWeights,
    share_pictures_remove: removePicturesOf,
    share_pictures_sweep: sweepPictures,
    search_words: pruneWords,
    signatures_languages: detectSignatureLanguages,
    uploads_sweep: sweepUploads,
  },
  schedule: [
    '5 * * * * accounts_purge',
    '20 * * * * posts_purge',
    '35 * * * * accounts_sweep',
    '50 * * * * uploads_sweep',
    '*/10 * * * * exports_sweep',
    '*/10 * * * * posts_languages',
    '*/10 * * * * signatures_languages',
    '*/10 * * * * folders_languages',
    '10 3 * * * assets_renew',
    '20 3 * * * levels_months',
    '40 3 * * * notifications_sweep',
    '50 3 * * * share_pictures_sweep',
    '50 3 * * * comments_sweep',
    '25 * * * * revisions_thin',
    '55 19 * * * search_weights',
    // Also twelve minutes after midnight in Shanghai, when no process counts reads of the past day any more.
    '12 * * * * reads_forget',
    '5 19 * * * search_words',
    // At night in Shanghai; the owner can start one at any time.
    '15 20 * * * integrity_run ?jobKey=integrity_run',
  ],
};

/** What is derived from public posts, in the order in which it depends on each other. */
const POST_CHANGE_HANDLERS: PostChangeHandler[] = [
  updateTagsOf,
  indexPosts,
  relatePosts,
  removeHiddenPictures,
  announceChanges,
];

/** What a worker repeats: counters and scores. */
export async function tickCounters(ctx: Context): Promise<void> {
  await flushCountDeltas(ctx);
  await flushUserCountDeltas(ctx);
  await refreshHotScores(ctx);
}

/** Beside it, because it works on texts and the counters must not wait: what is derived from posts and names. */
export async function tickDerived(ctx: Context): Promise<void> {
  await recheckTaggedPosts(ctx);
  await processPostChanges(ctx, POST_CHANGE_HANDLERS);
  await keepNamesIndexed(ctx);
}

/** All of it once, in this order. */
export async function tick(ctx: Context): Promise<void> {
  await tickCounters(ctx);
  await tickDerived(ctx);
}
