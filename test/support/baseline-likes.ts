/**
 * The simplest implementations of a like: the baseline of the benchmark and of a test. In each statement $1 is the
 * post and $2 the user. The tables are separate from the site's, so the site's integrity checks do not see them.
 */
export const BASELINE_TABLES = `
  create table plain_like (post_id bigint, uid bigint, primary key (post_id, uid));
  create table plain_count (post_id bigint primary key, likes bigint not null);
  create table plain_post (id bigint primary key, title text, summary text, body text, likes bigint not null);
  grant all on plain_like, plain_count, plain_post to lamplight_app`;

/** The counter is on the row of the post, next to its text. */
export const BASELINE_TRANSACTION = {
  begin: 'begin',
  isLiked:
    'select count(*)::int as liked from plain_like where post_id = $1::bigint and uid = $2::bigint',
  unlike: 'delete from plain_like where post_id = $1::bigint and uid = $2::bigint',
  like: 'insert into plain_like (post_id, uid) values ($1::bigint, $2::bigint)',
  decrement: 'update plain_post set likes = likes - 1 where id = $1::bigint',
  increment: 'update plain_post set likes = likes + 1 where id = $1::bigint',
  commit: 'commit',
};

/** The counter has a narrow row of its own, and all is one statement. Concurrent toggles of one user do not fail. */
export const BASELINE_STATEMENT = `
  with deleted as (
    delete from plain_like where post_id = $1::bigint and uid = $2::bigint returning post_id
  ), inserted as (
    insert into plain_like (post_id, uid) select $1::bigint, $2::bigint where not exists (select from deleted)
    on conflict do nothing returning post_id
  )
  update plain_count
     set likes = likes + (select count(*) from inserted) - (select count(*) from deleted)
   where post_id = $1::bigint
  returning likes`;
