import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import {
  type CheckGroup,
  createComparison,
  createInspection,
  filterByOwner,
  isNotDeleted,
  type Only,
} from './check.ts';

function selectActualCounts(only: Only) {
  return sql`
    select tag.id as tag_id, coalesce(listed.posts, 0) as posts, coalesce(led.followers, 0) as followers
      from tag left join (
        select tag_id, count(*) as posts from post_tag where ${only('tag_id')} group by tag_id
      ) as listed on listed.tag_id = tag.id left join (
        select tag_id, count(*) as followers from tag_follow
         where ${only('tag_id')} and ${isNotDeleted('tag_follow.uid')} group by tag_id
      ) as led on led.tag_id = tag.id
     where ${only('tag.id')}`;
}

export const TAG_COUNTS: CheckGroup = {
  checks: [
    createComparison({
      name: 'tag counters',
      invariant: 'I7',
      title:
        'posts and followers of every tag equal their rows, followers without deleted accounts',
      key: ['tag_id'],
      owner: ['tag_id'],
      subject: sql`'tag ' || tag_id`,
      values: ['posts', 'followers'],
      stored: (only) => sql`select id as tag_id, posts, followers from tag where ${only('id')}`,
      actual: selectActualCounts,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: async (trx, [id = 0]) => {
      await sql`select from tag where id = ${id} for no key update`.execute(trx);
    },
    rewrite: async (trx, owner) => {
      await sql`
        update tag set posts = actual.posts, followers = actual.followers
          from (${selectActualCounts(filterByOwner(owner))}) as actual
         where tag.id = actual.tag_id`.execute(trx);
    },
  },
};

const treeOf = (id: number) => sql`select id from tag where id = ${id} or merged_into = ${id}`;

export const TAG_FOLLOWS: CheckGroup = {
  checks: [
    createInspection({
      name: 'followers of merged tags',
      invariant: 'I7',
      title: 'nobody follows a tag and one that was merged into it',
      key: ['tag_id'],
      owner: ['tag_id'],
      subject: sql`'tag ' || tag_id`,
      values: ['follows'],
      rows: (only) => sql`
        select tag_id, count(*) as follows, count(distinct uid) as right_follows
          from (select coalesce(tag.merged_into, tag.id) as tag_id, tag_follow.uid
                  from tag_follow join tag on tag.id = tag_follow.tag_id) as followed
         where ${only('tag_id')} group by tag_id`,
    }),
  ],
  repair: {
    lock: async (trx, [id = 0]) => {
      await sql`select from tag where id in (${treeOf(id)}) order by id for no key update`.execute(
        trx,
      );
    },
    rewrite: async (trx, [id = 0]) => {
      await sql`
        with gone as (
          delete from tag_follow
           where tag_id in (${treeOf(id)})
             and exists (select from tag_follow as other
                          where other.uid = tag_follow.uid and other.tag_id in (${treeOf(id)})
                            and (other.tag_id = ${id}, -other.tag_id) > (tag_follow.tag_id = ${id}, -tag_follow.tag_id))
          returning uid, tag_id
        ), step as (
          select tag_id, count(*)::int as followers from gone where ${isNotDeleted('gone.uid')} group by tag_id
        )
        update tag set followers = tag.followers - step.followers from step where tag.id = step.tag_id`.execute(
        trx,
      );
    },
  },
};

/** Posts that a worker derives again soon are left out: their rows may be of before. */
const isSettled = sql`
  not exists (select from post_change where post_change.post_id = listed.post_id)
  and not exists (select from tag_recheck
                   where tag_recheck.tag_id = listed.tag_id
                      or tag_recheck.tag_id in (select merged_into from tag where tag.id = listed.tag_id)
                      or exists (select from tag as merged
                                  where merged.id = tag_recheck.tag_id and merged.merged_into = listed.tag_id)
                      or listed.tag_id = any(tag_recheck.chosen))`;

/** The time as a number, so that the report can show it. */
const MICROSECONDS = sql`(extract(epoch from published_at) * 1000000)::bigint`;

function selectListed(only: Only) {
  return sql`
    select post_id, tag_id, 1 as listed, author_uid, ${MICROSECONDS} as published
      from post_tag as listed where ${only('post_id')} and ${isSettled}`;
}

function selectChosen(only: Only) {
  return sql`
    select post_id, tag_id, 1 as listed, author_uid, ${MICROSECONDS} as published
      from (select distinct post.id as post_id, coalesce(tag.merged_into, tag.id) as tag_id,
                   post.author_uid, post.published_at
              from post cross join lateral unnest(post.tag_ids) as chosen (id)
              join tag on tag.id = chosen.id
             where ${only('post.id')} and post.status = 'approved' and post.deleted_at is null
               and ${isNotDeleted('post.author_uid')}) as listed
     where ${isSettled}`;
}

export const POST_TAGS: CheckGroup = {
  checks: [
    createComparison({
      name: 'tags of posts',
      invariant: 'I7',
      title: 'the lists of tags have exactly the public posts with them, merged tags resolved',
      key: ['post_id', 'tag_id'],
      owner: ['post_id'],
      subject: sql`'post ' || post_id || ' in tag ' || tag_id`,
      values: ['listed', 'author_uid', 'published'],
      stored: selectListed,
      actual: selectChosen,
      absent: 'means zero',
    }),
  ],
  repair: { lock: lockTags, rewrite: rewritePostTags },
};

/** Every worker that lists a post locks the tags, in this order. */
async function lockTags(trx: Trx, [postId = 0]: number[]): Promise<void> {
  await sql`
    select from tag where id in (
      select tag_id from post_tag where post_id = ${postId}
      union
      select coalesce(tag.merged_into, tag.id)
        from post cross join lateral unnest(post.tag_ids) as chosen (id) join tag on tag.id = chosen.id
       where post.id = ${postId})
     order by id for no key update`.execute(trx);
}

async function rewritePostTags(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`
    with chosen as materialized (
      select post_id, tag_id, author_uid, to_timestamp(published / 1000000.0) as published_at
        from (${selectChosen(only)}) as chosen
    ), dropped as (
      delete from post_tag where ${only('post_id')} and tag_id not in (select tag_id from chosen)
      returning tag_id
    ), written as (
      insert into post_tag (post_id, tag_id, author_uid, published_at)
      select post_id, tag_id, author_uid, published_at from chosen
      on conflict (post_id, tag_id) do update
         set author_uid = excluded.author_uid, published_at = excluded.published_at
      returning tag_id, xmax = 0 as is_new
    ), step as (
      select tag_id, sum(posts) as posts from (
        select tag_id, 1 as posts from written where is_new
        union all
        select tag_id, -1 from dropped) as each
       group by tag_id
    )
    update tag set posts = tag.posts + step.posts from step where tag.id = step.tag_id`.execute(
    trx,
  );
}
