import type { App } from '../platform/http/app-types.ts';
import { asPage, idOf, pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import { ListQuery } from '../platform/http/pagination.ts';
import { Refusal } from '../refusals.ts';
import { getUser } from '../users/actions/find-user.ts';
import { presentCard } from '../users/actions/present-user.ts';
import { withLevel } from '../users/rules.ts';
import { findBlockKind, listOwnBlocks } from './actions/read-blocks.ts';
import { BlockChoice } from './views/block-choice.tsx';
import { BlockList } from './views/block-list.tsx';

export function blockPages(app: App): void {
  app.get('/settings/blocks', asPage('member', ListQuery), async (request, reply) => {
    const { ctx, member } = request;
    const page = await listOwnBlocks(ctx, member, queryOf(ListQuery, request));
    return sendPage(reply, <BlockList visit={pageViewOf(request)} page={page} />);
  });

  app.get('/space/:uid/block', asPage('member'), async (request, reply) => {
    const { ctx, member } = request;
    const uid = idOf(request, 'uid');
    if (uid === member.uid) throw new Refusal('not_found');
    const person = presentCard(ctx, withLevel(await getUser(ctx.db, uid)));
    const kind = await findBlockKind(ctx, member, uid);
    const visit = pageViewOf(request);
    return sendPage(reply, <BlockChoice visit={visit} person={person} kind={kind} />);
  });
}
