import { sql } from 'kysely';
import { shownTagsSql } from '../../tags/store/shared.ts';
import { readInBatches, TEXTS } from './batches.ts';

const COLUMNS = [
  'post_id',
  'version',
  'title',
  'summary',
  'body',
  'cover_key',
  'lang',
  'created_at',
  'cause',
  'restored_from',
] as const;

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
            .select([...COLUMNS, 'tag_ids'])
            .where('post_id', '=', postId)
            .where('version', '>', after)
            .orderBy('version')
            .limit(limit),
      )
      .selectFrom('own')
      .select(COLUMNS)
      .select(shownTagsSql(sql.ref('own.tag_ids')).as('tags'))
      .orderBy('version')
      .execute(),
  (row) => row.version,
  TEXTS,
);
