import { listWaitingChanges } from '../../../profiles/actions/list-waiting.ts';
import { countProfiles } from '../../store/queue.ts';
import { reviewProfile } from '../review-profile.ts';
import type { QueueKind } from './kind.ts';

/** D39: names and signatures that wait. */
export const PROFILES: QueueKind = {
  async list(ctx, _staff, page) {
    const changes = await listWaitingChanges(ctx, page);
    return changes.map(({ id, user, since, current, requested }) => ({
      ...{ id, since, version: null, subject: 'profile' as const },
      title: user.name,
      excerpt: [requested.username, requested.signature].filter(Boolean).join(' · '),
      author: user,
      profile: { before: current, after: requested },
    }));
  },
  count: (ctx) => countProfiles(ctx.db),
  decide: (ctx, staff, { id }, { approve, reason, batch }) =>
    reviewProfile(ctx, staff, id, { accept: approve, reason, batch }),
};
