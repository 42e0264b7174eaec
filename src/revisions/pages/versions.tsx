import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import {
  asPage,
  idFrom,
  idOf,
  pageViewOf,
  paramOf,
  queryOf,
  sendPage,
} from '../../platform/http/page.ts';
import { CursorQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { runRenderText } from '../../posts/actions/text-work.ts';
import { VERSION_MAX } from '../../posts/schema.ts';
import { COMPARISON_VIEWS } from '../../posts/views/compared-html.ts';
import { Refusal } from '../../refusals.ts';
import {
  compareVersions,
  getPostOfHistory,
  getPreviousVersion,
  getVersion,
  listPostVersions,
  listVersionTimes,
} from '../actions/read-versions.ts';
import { CompareQuery } from '../schema.ts';
import { ComparePage } from '../views/compare-page.tsx';
import { VersionPage } from '../views/version-page.tsx';
import { VersionsPage } from '../views/versions-page.tsx';

const ChosenQuery = Closed({
  from: Type.Optional(CompareQuery.properties.from),
  to: Type.Optional(CompareQuery.properties.to),
  view: Type.Optional(Type.Enum([...COMPARISON_VIEWS])),
});

/** The author's history of a post: the list, one version, and two compared. */
export function versionPages(app: App): void {
  app.get('/studio/posts/:id/versions', asPage('member', CursorQuery), async (request, reply) => {
    const { ctx, member } = request;
    const post = await getPostOfHistory(ctx, member, idOf(request));
    const page = await listPostVersions(ctx, member, post, queryOf(CursorQuery, request));
    return sendPage(reply, <VersionsPage visit={pageViewOf(request)} post={post} page={page} />);
  });

  app.get('/studio/posts/:id/versions/:version', asPage('member'), async (request, reply) => {
    const { ctx, member } = request;
    const post = await getPostOfHistory(ctx, member, idOf(request));
    const version = await getVersion(ctx, post, versionFrom(paramOf(request, 'version')));
    const html = await runRenderText(ctx, member, version.body);
    return sendPage(
      reply,
      <VersionPage visit={pageViewOf(request)} post={post} version={version} html={html} />,
    );
  });

  app.get('/studio/posts/:id/comparison', asPage('member', ChosenQuery), async (request, reply) => {
    const { ctx, member } = request;
    const post = await getPostOfHistory(ctx, member, idOf(request));
    const { to = post.version, from, view = 'inline' } = queryOf(ChosenQuery, request);
    const earlier = from ?? (await getPreviousVersion(ctx, post, to)) ?? to;
    const [compared, choice] = await Promise.all([
      compareVersions(ctx, member, post, { from: earlier, to }),
      listVersionTimes(ctx, post),
    ]);
    return sendPage(
      reply,
      <ComparePage
        visit={pageViewOf(request)}
        post={post}
        {...compared}
        view={view}
        choice={choice}
      />,
    );
  });
}

/** D4: an invalid number is a 404. */
function versionFrom(text: string): number {
  const version = idFrom(text);
  if (version > VERSION_MAX) throw new Refusal('not_found');
  return version;
}
