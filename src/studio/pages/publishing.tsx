import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { CursorQuery } from '../../platform/http/pagination.ts';
import { Closed, Id } from '../../platform/http/validation.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { previewCard } from '../../posts/actions/preview-card.ts';
import { getOwnPost } from '../../posts/actions/read-posts.ts';
import { mustVerifyAddress } from '../../posts/actions/require-verified.ts';
import { listBin } from '../../posts/actions/restore-post.ts';
import { getOwnSummary } from '../../posts/actions/text-work.ts';
import { Refusal } from '../../refusals.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { getPostCounts } from '../actions/read-trends.ts';
import { readText } from '../publish-checks.ts';
import { BinPage } from '../views/bin.tsx';
import { SubmitPage } from '../views/submit-page.tsx';

const SubmitQuery = Closed({ id: Type.Optional(Id) });

/** The question before publishing, and the bin. */
export function publishingPages(app: App): void {
  app.get('/studio/submit', asPage('member', SubmitQuery), async (request, reply) => {
    const { ctx, member } = request;
    const { id } = queryOf(SubmitQuery, request);
    if (!id) throw new Refusal('not_found');
    const post = await getOwnPost(ctx, ctx.db, member, id);
    // Submitted or public by now, perhaps in another window: its page tells how it is.
    if (post.status !== 'draft' && post.status !== 'rejected' && !post.schedule)
      return reply.redirect(`/posts/${id}`, 303);
    const [card, summary, audit, mustVerify] = await Promise.all([
      previewCard(ctx, member, id),
      getOwnSummary(ctx, member, post),
      getSiteSetting(ctx.db, 'audit.enabled'),
      mustVerifyAddress(ctx, ctx.db, member.uid),
    ]);
    const untitled = Object.values(LOCALES).map(({ write }) => write.untitled);
    return sendPage(
      reply,
      <SubmitPage
        visit={pageViewOf(request)}
        post={post}
        card={card}
        summary={summary}
        facts={readText(post.body)}
        audit={audit}
        mustVerify={mustVerify}
        isUntitled={untitled.includes(post.title)}
      />,
    );
  });

  app.get('/studio/bin', asPage('member', CursorQuery), async (request, reply) => {
    const { ctx, member } = request;
    const [posts, counts] = await Promise.all([
      listBin(ctx, member, queryOf(CursorQuery, request)),
      getPostCounts(ctx, member),
    ]);
    return sendPage(reply, <BinPage visit={pageViewOf(request)} posts={posts} counts={counts} />);
  });
}
