import { readOwnRows } from './batches.ts';

export const listSeries = readOwnRows('series', { owner: 'author_uid', key: 'id' }, [
  'id',
  'title',
  'description',
  'lang',
  'text_removed_at',
  'version',
  'created_at',
  'updated_at',
]);

export const listSeriesPosts = readOwnRows('series_post', { owner: 'author_uid', key: 'post_id' }, [
  'series_id',
  'position',
  'post_id',
]);
