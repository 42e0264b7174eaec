import { type App, operations } from '../platform/http/app-types.ts';
import { IdParams } from '../platform/http/validation.ts';
import { changeReaction, getReaction } from './actions.ts';
import { readChange } from './rules.ts';
import { DislikeBody, LikeBody, ReactionState } from './schema.ts';

const { asOptional, route } = operations('reactions');
/** Exempt from admission: concurrent toggles share one statement, so more of them cost less each. */
const asReaction = route('member', ['toggles'], 'exempt');
const shared = { params: IdParams, response: { 200: ReactionState } };

export function reactionRoutes(app: App): void {
  app.get(
    '/api/posts/:id/reaction',
    asOptional({
      ...shared,
      operationId: 'getReaction',
      summary: 'The reaction of the caller, and the counts',
    }),
    (request) => getReaction(request.ctx, request.viewer, request.params.id),
  );

  app.post(
    '/api/posts/:id/like',
    asReaction({
      ...shared,
      operationId: 'toggleLike',
      summary: 'Toggles, sets or unsets a like',
      body: LikeBody,
    }),
    ({ ctx, member, params, body }) =>
      changeReaction(ctx, member, params.id, { button: 'like', change: readChange(body?.liked) }),
  );

  app.post(
    '/api/posts/:id/dislike',
    asReaction({
      ...shared,
      operationId: 'toggleDislike',
      summary: 'Toggles, sets or unsets a dislike',
      body: DislikeBody,
    }),
    ({ ctx, member, params, body }) =>
      changeReaction(ctx, member, params.id, {
        button: 'dislike',
        change: readChange(body?.disliked),
      }),
  );
}
