import { type App, asOptional, route } from '../platform/http/app-types.ts';
import { PostParams } from '../posts/schema.ts';
import { getReaction, toggleReaction } from './actions.ts';
import { readChange } from './rules.ts';
import { DislikeBody, LikeBody, ReactionState } from './schema.ts';

const tags = ['reactions'];
/** Those of one moment go in one statement: the more there are, the less each of them costs. */
const asReaction = route('member', ['toggles'], 'exempt');
const shared = { tags, params: PostParams, response: { 200: ReactionState } };

export function reactionRoutes(app: App): void {
  app.get(
    '/api/posts/:id/reaction',
    {
      ...asOptional,
      schema: {
        ...shared,
        operationId: 'getReaction',
        summary: 'What the caller holds, and the counts',
      },
    },
    (request) => getReaction(request.ctx, request.viewer, request.params.id),
  );

  app.post(
    '/api/posts/:id/like',
    {
      ...asReaction,
      schema: {
        ...shared,
        operationId: 'toggleLike',
        summary: 'Presses the like button',
        body: LikeBody,
      },
    },
    ({ ctx, member, params, body }) =>
      toggleReaction(ctx, member, params.id, { button: 'like', press: readChange(body?.liked) }),
  );

  app.post(
    '/api/posts/:id/dislike',
    {
      ...asReaction,
      schema: {
        ...shared,
        operationId: 'toggleDislike',
        summary: 'Presses the dislike button',
        body: DislikeBody,
      },
    },
    ({ ctx, member, params, body }) =>
      toggleReaction(ctx, member, params.id, {
        button: 'dislike',
        press: readChange(body?.disliked),
      }),
  );
}
