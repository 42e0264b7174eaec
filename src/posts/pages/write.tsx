import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage, visitOf } from '../../platform/http/page.ts';
import { Closed, Id } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { getOwnPost } from '../actions/read-posts.ts';
import { getOwnSummary, runRenderText } from '../actions/text-work.ts';
import type { DeskPost } from '../schema.ts';
import { HeldBack } from '../views/write-held-back.tsx';
import { WritePage } from '../views/write-page.tsx';
import { PreviewPage } from '../views/write-preview.tsx';

const WriteQuery = Closed({ id: Type.Optional(Id) });
const asWriter: { config: FastifyContextConfig } = {
  config: { access: 'member', query: WriteQuery },
};

/** The editor and its preview. */
export function writePages(app: App): void {
  app.get('/studio/write', asWriter, async (request, reply) => {
    const visit = visitOf(request);
    const post = await findPost(request);
    // SPEC §7.3: these two cannot be edited, so there is no editor to type into in vain.
    if (post?.status === 'pending' || post?.status === 'locked')
      return sendPage(reply, <HeldBack visit={visit} post={post} />);
    const audit = await getSiteSetting(request.ctx.db, 'audit.enabled');
    const summary = post ? await getOwnSummary(request.ctx, request.member, post) : '';
    return sendPage(reply, <WritePage visit={visit} post={post} summary={summary} audit={audit} />);
  });

  app.get('/studio/preview', asWriter, async (request, reply) => {
    const post = await findPost(request);
    if (!post) throw new Refusal('not_found');
    const html = await runRenderText(request.ctx, request.member, post.body);
    return sendPage(reply, <PreviewPage visit={visitOf(request)} post={post} html={html} />);
  });
}

async function findPost(request: FastifyRequest): Promise<DeskPost | null> {
  const { id } = queryOf(WriteQuery, request);
  return id ? getOwnPost(request.ctx, request.ctx.db, request.member, id) : null;
}
