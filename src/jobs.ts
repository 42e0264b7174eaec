import { sweepAddressChanges } from './account-mail/actions/change-address.ts';
import { sendResetMail } from './account-mail/actions/request-reset.ts';
import { purgeDeletedAccounts, sweepExpired } from './accounts/actions/clean-up.ts';
import { sweepRepetitions } from './automatic-rules/actions/judge-repeats.ts';
import { endDueBans } from './bans/actions/end-ban.ts';
import { sweepCommentRevisions } from './comments/actions/edit-comment.ts';
import { purgeDeletedPosts } from './comments/actions/purge-deleted-posts.ts';
import type { Context } from './context.ts';
import { composeDigest } from './digest/actions/compose-digest.ts';
import { makeDueDigests } from './digest/actions/make-digests.ts';
import { purgeDigest } from './digest/actions/unsubscribe.ts';
import { makeExport } from './exports/actions/make-export.ts';
import { sweepExports } from './exports/actions/sweep-exports.ts';
import { detectFolderLanguages } from './favorites/actions/detect-folder-languages.ts';
import { announceChanges, pingHub } from './feeds/actions/announce-changes.ts';
import { sweepAttempts } from './identities/actions/attempts.ts';
import { runIntegrity } from './integrity/actions.ts';
import { composeInvitationLink } from './invitations/actions/mail-invitation-link.ts';
import { createMonthPartitions } from './levels/actions.ts';
import { sendQueuedMail } from './mail/actions/send-mail.ts';
import { sweepMails } from './mail/actions/sweep-mails.ts';
import { sweepNotifications } from './notifications/actions/notify.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { detectPostLanguages } from './posts/actions/detect-post-languages.ts';
import { flushCountDeltas } from './posts/actions/post-counts.ts';
import { type PostChangeHandler, processPostChanges } from './posts/actions/process-changes.ts';
import { recheckTaggedPosts } from './posts/actions/recheck-tagged-posts.ts';
import { refreshHotScores } from './posts/actions/refresh-hot-scores.ts';
import { releaseDuePosts } from './posts/actions/release-posts.ts';
import { thinDueRevisions } from './posts/actions/store-revision.ts';
import { updateTagsOf } from './posts/actions/update-tags.ts';
import { sweepPushes } from './push/actions/send.ts';
import { purgeSubscriptions } from './push/actions/subscribe.ts';
import { forgetReads, purgeSources } from './reads/actions/forget-reads.ts';
import { relateOldPosts } from './related/actions/relate-old-posts.ts';
import { relatePosts } from './related/actions/relate-posts.ts';
import { purgeReports } from './reports/actions/report.ts';
import { pruneWords, refreshNameWeights } from './search/actions/index-names.ts';
import { indexPosts } from './search/actions/index-posts.ts';
import { keepNamesIndexed } from './search/actions/keep-indexed.ts';
import { removePurgedPosts } from './series/actions/purge-series.ts';
import { removeHiddenPictures, removePicturesOf, sweepPictures } from './sharing/actions.ts';
import { purgeStaffRows, sweepUndo } from './staff-log/actions/undo.ts';
import { purgeStudioVisit } from './studio/actions/read-changes.ts';
import { closeMonths } from './transparency/actions/close-months.ts';
import { renewAssets } from './ui/published-assets.ts';
import { sweepUploads } from './uploads/actions.ts';
import { flushUserCountDeltas } from './users/actions/count-follows.ts';
import { detectSignatureLanguages } from './users/actions/detect-signature-languages.ts';
import { sweepDeliveries } from './webhooks/actions/deliver-all.ts';

/** Background tasks and their schedule, as crontab lines in UTC. */
export const JOBS: Jobs = {
  tasks: {
    accounts_purge: (ctx) =>
      purgeDeletedAccounts(
        ctx,
        [purgeDigest, purgeStudioVisit, purgeReports, purgeStaffRows, purgeSubscriptions],
        [purgeSources],
      ),
    accounts_sweep: sweepExpired,
    address_changes_sweep: sweepAddressChanges,
    assets_renew: renewAssets,
    comments_sweep: sweepCommentRevisions,
    exports_make: makeExport,
    exports_sweep: sweepExports,
    feeds_ping: pingHub,
    folders_languages: detectFolderLanguages,
    identities_sweep: sweepAttempts,
    integrity_run: runIntegrity,
    levels_months: createMonthPartitions,
    mail_send: (ctx, payload) =>
      sendQueuedMail(ctx, payload, {
        digest: composeDigest,
        invitation_link: composeInvitationLink,
      }),
    mail_sweep: sweepMails,
    notifications_sweep: sweepNotifications,
    password_reset_mail: sendResetMail,
    posts_languages: detectPostLanguages,
    posts_purge: (ctx) => purgeDeletedPosts(ctx, [removePurgedPosts, purgeSources]),
    pushes_sweep: sweepPushes,
    reads_forget: forgetReads,
    related_backfill: relateOldPosts,
    repetitions_sweep: sweepRepetitions,
    revisions_thin: thinDueRevisions,
    search_weights: refreshNameWeights,
    share_pictures_remove: removePicturesOf,
    share_pictures_sweep: sweepPictures,
    search_words: pruneWords,
    signatures_languages: detectSignatureLanguages,
    staff_undo_sweep: sweepUndo,
    transparency_months: closeMonths,
    uploads_sweep: sweepUploads,
    webhooks_sweep: sweepDeliveries,
  },
  schedule: [
    '5 * * * * accounts_purge',
    '20 * * * * posts_purge',
    '35 * * * * accounts_sweep',
    '45 * * * * address_changes_sweep',
    '50 * * * * uploads_sweep',
    '*/10 * * * * exports_sweep',
    '*/10 * * * * staff_undo_sweep',
    '*/10 * * * * identities_sweep',
    '*/10 * * * * posts_languages',
    '*/10 * * * * signatures_languages',
    '*/10 * * * * folders_languages',
    '* * * * * related_backfill',
    '45 * * * * mail_sweep',
    '10 3 * * * assets_renew',
    '20 3 * * * levels_months',
    '40 3 * * * notifications_sweep',
    '50 3 * * * share_pictures_sweep',
    '50 3 * * * comments_sweep',
    '55 3 * * * webhooks_sweep',
    '25 * * * * revisions_thin',
    '30 * * * * pushes_sweep',
    '15 * * * * repetitions_sweep',
    // Months end at 16:00; seventy minutes later nothing of one can be undone.
    '15 * * * * transparency_months',
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

/** Beside them too: it waits for nothing but the database. */
export async function tickDigests(ctx: Context): Promise<void> {
  await makeDueDigests(ctx);
}

/** Beside them too: a text may have to be rendered. Bans first: who may write again may be due to publish. */
export async function tickSchedules(ctx: Context): Promise<void> {
  await endDueBans(ctx);
  await releaseDuePosts(ctx);
}

/** All of it once, in this order. */
export async function tick(ctx: Context): Promise<void> {
  await tickSchedules(ctx);
  await tickCounters(ctx);
  await tickDerived(ctx);
  await tickDigests(ctx);
}
