import { listHeld } from '../../../comments/actions/read-held.ts';
import { countHeld } from '../../store/queue.ts';
import { releaseHeld } from '../decide-held.ts';
import { removeCommentAsStaff } from '../remove-comment.ts';
import type { QueueKind } from './kind.ts';

/** Comments that a rule held. Those that reports hold wait with their reports. */
export const HELD: QueueKind = {
  async list(ctx, _staff, page) {
    const held = await listHeld(ctx, page);
    return held.map(({ comment, since }) => ({
      ...{ id: comment.id, since, version: null, subject: 'comment' as const },
      title: comment.author.name,
      excerpt: comment.body,
      author: comment.author,
    }));
  },
  count: (ctx) => countHeld(ctx.db),
  decide: (ctx, staff, { id }, { approve, reason, batch }) =>
    approve
      ? releaseHeld(ctx, staff, id, { batch })
      : removeCommentAsStaff(ctx, staff, id, { reason, batch, waiting: true }),
};
