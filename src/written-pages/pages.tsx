import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../platform/http/app-types.ts';
import { renderRefusalsOf } from '../platform/http/forms.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import type { ReadVersions } from '../platform/http/page-cache/response.ts';
import { CursorQuery } from '../platform/http/pagination.ts';
import { Closed } from '../platform/http/validation.ts';
import { PAGE_NAMES, type PageName, WRITTEN_PAGES, type WrittenPage } from '../platform/site.ts';
import { COMPARISON_VIEWS } from '../posts/views/compared-html.ts';
import { Refusal } from '../refusals.ts';
import { HouseRulesPage } from '../site/views/house-rules-page.tsx';
import { comparePages, getPage, isPublished, listPageVersions } from './actions/read-pages.ts';
import { PageVersionNumber } from './schema.ts';
import { ChangesPage } from './views/changes-page.tsx';
import { RefusedPage } from './views/refused-page.tsx';
import { VersionsPage } from './views/versions-page.tsx';
import { WrittenPage as WrittenPageView } from './views/written-page.tsx';

const Version = Type.Optional(PageVersionNumber);
const TextQuery = Closed({ version: Version });
const ChangesQuery = Closed({
  from: Version,
  to: Version,
  view: Type.Optional(Type.Enum([...COMPARISON_VIEWS])),
});

/** They change with the site only, whose version is part of every check (decision 0053). */
const versionsOfSite: ReadVersions = async (_ctx, requests) =>
  requests.map(() => ({ own: 'site', shown: '' }));

/** The pages that the owner writes, their versions, and what members are asked to accept. */
export function writtenPages(app: App): void {
  for (const name of PAGE_NAMES) addPage(app, name);

  renderRefusalsOf(app, 'terms_not_accepted', async (request, reply, refusal) => {
    const visit = { ...pageViewOf(request), here: '/' };
    const asked = visit.visitor?.asked ?? [];
    const page = (
      <RefusedPage
        // The page itself asks.
        visit={{
          ...visit,
          visitor: visit.visitor && { ...visit.visitor, asked: [], first_steps: [] },
        }}
        pages={asked}
        action={request.url}
        next={request.next}
        typed={request.typed ?? {}}
      />
    );
    return sendPage(reply, page, refusal.status);
  });
}

function addPage(app: App, name: PageName): void {
  const path = WRITTEN_PAGES[name];

  app.get(path, asPage('optional', TextQuery, versionsOfSite), async (request, reply) => {
    const { ctx, locale } = request;
    const visit = pageViewOf(request);
    const { version } = queryOf(TextQuery, request);
    // The rules of the product, until the owner writes their own.
    if (name === 'rules' && !(await isPublished(ctx, name)))
      return sendPage(reply, <HouseRulesPage visit={visit} />);
    const page = await getPage(ctx, name, { version, locale });
    return sendPage(reply, <WrittenPageView visit={visit} page={page} />);
  });

  app.get(
    `${path}/versions`,
    asPage('optional', CursorQuery, versionsOfSite),
    async (request, reply) => {
      const { cursor } = queryOf(CursorQuery, request);
      const versions = await listPageVersions(request.ctx, name, cursor ? { cursor } : {});
      const page = await findPage(request, name);
      return sendPage(
        reply,
        <VersionsPage visit={pageViewOf(request)} page={page} versions={versions} />,
      );
    },
  );

  app.get(`${path}/changes`, asPage('optional', ChangesQuery), async (request, reply) => {
    const { ctx, viewer, locale } = request;
    const { from, to, view = 'inline' } = queryOf(ChangesQuery, request);
    const compared = await comparePages(ctx, viewer, name, { from, to, locale });
    return sendPage(
      reply,
      <ChangesPage visit={pageViewOf(request)} compared={compared} view={view} />,
    );
  });
}

async function findPage({ ctx }: FastifyRequest, name: PageName): Promise<WrittenPage> {
  const page = (await ctx.site.load()).pages.find((one) => one.name === name);
  if (!page) throw new Refusal('not_found');
  return page;
}
