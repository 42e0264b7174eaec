import { removeTokensOf, sweepTokens } from '../../api-tokens/actions/tokens.ts';
import { purgeBans } from '../../bans/actions/end-ban.ts';
import { purgeBlocks } from '../../blocks/actions/change-block.ts';
import { purgeComments } from '../../comments/actions/purge-comments.ts';
import type { Context } from '../../context.ts';
import { purgeFavorites } from '../../favorites/actions/purge-favorites.ts';
import { purgeFollows } from '../../follows/actions.ts';
import {
  purgeInvitations,
  sweepInvitations,
} from '../../invitations/actions/manage-invitations.ts';
import { purgeMail } from '../../mail/actions/purge-mail.ts';
import { purgeNotifications } from '../../notifications/actions/notify.ts';
import { addDays, addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { deleteExpiredReplies, deleteRepliesOf } from '../../platform/http/idempotency-store.ts';
import { type PurgeOfPosts, purgePosts } from '../../posts/actions/purge-posts.ts';
import { purgeProfile } from '../../profiles/actions/change-profile.ts';
import { purgeReactions } from '../../reactions/actions.ts';
import { sweepChallenges } from '../../second-factors/actions/challenges.ts';
import { deleteFactorsOf } from '../../second-factors/actions/factors.ts';
import { purgeSeries } from '../../series/actions/purge-series.ts';
import { eraseTextsAbout } from '../../staff-log/actions.ts';
import { purgeTagFollows } from '../../tags/actions/follow-tag.ts';
import { emptyUser, findPurgeableUser } from '../../users/actions/delete-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { normalizeEmail } from '../../users/rules.ts';
import { purgeAcceptances } from '../../written-pages/actions/accept-terms.ts';
import { ENDED_SESSION_DAYS, RESTORE_DAYS } from '../rules.ts';
import { deleteStaleSessions, deleteTracesOf } from '../store/ended-sessions.ts';
import { deleteStaleRestoreTokens } from '../store/restore-tokens.ts';

const BATCH = 100;

/** Deletes what a domain above this one stores of a member; `app.ts` lists them. */
export type PurgeRows = (trx: Trx, uid: number) => Promise<void>;

/** D15: after the restore window, delete all personal data. The long work comes first, the account itself last. */
export async function purgeDeletedAccounts(
  ctx: Context,
  higherDomains: PurgeRows[] = [],
  ofPosts: PurgeOfPosts[] = [],
): Promise<void> {
  const deletedBefore = addDays(ctx.now(), -RESTORE_DAYS);
  for (;;) {
    const uid = await findPurgeableUser(ctx.db, deletedBefore);
    if (uid === undefined) return;
    await purgeSeries(ctx, uid);
    await purgePosts(ctx, uid, ofPosts);
    await purgeComments(ctx, uid);
    await purgeReactions(ctx, uid);
    await purgeFollows(ctx, uid);
    await purgeBlocks(ctx, uid);
    await purgeTagFollows(ctx, uid);
    await purgeFavorites(ctx, uid);
    await ctx.tx((trx) => purgeAccount(ctx, trx, uid, higherDomains));
  }
}

/** Safe for two workers at once: the second finds the account already empty. */
async function purgeAccount(
  ctx: Context,
  trx: Trx,
  uid: number,
  higherDomains: PurgeRows[],
): Promise<void> {
  const user = await lockUser(trx, uid);
  if (!user || user.email === null) return;
  await deleteTracesOf(trx, uid);
  await purgeMail(trx, uid, normalizeEmail(user.email));
  await deleteFactorsOf(trx, uid);
  await removeTokensOf(trx, uid);
  await purgeInvitations(ctx, trx, uid);
  await purgeNotifications(trx, uid);
  await purgeBans(trx, uid);
  await purgeAcceptances(trx, uid);
  for (const purgeRows of higherDomains) await purgeRows(trx, uid);
  await deleteRepliesOf(trx, uid);
  await purgeProfile(ctx, trx, uid);
  await emptyUser(trx, uid, ctx.now());
  await eraseTextsAbout(trx, uid);
  ctx.log.info({ event: 'account_purged', uid }, 'account purged');
}

/** Deletes sessions and invitations that ended long ago, expired restore and API tokens, and expired idempotency replies. */
export async function sweepExpired(ctx: Context): Promise<void> {
  const now = ctx.now();
  const before = { ended: addDays(now, -ENDED_SESSION_DAYS), expired: addSeconds(now, 0) };
  for (let deleted = BATCH; deleted === BATCH; ) {
    deleted = await ctx.tx((trx) => deleteStaleSessions(trx, before, BATCH));
  }
  await ctx.tx((trx) => deleteStaleRestoreTokens(trx, now));
  await ctx.tx((trx) => sweepChallenges(trx, now));
  await sweepTokens(ctx);
  await sweepInvitations(ctx);
  for (let forgotten = BATCH; forgotten === BATCH; ) {
    forgotten = await ctx.tx((trx) => deleteExpiredReplies(trx, now, BATCH));
  }
}
