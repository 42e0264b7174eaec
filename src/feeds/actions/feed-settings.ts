import type { Context, Viewer } from '../../context.ts';
import { setFeedsFull } from '../../users/actions/change-user.ts';
import { getUser } from '../../users/actions/find-user.ts';
import type { FeedSettings } from '../schema.ts';

export async function getFeedSettings(ctx: Context, viewer: Viewer): Promise<FeedSettings> {
  const { feeds_full } = await getUser(ctx.db, viewer.uid);
  return { feeds_full };
}

/** For the feeds of the site, of the author and of tags alike. */
export async function setFeedSettings(
  ctx: Context,
  viewer: Viewer,
  { feeds_full }: FeedSettings,
): Promise<FeedSettings> {
  await ctx.tx((trx) => setFeedsFull(trx, viewer.uid, feeds_full));
  return { feeds_full };
}
