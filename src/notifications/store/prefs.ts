import type { Db, TrxOrAutocommit } from '../../platform/db/database.ts';
import type { NotifyPrefs } from '../rules.ts';

const COLUMNS = [
  'comment',
  'reply',
  'likes as like',
  'follow',
  'energy',
  'author_posts',
  'tag_posts',
] as const;

export async function selectPrefs(db: Db, uid: number): Promise<NotifyPrefs | undefined> {
  return db.selectFrom('notify_pref').select(COLUMNS).where('uid', '=', uid).executeTakeFirst();
}

/** Writes only the named switches, so concurrent changes of different switches both stay. */
export function upsertPrefs(
  trx: TrxOrAutocommit,
  uid: number,
  { like, ...others }: Partial<NotifyPrefs>,
): Promise<NotifyPrefs> {
  const changes = like === undefined ? others : { ...others, likes: like };
  return trx
    .insertInto('notify_pref')
    .values({ uid, ...changes })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(changes))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
