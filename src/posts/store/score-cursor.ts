import type { ExpressionBuilder } from 'kysely';
import type { Params } from '../../platform/db/prepared.ts';
import type { DB } from '../../platform/db/schema.ts';

export type HotScoreCursor = { score: number | undefined; id: number | undefined; limit: number };

/** Rows after the end of the previous page of a list by score. */
export function isBelowScore(
  { eb, lit, refTuple, tuple }: ExpressionBuilder<DB, 'post_hot_score'>,
  { score, id }: Pick<Params<HotScoreCursor>, 'score' | 'id'>,
) {
  return score && id
    ? eb(refTuple('post_hot_score.score', 'post_hot_score.post_id'), '<', tuple(score, id))
    : lit(true);
}
