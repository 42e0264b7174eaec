import { type AliasableExpression, type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../../platform/db/keyset.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { PostStatus } from '../rules.ts';
import { DESK, SHOWN_WITH, SUMMARY } from './posts.ts';
import { isPublic } from './visibility.ts';

type HeatAndId = [number, number];

export function listNewest(db: Db, author: number | undefined, page: KeysetPage<TimeAndId>) {
  const found = newest(db, page).select(SUMMARY).limit(PAGE_ROWS);
  return newestFirst(db, author ? found.where('post.author_uid', '=', author) : found, page);
}

/**
 * A page can only come from as many authors as it has posts: those whose newest post is newest. So one index
 * entry is read per followed author, and a page's worth only for these few.
 */
export function listFollowed(db: Db, uid: number, page: KeysetPage<TimeAndId>) {
  const count = page.limit + 1;
  const authors = db
    .selectFrom('user_follow')
    .crossJoinLateral(
      newest(db, page)
        .select(['post.id', 'post.published_at'])
        .where('post.author_uid', '=', sql.ref<number>('user_follow.followed_uid'))
        .limit(sql.lit(1))
        .as('first'),
    )
    .select('user_follow.followed_uid')
    .where('user_follow.follower_uid', '=', uid)
    .where((eb) => eb.ref('user_follow.following'))
    .orderBy('first.published_at', 'desc')
    .orderBy('first.id', 'desc')
    .limit(count);
  const ids = db
    .selectFrom(authors.as('author'))
    .crossJoinLateral(
      newest(db, page)
        .select(['post.id', 'post.published_at'])
        .where('post.author_uid', '=', sql.ref<number>('author.followed_uid'))
        .limit(count)
        .as('one'),
    )
    .select('one.id')
    .orderBy('one.published_at', 'desc')
    .orderBy('one.id', 'desc')
    // Sorted, so all of it is read: just as much as the page needs.
    .limit(count);
  const found = db
    .selectFrom(ids.as('followed'))
    .innerJoin('post', 'post.id', 'followed.id')
    .select(SUMMARY);
  return newestFirst(db, found, page);
}

export function listHottest(db: Db, page: KeysetPage<HeatAndId>) {
  const { after } = page;
  const found = db
    .selectFrom('post_heat')
    .innerJoin('post', 'post.id', 'post_heat.post_id')
    .select([...SUMMARY, 'post_heat.heat'])
    .where((eb) => isPublic(eb as never))
    .where(({ eb, lit, refTuple, tuple }) =>
      after ? eb(refTuple('post_heat.heat', 'post_heat.post_id'), '<', tuple(...after)) : lit(true),
    )
    .orderBy('post_heat.heat', 'desc')
    .orderBy('post_heat.post_id', 'desc')
    .limit(PAGE_ROWS);
  return shown(db, found, page).orderBy('post.heat', 'desc').orderBy('post.id', 'desc').execute();
}

export function listDesk(
  db: Db,
  uid: number,
  status: PostStatus | undefined,
  page: KeysetPage<TimeAndId>,
) {
  const found = db
    .selectFrom('post')
    .select(DESK)
    .where('post.author_uid', '=', uid)
    .where('post.deleted_at', 'is', null)
    .where(isBeyond('post.updated_at', page.after))
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(PAGE_ROWS);
  return shown(db, status ? found.where('post.status', '=', status) : found, page)
    .orderBy('post.updated_at', 'desc')
    .orderBy('post.id', 'desc')
    .execute();
}

/** Public posts from where the page before ended. */
function newest(db: Db, page: KeysetPage<TimeAndId>) {
  return db
    .selectFrom('post')
    .where(isPublic)
    .where(isBeyond('post.published_at', page.after))
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc');
}

type Moment = 'post.published_at' | 'post.updated_at' | 'post.submitted_at';

/** What comes after the page before: older, or with `>` newer. */
export function isBeyond(column: Moment, after: TimeAndId | undefined, side: '<' | '>' = '<') {
  return ({ eb, lit, refTuple, tuple }: ExpressionBuilder<DB, 'post'>) => {
    if (!after) return lit(true);
    const [time, id] = after;
    return eb(refTuple(column, 'post.id'), side, tuple(new Date(time), id));
  };
}

type Found = { id: number; author_uid: number; published_at: Date | null };

function newestFirst<Row extends Found>(
  db: Db,
  found: AliasableExpression<Row>,
  page: KeysetPage<TimeAndId>,
) {
  return shown(db, found as AliasableExpression<Found & Row>, page)
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc')
    .execute();
}

/** The page is found first and the rest joined after: joined before, the limit would not stop the join. */
export function shown<Row extends { id: number; author_uid: number }>(
  db: Db,
  found: AliasableExpression<Row>,
  page: KeysetPage<unknown>,
) {
  return db
    .selectFrom(found.as('post'))
    .innerJoin('users', 'users.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .selectAll('post')
    .select([...SHOWN_WITH])
    .limit(page.limit + 1);
}
