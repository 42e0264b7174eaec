import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { levelOf } from '../rules.ts';
import { CARD_COLUMNS } from '../schema.ts';

/** The columns of `users` that a card is made of. */
export const CARD_SOURCE = [
  'uid',
  'username',
  'avatar_key',
  'signature',
  'signature_lang',
  'exp',
  'status',
  'deleted_at',
] as const;

type Source = {
  uid: number;
  username: string | null;
  avatar_key: string | null;
  signature: string;
  signature_lang: string | null;
  exp: number;
  status: string;
  deleted_at: Date | null;
};

/**
 * In the transaction that wrote the row of `users`, and after it: the lock of that row makes writers of one card wait for
 * each other. A card that stays the same is not written, because cached pages depend on its version.
 */
export async function storeCard(trx: Trx, { exp, status, deleted_at, ...shown }: Source) {
  const { uid, username, avatar_key, signature, signature_lang } = shown;
  await sql`
    insert into member_card as card (uid, level, state, username, avatar_key, signature, signature_lang)
    values (${uid}, ${levelOf(exp)}, ${deleted_at ? 'deleted' : status}, ${username}, ${avatar_key}, ${signature},
            ${signature_lang})
    on conflict (uid) do update
       set version = card.version + 1, level = excluded.level, state = excluded.state, username = excluded.username, avatar_key = excluded.avatar_key,
           signature = excluded.signature, signature_lang = excluded.signature_lang
     where (card.level, card.state, card.username, card.avatar_key, card.signature, card.signature_lang)
           is distinct from (excluded.level, excluded.state, excluded.username, excluded.avatar_key, excluded.signature,
                             excluded.signature_lang)`.execute(trx);
}

/** Exp changes with every gain, and the card only with a new level. The member's row is locked. */
export async function updateLevel(trx: Trx, uid: number, level: number): Promise<void> {
  await sql`update member_card set version = version + 1, level = ${level} where uid = ${uid}`.execute(
    trx,
  );
}

export function selectCards(db: Db, uids: number[]) {
  return db
    .selectFrom('member_card')
    .select([...CARD_COLUMNS])
    .where('uid', '=', sql<number>`any(${uids})`)
    .where('state', '<>', sql.lit('deleted'))
    .execute();
}
