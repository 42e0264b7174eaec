import { type RawBuilder, sql } from 'kysely';
import { UNDO_MINUTES } from '../../staff-log/rules.ts';

const DECISIONS = sql.join(
  [
    ...['post.approve', 'post.reject', 'post.lock', 'post.remove', 'comment.remove'],
    ...['user.remove_picture', 'user.remove_avatar', 'report.uphold', 'user.ban'],
    ...['appeal.accept', 'appeal.refuse'],
  ].map((action) => sql.lit(action)),
);

/** An undo is in the log within the hour, and a moment for its transaction. */
const UNDONE_WITHIN = sql.lit(`${UNDO_MINUTES + 10} minutes`);

/** What a decision counts as. Null: nothing. Entries of earlier releases do not name the effect of a report. */
const KIND = sql`
  case action
    when 'comment.remove' then 'comment_removed'
    when 'user.remove_picture' then 'picture_removed'
    when 'user.remove_avatar' then 'picture_removed'
    when 'user.ban' then case when before ->> 'status' = 'active' then 'ban' end
    when 'appeal.accept' then 'appeal'
    when 'appeal.refuse' then 'appeal'
    when 'report.uphold' then nullif(coalesce(before ->> 'effect', case
      when before ? 'upload_id' then 'picture_removed'
      when subject_kind = 'comment' then case when before ? 'author_uid' then 'comment_removed' end
      when subject_kind = 'post' then 'post_removed'
      else 'ban' end), 'none')
    when 'post.approve' then null
    else case
      when before ->> 'status' = 'pending' then 'post_refused'
      when before ->> 'status' <> 'approved' then null
      -- An edit; the post stays as it is.
      when action = 'post.reject' and after ->> 'status' = 'approved' then 'post_refused'
      else 'post_removed' end
  end`;

const CATEGORY = sql`
  case kind
    when 'appeal' then case action when 'appeal.accept' then 'granted' else 'refused' end
    when 'ban' then case when after ? 'until' then 'timed' else 'for_good' end
    when 'post_refused' then ''
    else coalesce(before ->> 'category', case action when 'report.uphold' then 'other' else 'staff' end)
  end`;

/**
 * The counts of the staff log in a range of time, as rows of kind, category and amount. One row of the kind `review` is
 * always there. A post counts as removed when it stops being public, so locking and then removing it counts once.
 */
export function selectCountsSql(from: RawBuilder<unknown>, until: RawBuilder<unknown>) {
  return sql`
    with entry as materialized (
      select id, action, subject_kind, before, after, created_at from staff_action
       where created_at >= ${from} and created_at < ${until} and action in (${DECISIONS})
    ), undo as materialized (
      select (before ->> 'decision')::bigint as id from staff_action
       where created_at >= ${from} and created_at < ${until} + interval ${UNDONE_WITHIN} and action = 'undo'
    ), decision as (
      select entry.*, ${KIND} as kind, exists (select from undo where undo.id = entry.id) as undone
        from entry
    ), review as (
      select extract(epoch from created_at - (before ->> 'submitted_at')::timestamptz) as seconds
        from decision where not undone and before ? 'submitted_at'
    )
    select kind, ${CATEGORY} as category, count(*) as amount
      from decision where kind is not null and not undone group by 1, 2
    union all
    select 'undone', '', count(*) from decision where kind is not null and undone having count(*) > 0
    union all
    select 'review', 'count', count(*) from review
    union all
    select 'review', 'median', round(percentile_cont(0.5) within group (order by seconds))::bigint
      from review having count(*) > 0
    union all
    select 'review', 'p95', round(percentile_cont(0.95) within group (order by seconds))::bigint
      from review having count(*) > 0`;
}
