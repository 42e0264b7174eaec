import type { Context, Viewer } from '../../context.ts';
import { assertLevel } from '../../levels/actions.ts';
import { publishLevelOf } from '../rules.ts';

/** D23: members below the level write drafts, and publish nothing. */
export async function assertMayPublish(ctx: Context, viewer: Viewer): Promise<void> {
  const { publish_level } = await ctx.site.load();
  assertLevel(viewer, publishLevelOf(viewer.role, publish_level));
}
