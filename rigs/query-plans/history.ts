import { BURNT } from '../../src/energy/rules.ts';
import { DELETE_COST, SHOWN_EDITS_MAX } from '../../src/posts/rules.ts';
import { HOSTS_OF_DAY } from '../../src/reads/rules.ts';

/** A post of the heavy member with a long history, many readers and updates that readers may look at. */
export const REVISED_POST = 200;
export const VERSIONS = 400;
/** On how many days posts were read, and the follows made on the page of `REVISED_POST`: one of so many. */
export const READ_DAYS = 10;
const FOLLOWS_SHARE = 20;

const TODAY = `(now() at time zone 'Asia/Shanghai')::date`;
const COMPARISON = JSON.stringify({
  ...{ title: null, summary: null, tags: null, cover: null, lines: [], only_format: true },
  counts: { removed: 0, added: 0, changed: 0, format: 0 },
  words: { removed: 0, added: 0 },
});

/** The heavy member deleted one of 30 posts, and paid for each; `oldest` stay public. Before anything is derived from posts. */
export function fillBin(heavyUid: number, oldest: number): string {
  return `update post set deleted_at = now() - interval '1 second' * (id % 1000000), deleted_by_author = true
           where author_uid = ${heavyUid} and id > ${oldest} and id % 30 = 0;
          insert into energy_transfer (cause, reason, from_account, to_account, amount, post_id, created_at)
          select 'delete_post:' || id, 'delete_post', ${heavyUid}, ${BURNT}, ${DELETE_COST}, id, now()
            from post where deleted_by_author;
          insert into energy_entry (account_id, seq, transfer_id, delta, balance_after, created_at)
          select uid, entries + number, id, -amount, balance - amount * number, created_at
            from (select *, row_number() over (order by id) as number from energy_transfer where reason = 'delete_post') as paid
            join energy_account on uid = from_account;
          update energy_account set balance = balance - paid.energy, entries = entries + paid.count
            from (select sum(amount) as energy, count(*) from energy_transfer where reason = 'delete_post') as paid
           where uid = ${heavyUid}`;
}

export const FILL_VERSIONS = `
  insert into post_revision (post_id, version, title, summary, body, created_at, cause)
  select ${REVISED_POST}, n, '第 ' || n || ' 稿', '', '<p>第 ' || n || ' 稿</p>', now() - interval '1 hour' * (${VERSIONS} - n), 'save'
    from generate_series(2, ${VERSIONS}) n;
  update post set version = ${VERSIONS}, live_version = ${VERSIONS}, show_changes = true where id = ${REVISED_POST};
  insert into published_edit (post_id, version, from_version, comparison, created_at)
  select ${REVISED_POST}, n, n - 1, '${COMPARISON}', now() - interval '1 hour' * (${VERSIONS} - n)
    from generate_series(${VERSIONS - SHOWN_EDITS_MAX + 1}, ${VERSIONS}) n`;

/** Reads of every tenth post, which includes those of the heavy member; every read of one came from another site. */
export const FILL_READS = `
  insert into post_read_day (post_id, day, reads)
  select id, ${TODAY} - j, case when id = ${REVISED_POST} then ${HOSTS_OF_DAY} else 1 + id % 7 end
    from post cross join generate_series(1, ${READ_DAYS}) j where id % 10 = 0;
  insert into post_read_source (post_id, day, source, reads)
  select post_id, day, 'search', reads from post_read_day where post_id <> ${REVISED_POST};
  insert into post_read_source (post_id, day, source, host, reads)
  select post_id, day, 'outside', 'site' || n || '.example', 1
    from post_read_day cross join generate_series(1, ${HOSTS_OF_DAY}) n where post_id = ${REVISED_POST};
  insert into post_read_depth (post_id, day, measured, quarter, half, three_quarters, finished)
  select post_id, day, reads, reads, reads, 0, 0 from post_read_day;
  insert into post_read_count (post_id, reads, measured, finished)
  select post_id, sum(reads), sum(reads), 0 from post_read_day group by 1;
  insert into author_read_day (author_uid, day, reads)
  select author_uid, day, sum(reads) from post_read_day join post on post.id = post_id group by 1, 2`;

/** Follows of the author that were made on the page of one post. */
export function fillFollowsOfPost(heavyUid: number): string {
  return `update user_follow set post_id = ${REVISED_POST}
           where followed_uid = ${heavyUid} and follower_uid % ${FOLLOWS_SHARE} = 0`;
}
