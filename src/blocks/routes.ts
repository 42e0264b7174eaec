import { endFollowsBetween } from '../follows/actions.ts';
import { type App, operations } from '../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../platform/http/pagination.ts';
import { UidParams } from '../platform/http/validation.ts';
import { blockMember, unblockMember } from './actions/change-block.ts';
import { listOwnBlocks } from './actions/read-blocks.ts';
import { BlockBody, BlockCard, BlockState } from './schema.ts';

const { asMember, route } = operations('blocks');
const asBlock = route('member', ['follows']);

export function blockRoutes(app: App): void {
  app.get(
    '/api/settings/blocks',
    asMember({
      operationId: 'listBlocks',
      summary: 'Whom the caller has blocked or muted',
      querystring: ListQuery,
      response: { 200: PageOf(BlockCard) },
    }),
    ({ ctx, member, query }) => listOwnBlocks(ctx, member, query),
  );

  app.put(
    '/api/users/:uid/block',
    asBlock({
      operationId: 'blockMember',
      summary: 'Blocks or mutes a member',
      description:
        'A block ends the follows between the two. The other member gets no notification; a blocked one is refused with `blocked` when they try to follow, reply to, mention or energize the caller.',
      params: UidParams,
      body: BlockBody,
      response: { 200: BlockState },
    }),
    ({ ctx, member, params, body }) =>
      blockMember(ctx, member, { ...params, ...body }, endFollowsBetween),
  );

  app.delete(
    '/api/users/:uid/block',
    asBlock({
      operationId: 'unblockMember',
      summary: 'Ends a block or a mute',
      params: UidParams,
      response: { 200: BlockState },
    }),
    ({ ctx, member, params }) => unblockMember(ctx, member, params.uid),
  );
}
