import type { App } from '../platform/http/app-types.ts';
import { asPage, pageViewOf, sendPage } from '../platform/http/page.ts';
import { Refusal } from '../refusals.ts';
import { findBan } from './actions/read-bans.ts';
import { BannedPage } from './views/banned-page.tsx';

export function banPages(app: App): void {
  app.get('/banned', asPage('member'), async (request, reply) => {
    const { ctx, member } = request;
    const ban = await findBan(ctx, member.uid);
    if (!ban) throw new Refusal('not_found');
    const { contact } = await ctx.site.load();
    return sendPage(reply, <BannedPage visit={pageViewOf(request)} ban={ban} contact={contact} />);
  });
}
