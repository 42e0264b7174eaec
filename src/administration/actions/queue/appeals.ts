import { readWaitingAppeals } from '../../../bans/actions/read-bans.ts';
import { listCards } from '../../../users/actions/list-cards.ts';
import { countAppeals } from '../../store/queue.ts';
import { decideAppeal } from '../decide-appeal.ts';
import type { QueueKind } from './kind.ts';

/** D68: appeals against bans. */
export const APPEALS: QueueKind = {
  async list(ctx, _staff, page) {
    const appeals = await readWaitingAppeals(ctx, page);
    const people = await listCards(
      ctx,
      appeals.map(({ uid }) => uid),
    );
    return appeals.map(({ id, uid, body, since }) => {
      const author = people.get(uid) ?? null;
      const title = author?.name ?? '';
      return { id, since, version: null, subject: 'appeal', title, excerpt: body, author };
    });
  },
  count: (ctx) => countAppeals(ctx.db),
  decide: (ctx, staff, { id }, { approve, reason, batch }) =>
    decideAppeal(ctx, staff, id, { accept: approve, reply: reason, batch }),
};
