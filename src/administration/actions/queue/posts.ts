import { listWaiting } from '../../../posts/actions/read-for-review.ts';
import { Refusal } from '../../../refusals.ts';
import { countPosts } from '../../store/queue.ts';
import { decideOnPost } from '../decide-post.ts';
import type { QueueKind } from './kind.ts';

/** D21: posts that wait, and edits of public ones. */
export const POSTS: QueueKind = {
  async list(ctx, staff, { after, limit }) {
    const posts = await listWaiting(ctx, staff, { after, limit });
    return posts.map(({ id, title, summary, author, since, version, kind }) => ({
      ...{ id, title, author, since, version },
      excerpt: summary,
      subject: kind,
    }));
  },
  count: (ctx) => countPosts(ctx.db),
  async decide(ctx, staff, { id, version }, { approve, reason, batch }) {
    if (version === null) throw new Refusal('invalid_input', {}, { fields: [] });
    const trigger = approve ? 'approve' : 'reject';
    const sent = { trigger, version, reason: approve ? '' : reason, batch, waiting: true } as const;
    await decideOnPost(ctx, staff, id, sent);
  },
};
