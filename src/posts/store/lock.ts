import type { Viewer } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { type Audience, audienceOf, isVisibleToAudience } from './visibility.ts';

type LookupParams = Params<Audience & { id: number }>;

const visiblePostQuery = prepareQuery((db, params: LookupParams) => selectVisible(db, params));
const lockVisiblePostQuery = prepareQuery((db, params: LookupParams) =>
  selectVisible(db, params).forShare('post'),
);

/** Without the text, which may be large. */
export async function findVisible(db: Db, viewer: Viewer | null, id: number) {
  const [post] = await visiblePostQuery(db, { id, ...audienceOf(viewer) });
  return post;
}

/** A share lock: many transactions can have it at once, and an update of the post waits for all of them. */
export async function lockVisibleForShare(trx: Trx, viewer: Viewer, id: number) {
  const [post] = await lockVisiblePostQuery(trx, { id, ...audienceOf(viewer) });
  return post;
}

function selectVisible(db: Db, { id, ...audience }: LookupParams) {
  return db
    .selectFrom('post')
    .select(['post.id', 'post.author_uid', 'post.status'])
    .where('post.id', '=', id)
    .where(isVisibleToAudience(audience));
}
