import { withoutHidden } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { UserCard } from '../../users/schema.ts';
import { type BoundedCount, bounded } from '../rules.ts';
import { findGivers, GIVERS_COUNTED } from '../store/givers.ts';

export type Givers = {
  /** Those who gave most. */
  givers: { user: UserCard; total: number }[];
  count: BoundedCount;
};

const MAX_AGE_MS = 10 * 60_000;

/**
 * Every gift changes the counters of its post, which are part of the version of its page, and the givers shown have versions
 * of their own. Only a restored account has none before it is shown again.
 */
export async function readGivers(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
): Promise<Givers> {
  ctx.dependencies.limitAge(MAX_AGE_MS);
  const { givers, giver_count } = await findGivers(ctx.readDb, { post_id: postId });
  return {
    givers: withoutHidden(viewer, givers ?? [], ({ uid }) => uid).map(({ total, ...user }) => ({
      user: presentCard(ctx, user),
      total,
    })),
    count: bounded(giver_count, GIVERS_COUNTED),
  };
}
