import { Type } from 'typebox';
import { type App, operations } from '../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../platform/http/pagination.ts';
import { POST_BYTES_MAX } from '../platform/http/request-limits.ts';
import { NoContent } from '../platform/http/validation.ts';
import { acceptTerms } from './actions/accept-terms.ts';
import { publishPage, withdrawPage } from './actions/publish-page.ts';
import { getDraft, getPage, listPages, listPageVersions } from './actions/read-pages.ts';
import { PAGE_LOCALES } from './rules.ts';
import * as schema from './schema.ts';

const { asMember, asPublic } = operations('written pages');
const { asOwner } = operations('administration');

/** What the owner writes about the site, and what members accept of it. */
export function writtenPageRoutes(app: App): void {
  app.get(
    '/api/pages',
    asPublic({
      operationId: 'listWrittenPages',
      summary: 'The pages that the owner published, such as the terms',
      response: { 200: Type.Object({ items: Type.Array(schema.PageSummary) }) },
    }),
    async ({ ctx }) => ({ items: await listPages(ctx) }),
  );

  app.get(
    '/api/pages/:name',
    asPublic({
      operationId: 'getWrittenPage',
      summary: 'The newest version of a page',
      params: schema.PageParams,
      querystring: schema.PageTextQuery,
      response: { 200: schema.PageText },
    }),
    ({ ctx, params, query }) =>
      getPage(ctx, params.name, { version: undefined, locale: query.lang ?? ctx.locale }),
  );

  app.get(
    '/api/pages/:name/versions',
    asPublic({
      operationId: 'listWrittenPageVersions',
      summary: 'Every version of a page, the newest first',
      params: schema.PageParams,
      querystring: ListQuery,
      response: { 200: PageOf(schema.PageVersion) },
    }),
    ({ ctx, params, query }) => listPageVersions(ctx, params.name, query),
  );

  app.get(
    '/api/pages/:name/versions/:version',
    asPublic({
      operationId: 'getWrittenPageVersion',
      summary: 'One version of a page',
      params: schema.PageVersionParams,
      querystring: schema.PageTextQuery,
      response: { 200: schema.PageText },
    }),
    ({ ctx, params, query }) =>
      getPage(ctx, params.name, { version: params.version, locale: query.lang ?? ctx.locale }),
  );

  app.post(
    '/api/pages/accept',
    asMember({
      operationId: 'acceptTerms',
      summary: 'Accepts the versions that the member is asked to accept',
      description:
        'Until then, writes are refused with `terms_not_accepted`. A version that was published meanwhile is not accepted.',
      body: schema.AcceptBody,
      response: NoContent,
    }),
    ({ ctx, member, body }) => acceptTerms(ctx, member, body.up_to),
  );

  app.get(
    '/api/admin/pages/:name',
    asOwner({
      operationId: 'getWrittenPageDraft',
      summary: 'The texts of a page in every language, to edit them',
      params: schema.PageParams,
      response: { 200: schema.PageDraft },
    }),
    ({ ctx, params }) => getDraft(ctx, params.name),
  );

  app.put(
    '/api/admin/pages/:name',
    asOwner(
      {
        operationId: 'publishWrittenPage',
        summary: 'Publishes a version of a page',
        description:
          'All languages at once; one without a text is left out. With `must_accept`, members who joined earlier must accept it before they write again.',
        params: schema.PageParams,
        body: schema.PublishBody,
        response: { 200: schema.PageDraft },
      },
      // A text in each language.
      { bodyLimit: PAGE_LOCALES.length * POST_BYTES_MAX },
    ),
    ({ ctx, member, params, body }) => publishPage(ctx, member, params.name, body),
  );

  app.delete(
    '/api/admin/pages/:name',
    asOwner({
      operationId: 'withdrawWrittenPage',
      summary: 'Takes a page down',
      description: 'Its versions stay, and can be read again after the next publication.',
      params: schema.PageParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => withdrawPage(ctx, member, params.name),
  );
}
