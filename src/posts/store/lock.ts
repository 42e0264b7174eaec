import type { Viewer } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { type Audience, audienceOf, isSeenBy } from './visibility.ts';

type Asked = Params<Audience & { id: number }>;

const found = prepareQuery((db, asked: Asked) => visible(db, asked));
const shared = prepareQuery((db, asked: Asked) => visible(db, asked).forShare('post'));

/** Without its text, which may be large and is not asked for. */
export async function findVisible(db: Db, viewer: Viewer | null, id: number) {
  const [post] = await found(db, { id, ...audienceOf(viewer) });
  return post;
}

/** A share lock: many may hold the post at once, and whoever wants to change it waits for them all. */
export async function lockVisibleForShare(trx: Trx, viewer: Viewer, id: number) {
  const [post] = await shared(trx, { id, ...audienceOf(viewer) });
  return post;
}

function visible(db: Db, { id, ...audience }: Asked) {
  return db
    .selectFrom('post')
    .select(['post.id', 'post.author_uid', 'post.status'])
    .where('post.id', '=', id)
    .where(isSeenBy(audience));
}
