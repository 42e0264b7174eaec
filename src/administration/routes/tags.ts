import { type App, operations } from '../../platform/http/app-types.ts';
import { PageOf } from '../../platform/http/pagination.ts';
import { IdParams } from '../../platform/http/validation.ts';
import { listTagsForStaff } from '../../posts/actions/read-tags.ts';
import { blockTag, mergeTag, unmergeTag, updateTag } from '../../tags/actions/manage-tags.ts';
import * as schema from '../../tags/schema.ts';

const { asAdmin } = operations('administration');
const ofTag = { params: IdParams, response: { 200: schema.ManagedTag } };

/** D60: tags for the staff. Every change is in the staff log and can be undone. */
export function adminTagRoutes(app: App): void {
  app.get(
    '/api/admin/tags',
    asAdmin({
      operationId: 'listTagsForStaff',
      summary: 'Every tag, also blocked, merged and unused ones',
      querystring: schema.ManagedTagQuery,
      response: { 200: PageOf(schema.ManagedTag) },
    }),
    ({ ctx, query }) => listTagsForStaff(ctx, query),
  );

  app.put(
    '/api/admin/tags/:id',
    asAdmin({
      ...ofTag,
      operationId: 'updateTag',
      summary: 'Renames or describes a tag',
      body: schema.UpdateTagBody,
    }),
    ({ ctx, member, params, body }) => updateTag(ctx, member, params.id, body),
  );

  app.post(
    '/api/admin/tags/:id/merge',
    asAdmin({
      ...ofTag,
      operationId: 'mergeTag',
      summary: 'Merges a tag into another one',
      description: 'Its posts follow within minutes, in batches.',
      body: schema.MergeTagBody,
    }),
    ({ ctx, member, params, body }) => mergeTag(ctx, member, params.id, body),
  );

  app.post(
    '/api/admin/tags/:id/unmerge',
    asAdmin({
      ...ofTag,
      operationId: 'unmergeTag',
      summary: 'Undoes a merge',
      body: schema.TagDecisionBody,
    }),
    ({ ctx, member, params, body }) => unmergeTag(ctx, member, params.id, body ?? {}),
  );

  for (const [operation, blocked] of [
    ['block', true],
    ['unblock', false],
  ] as const)
    app.post(
      `/api/admin/tags/:id/${operation}`,
      asAdmin({
        ...ofTag,
        operationId: `${operation}Tag`,
        summary: blocked ? 'Shows a tag nowhere; its posts stay' : 'Shows a blocked tag again',
        body: schema.TagDecisionBody,
      }),
      ({ ctx, member, params, body }) => blockTag(ctx, member, params.id, { ...body, blocked }),
    );
}
