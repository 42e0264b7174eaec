import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed, Id } from '../../platform/http/validation.ts';
import { getOwnPost } from '../../posts/actions/read-posts.ts';
import { mustVerifyAddress } from '../../posts/actions/require-verified.ts';
import { getOwnSummary, runRenderText } from '../../posts/actions/text-work.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { Refusal } from '../../refusals.ts';
import { getPostSeries } from '../../series/actions/arrange-posts.ts';
import { listSeriesOf } from '../../series/actions/read-series.ts';
import { SERIES_MAX } from '../../series/rules.ts';
import type { SeriesChoice } from '../../series/views/series-field.tsx';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { PreviewPage } from '../views/preview-page.tsx';
import { WriteBlocked } from '../views/write-blocked.tsx';
import { WritePage } from '../views/write-page.tsx';

const WriteQuery = Closed({ id: Type.Optional(Id) });
const asWriter = asPage('member', WriteQuery);

/** The editor and its preview. */
export function writePages(app: App): void {
  app.get('/studio/write', asWriter, async (request, reply) => {
    const visit = pageViewOf(request);
    const post = await findPost(request);
    // SPEC §7.3: pending and locked posts cannot be edited, so no editor is shown.
    if (post?.status === 'pending' || post?.status === 'locked')
      return sendPage(reply, <WriteBlocked visit={visit} post={post} />);
    const audit = await getSiteSetting(request.ctx.db, 'audit.enabled');
    const summary = post ? await getOwnSummary(request.ctx, request.member, post) : '';
    const mustVerify = await mustVerifyAddress(request.ctx, request.ctx.db, request.member.uid);
    const series = await findSeries(request, post);
    const page = (
      <WritePage
        visit={visit}
        post={post}
        summary={summary}
        audit={audit}
        mustVerify={mustVerify}
        series={series}
      />
    );
    return sendPage(reply, page);
  });

  app.get('/studio/preview', asWriter, async (request, reply) => {
    const post = await findPost(request);
    if (!post) throw new Refusal('not_found');
    const html = await runRenderText(request.ctx, request.member, post.body);
    return sendPage(reply, <PreviewPage visit={pageViewOf(request)} post={post} html={html} />);
  });
}

async function findPost(request: FastifyRequest): Promise<OwnPost | null> {
  const { id } = queryOf(WriteQuery, request);
  return id ? getOwnPost(request.ctx, request.ctx.db, request.member, id) : null;
}

async function findSeries(request: FastifyRequest, post: OwnPost | null): Promise<SeriesChoice> {
  const { ctx, member } = request;
  const [{ items }, current] = await Promise.all([
    listSeriesOf(ctx, member, member.uid, { limit: SERIES_MAX }),
    post ? getPostSeries(ctx, member, post.id) : null,
  ]);
  return { series: items, current: current?.series_id ?? null };
}
