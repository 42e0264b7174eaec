import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import { CARD_COLUMNS } from '../../../users/schema.ts';
import { cardVersionSql } from '../../../users/store/shared.ts';
import { isPublic } from '../visibility.ts';

type Link = { id: number; score: number };

/**
 * D25: the public ones of the posts that `links` names, the highest score first; a second post of an author comes after
 * the first ones of all others. With what a tile shows, for statements of other domains.
 */
export function linkedPostsQuery(db: Db, links: RawBuilder<Link>, limit: number) {
  const visible = db
    .selectFrom(links.as('link'))
    .innerJoin('post', 'post.id', 'link.id')
    .select(['post.id', 'post.author_uid', 'post.title', 'post.lang', 'post.summary'])
    .select(['link.score', sql<string>`post.xmin::text`.as('post_version')])
    // The picture of an earlier text is not shown.
    .select(
      sql<
        string | null
      >`case when post.card_version = post.live_version then post.picture_key end`.as(
        'picture_key',
      ),
    )
    .select(
      sql<number>`row_number() over (partition by post.author_uid order by link.score desc, post.id desc)`.as(
        'of_author',
      ),
    )
    .where((eb) => isPublic(FOR_EVERYBODY)(eb as never));
  const nearest = db
    .selectFrom(visible.as('visible'))
    .selectAll()
    .orderBy(sql`visible.of_author > 1`)
    .orderBy('visible.score', 'desc')
    .orderBy('visible.id', 'desc')
    .limit(sql.lit(limit));
  return db
    .selectFrom(nearest.as('post'))
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .innerJoin('member_card', 'member_card.uid', 'post.author_uid')
    .select(['post.id', 'post.title', 'post.lang', 'post.post_version', 'post.picture_key'])
    .select(
      sql<string>`case when post.picture_key is null then post.summary else '' end`.as('summary'),
    )
    .select(['post_count.energy', ...CARD_COLUMNS, cardVersionSql])
    .orderBy(sql`post.of_author > 1`)
    .orderBy('post.score', 'desc')
    .orderBy('post.id', 'desc');
}
