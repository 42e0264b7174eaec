import * as schema from '../../api-tokens/schema.ts';
import { type App, operations } from '../../platform/http/app-types.ts';
import { showOnNextPage } from '../../platform/http/shown-once.ts';
import { IdParams, NoContent } from '../../platform/http/validation.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '../actions/change-api-tokens.ts';

const { asMember, route } = operations('settings');
const asChange = route('member', ['password']);

/** D70: tokens for programs of the member. No token reaches them. */
export function apiTokenRoutes(app: App): void {
  app.get(
    '/api/settings/api-tokens',
    asMember({
      operationId: 'listApiTokens',
      summary: 'The API tokens of this account, newest first',
      response: { 200: schema.ApiTokens },
    }),
    ({ ctx, member }) => listApiTokens(ctx, member),
  );

  app.post(
    '/api/settings/api-tokens',
    asChange({
      operationId: 'createApiToken',
      summary: 'A new API token, shown this once',
      description: 'Needs a recent confirmation.',
      body: schema.NewApiToken,
      response: { 201: schema.MadeApiToken },
    }),
    async (request, reply) => {
      const made = await createApiToken(request.ctx, request.member, request.body);
      showOnNextPage(request, reply, 'token', made.token);
      reply.header('cache-control', 'no-store');
      return made;
    },
  );

  app.delete(
    '/api/settings/api-tokens/:id',
    asMember({
      operationId: 'revokeApiToken',
      summary: 'Revokes an API token at once',
      params: IdParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => revokeApiToken(ctx, member, params.id),
  );
}
