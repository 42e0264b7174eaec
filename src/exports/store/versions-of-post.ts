import { sql } from 'kysely';
import { shownTagsSql } from '../../tags/store/shared.ts';
import { readInBatches, TEXTS } from './batches.ts';

export const listVersionsOfPost = readInBatches(
  0,
  (db, postId: number, { after, limit }) =>
    db
      // Materialized: versions and tags can be on different nodes of a distributed site.
      .with(
        (cte) => cte('own').materialized(),
        (inner) =>
          inner
            .selectFrom('post_revision')
            .selectAll()
            .where('post_id', '=', postId)
            .where('version', '>', after)
            .orderBy('version')
            .limit(limit),
      )
      .selectFrom('own')
      .select(['post_id', 'version', 'title', 'summary', 'body', 'cover_key', 'lang', 'created_at'])
      .select(['cause', 'restored_from'])
      .select(shownTagsSql(sql.ref('own.tag_ids')).as('tags'))
      .orderBy('version')
      .execute(),
  (row) => row.version,
  TEXTS,
);
