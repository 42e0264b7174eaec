/**
 * Likes as one writes them down first: what the bench and the proofs put beside ours. In each statement $1 is the
 * post and $2 who presses. The tables are apart from the site's, so that nothing there has to add up with them.
 */
export const BASELINE_TABLES = `
  create table plain_like (post_id bigint, uid bigint, primary key (post_id, uid));
  create table plain_count (post_id bigint primary key, likes bigint not null);
  create table plain_post (id bigint primary key, title text, summary text, body text, likes bigint not null);
  grant all on plain_like, plain_count, plain_post to lamplight_app`;

/** The counter stands on the row of the post, text and all. */
export const BASELINE_TRANSACTION = {
  begin: 'begin',
  held: 'select count(*)::int as held from plain_like where post_id = $1::bigint and uid = $2::bigint',
  release: 'delete from plain_like where post_id = $1::bigint and uid = $2::bigint',
  hold: 'insert into plain_like (post_id, uid) values ($1::bigint, $2::bigint)',
  fewer: 'update plain_post set likes = likes - 1 where id = $1::bigint',
  more: 'update plain_post set likes = likes + 1 where id = $1::bigint',
  commit: 'commit',
};

/** The counter has a narrow row of its own, and all is one statement. Two who press for one reader do not fail. */
export const BASELINE_STATEMENT = `
  with released as (
    delete from plain_like where post_id = $1::bigint and uid = $2::bigint returning post_id
  ), held as (
    insert into plain_like (post_id, uid) select $1::bigint, $2::bigint where not exists (select from released)
    on conflict do nothing returning post_id
  )
  update plain_count
     set likes = likes + (select count(*) from held) - (select count(*) from released)
   where post_id = $1::bigint
  returning likes`;
