import { sql } from 'kysely';
import type { Db, TrxOrAutocommit } from '../../platform/db/database.ts';
import type { PostCardRow } from './posts.ts';

export function listBodies(db: Db, ids: number[]) {
  return db
    .selectFrom('post')
    .select(['id', 'body', 'cover_key', 'live_version'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/** Skips a text that was replaced meanwhile, and posts that are being changed. */
export async function updateCards(
  db: TrxOrAutocommit,
  cards: (PostCardRow & { id: number })[],
): Promise<void> {
  const column = (name: keyof PostCardRow | 'id') => cards.map((card) => card[name]);
  await sql`
    with card as (
      select input.* from unnest(
               ${column('id')}::bigint[], ${column('card_version')}::int[], ${column('minutes')}::int[],
               ${column('note')}::text[], ${column('picture_key')}::text[], ${column('picture_width')}::int[],
               ${column('picture_height')}::int[])
             as input(id, card_version, minutes, note, picture_key, picture_width, picture_height)
        join post on post.id = input.id and post.live_version = input.card_version and post.purged_at is null
         for no key update of post skip locked
    )
    update post
       set card_version = card.card_version, minutes = card.minutes, note = card.note,
           picture_key = card.picture_key, picture_width = card.picture_width, picture_height = card.picture_height
      from card where post.id = card.id`.execute(db);
}
