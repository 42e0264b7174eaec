import { getPosition } from '../../src/comments/actions/find-comment.ts';
import { holdComment, releaseComment } from '../../src/comments/actions/hold-comment.ts';
import type { Context } from '../../src/context.ts';

/** As an automatic rule does. */
export const hold = (ctx: Context, id: number) =>
  ctx.tx(async (trx) =>
    holdComment(ctx, trx, await getPosition(trx, { owner: undefined, id }), 'rule'),
  );

export const release = (ctx: Context, id: number) =>
  ctx.tx(async (trx) => releaseComment(ctx, trx, await getPosition(trx, { owner: undefined, id })));
