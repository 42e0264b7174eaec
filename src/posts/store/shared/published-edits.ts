import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Comparison } from '../../compare-texts.ts';
import { isPublic } from '../visibility.ts';

/** D25: of a public post whose author allows it, the newest first; bounded by SHOWN_EDITS_MAX. */
export function listPublishedEdits(db: Db, id: number) {
  return shownEdits(db, id)
    .select(['published_edit.version', 'published_edit.created_at'])
    .select(sql<Comparison['words']>`published_edit.comparison -> 'words'`.as('words'))
    .orderBy('published_edit.version', 'desc')
    .execute();
}

export function findPublishedEdit(db: Db, id: number, version: number) {
  return shownEdits(db, id)
    .select(['published_edit.version', 'published_edit.created_at'])
    .select(sql<Comparison>`published_edit.comparison`.as('comparison'))
    .where('published_edit.version', '=', version)
    .executeTakeFirst();
}

function shownEdits(db: Db, id: number) {
  return db
    .selectFrom('published_edit')
    .innerJoin('post', 'post.id', 'published_edit.post_id')
    .where('published_edit.post_id', '=', id)
    .where(sql<boolean>`post.show_changes`)
    .where((eb) => isPublic(FOR_EVERYBODY)(eb as never));
}
