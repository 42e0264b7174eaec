import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { HiddenParam } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { isPublic } from './visibility.ts';

type Value<T> = T | RawBuilder<T>;
type After = { time: Value<Date> | undefined; id: Value<number> | undefined };

/** The newest public posts of a tag, after the end of the previous page. */
export function taggedQuery(
  db: Db,
  tagId: Value<number>,
  { time, id }: After,
  hidden: HiddenParam,
) {
  return db
    .selectFrom('post_tag')
    .innerJoin('post', 'post.id', 'post_tag.post_id')
    .where('post_tag.tag_id', '=', tagId)
    .where((eb) => isPublic(hidden)(eb as never))
    .where(({ eb, lit, refTuple, tuple }: ExpressionBuilder<DB, 'post_tag'>) =>
      time && id
        ? eb(refTuple('post_tag.published_at', 'post_tag.post_id'), '<', tuple(time, id))
        : lit(true),
    )
    .orderBy('post_tag.published_at', 'desc')
    .orderBy('post_tag.post_id', 'desc');
}

/**
 * D25: `tag.posts` may count a post that was hidden in the last second, so the live posts are asked too. It reads one
 * index entry of each tag.
 */
export function hasPublicPost(db: Db): RawBuilder<boolean> {
  return sql<boolean>`exists (${taggedQuery(db, sql.ref('tag.id'), { time: undefined, id: undefined }, FOR_EVERYBODY).select('post.id').limit(sql.lit(1))})`;
}
