import { REVISION_ROW_BYTES } from '../../src/posts/rules.ts';
import { FILL_CARDS } from '../../test/support/member-cards.ts';
import { FILL_READS, FILL_VERSIONS, fillBin, fillFollowsOfPost } from './history.ts';
import { fillSeries } from './series.ts';
import { ARTICLE, LINES, MAKE_PARAGRAPHS, SENTENCE } from './texts.ts';

/** The size of a set; every list that the heavy member sees is long. */
export type SetSize = {
  members: number;
  posts: number;
  comments: number;
  reactions: number;
  /** Realistic text lengths: they change the time, not the rows read. */
  articles?: boolean;
};

/** The member whose pages are read: writes, follows and saves far more than others. */
export const HEAVY_UID = 1;
/** The member that all others follow. */
export const STAR_UID = 2;
/** The post with the most likes and comments, and the comment with the most replies. */
export const HOT_POST = 1;
export const HOT_ROOT = 1;

/** The slug of the tag that half of the posts have. */
export const HOT_TAG = 'tag1';
/** How many tags there are, and how many of them the heavy member follows. */
const TAGS = { all: 2000, followed: 200 };

/** The initial balance of every member. */
const ENERGY = 100;

/** The first half of the members writes, the second half only reads. */
export function writersOf({ members }: SetSize): number {
  return Math.floor(members / 2);
}

/** The oldest posts up to this id are all public, so that a random choice among them is valid. */
export function publicPostsOf({ posts }: SetSize): number {
  return Math.floor(posts / 10);
}

type Run = (sql: string) => Promise<{ rows: unknown[] }>;

/**
 * Creates a site of the given size in SQL. Constraints are off and other indexes are created at the end, which is several times
 * faster; counters are computed from the rows, so that `verify` is clean.
 */
export async function fillLargeSet(
  run: Run,
  size: SetSize,
  onStep: (step: string) => void = () => {},
): Promise<void> {
  await run(
    "set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
  );
  const indexes = await dropIndexes(run);
  for (const [name, sql] of Object.entries(steps(size))) {
    onStep(name);
    await run(sql);
  }
  for (const definition of indexes) {
    onStep(definition.split(' ')[2] ?? '');
    await run(definition);
  }
  onStep('analyze');
  await run('vacuum analyze');
}

/** Drops the indexes that no constraint uses, a foreign key of another table neither, and returns the statements that create them again. */
async function dropIndexes(run: Run): Promise<string[]> {
  const { rows } = await run(
    `select indexdef, indexname from pg_indexes where schemaname = 'public'
        and tablename in ('post', 'comment', 'post_reaction', 'user_follow', 'post_day', 'folder_item', 'post_favorite', 'post_search')
        and indexname::regclass not in (select conindid from pg_constraint)`,
  );
  const found = rows as { indexdef: string; indexname: string }[];
  for (const { indexname } of found) await run(`drop index ${indexname}`);
  return found.map((one) => one.indexdef);
}

function steps(size: SetSize): Record<string, string> {
  const { members, posts, comments, reactions, articles = false } = size;
  const everyOne = publicPostsOf(size);
  const textOf = (what: string) => `'${what} ' || n${articles ? ` || ${SENTENCE}` : ''}`;
  const roots = Math.round(comments * 0.4);
  // The root of each reply, computed before either exists, so that counts need no second pass.
  const replies = `select n, case when n % 20 = 1 then ${HOT_ROOT} else 1 + (n::bigint * 104729) % ${roots} end as root_id
                     from generate_series(${roots + 1}, ${comments}) n`;
  const perPost = Math.max(1, Math.round((reactions - members) / posts));
  const followed = Math.min(2000, Math.floor(members / 3));
  const saved = Math.min(5000, Math.floor(posts / 2));
  const notified = Math.min(300_000, posts);
  const paid = Math.min(100_000, posts);
  return {
    members: `insert into users (email, email_key, password_hash, username, username_key, exp, created_at)
      select 'm' || n || '@example.org', 'm' || n || '@example.org', 'x', '成员' || n, '成员' || n, 1 + n % 2000 + 1500 * (n = ${HEAVY_UID})::int, now() - interval '400 days'
        from generate_series(1, ${members}) n;
      insert into user_count (uid) select uid from users on conflict do nothing;
      insert into username_claim (username_key, uid) select username_key, uid from users;
      insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
      select uid, exp, exp, 'opening', 'opening', created_at from users;
      ${FILL_CARDS}`,
    energy: `insert into energy_transfer (cause, reason, from_account, to_account, amount, created_at)
      select 'adjust:0:' || n, 'adjust', -1, ${HEAVY_UID}, 1, now() - interval '1 minute' * (${paid} - n)
        from generate_series(1, ${paid}) n
      union all
      select 'adjust:1:' || uid, 'adjust', -1, uid, ${ENERGY}, created_at from users where uid <> ${HEAVY_UID};
      insert into energy_entry (account_id, seq, transfer_id, delta, balance_after, created_at)
      select to_account, row_number() over steps, id, amount, sum(amount) over steps, created_at
        from energy_transfer window steps as (partition by to_account order by id);
      insert into energy_account (uid, balance, entries)
      select account_id, sum(delta), count(*) from energy_entry group by account_id`,
    notifications: `insert into notification (uid, kind, cause, actor_uid, related_id, created_at, read_at)
      select ${HEAVY_UID}, (array['comment', 'reply', 'mention', 'follow'])[1 + n % 4], 'set:' || n,
             2 + n % ${members - 2}, 1 + n % ${posts}, now() - interval '1 minute' * (${notified} - n),
             case when n % 3 > 0 then now() end
        from generate_series(1, ${notified}) n`,
    ...(articles ? { paragraphs: MAKE_PARAGRAPHS } : {}),
    posts: `insert into post (author_uid, status, title, summary, body, rendered, created_at, updated_at, submitted_at,
                              published_at, deleted_at, locked_from, lang)
      select case when n % 10 = 0 then ${HEAVY_UID} else 2 + (${writersOf(size) - 2} * power(random(), 3))::int end, status,
             '第 ' || n || ' 篇', summary, body, rendered, at, at, at, at,
             case when n % 97 = 0 and n > ${everyOne} then now() end, case when status = 'locked' then 'draft' end,
             case when n % 500 = 0 then 'fr' when n % 3 = 0 then 'en' else 'zh' end
        from (select n, now() - interval '1 second' * ((${posts} - n) / 3) as at,
                     case when n % 19 = 0 and n > ${everyOne} then (array['draft', 'pending', 'rejected', 'locked'])[1 + n / 19 % 4]
                          else 'approved' end as status
                from generate_series(1, ${posts}) n) as one
        cross join lateral (${articles ? ARTICLE : LINES}) as text`,
    bin: fillBin(HEAVY_UID, everyOne),
    tags: `insert into tag (slug, name, created_at)
      select 'tag' || n, 'tag' || n, now() from generate_series(1, ${TAGS.all}) n;
      update post set tag_ids = case when id % 2 = 0 then array[1, 2 + id % ${TAGS.all - 2}] else array[2 + id % ${TAGS.all - 2}] end;
      insert into post_tag (tag_id, post_id, author_uid, published_at)
      select tag_id, id, author_uid, published_at from post cross join lateral unnest(tag_ids) as tag_id
       where status = 'approved' and deleted_at is null;
      insert into tag_follow (uid, tag_id, created_at)
      select ${HEAVY_UID}, n, now() from generate_series(1, ${TAGS.followed}) n;
      update tag set posts = (select count(*) from post_tag where tag_id = tag.id),
                     followers = (select count(*) from tag_follow where tag_id = tag.id)`,
    revisions: `insert into post_revision (post_id, version, title, summary, body, created_at)
      select id, 1, title, summary, '', created_at from post`,
    versions: FILL_VERSIONS,
    author_texts: `insert into author_text (uid, bytes)
      select author_uid, sum(${REVISION_ROW_BYTES} + octet_length(revision.title) + octet_length(revision.summary) + octet_length(revision.body))
        from post_revision as revision join post on post.id = revision.post_id group by author_uid`,
    comments: `insert into comment (post_id, author_uid, body, created_at, day, deleted_at, deleted_by, reply_count)
      select case when n % 10 = 1 then ${HOT_POST} else 1 + (n::bigint * 7919) % ${posts} end, author,
             ${textOf('评论')}, at, (at at time zone 'Asia/Shanghai')::date,
             case when n % 50 = 0 then now() end, case when n % 50 = 0 then author end, coalesce(reply_count.count, 0)
        from (select n, 1 + (n::bigint * 31) % ${members} as author,
                     now() - interval '1 second' * (${comments} - n) as at
                from generate_series(1, ${roots}) n) as one
        left join (select root_id, count(*) from (${replies}) as reply group by 1) as reply_count on reply_count.root_id = n
       order by n`,
    replies: `insert into comment (post_id, author_uid, root_id, reply_to_id, body, created_at, day)
      select root.post_id, 1 + (n::bigint * 37) % ${members}, root.id, root.id, ${textOf('回复')}, at,
             (at at time zone 'Asia/Shanghai')::date
        from (select n, root_id, now() - interval '1 second' * (${comments} - n) as at from (${replies}) as reply) as one
        join comment root on root.id = one.root_id`,
    comment_counters: `insert into comment_count (comment_id, post_id, replies, listed)
      select id, post_id, reply_count, deleted_at is null from comment where root_id is null`,
    reactions: `insert into post_reaction (post_id, uid, kind, previous, changed_at, day)
      select post_id, uid, case when n % 10 = 0 then 'dislike' when n % 23 = 0 then 'none' else 'like' end, 'none', at,
             (at at time zone 'Asia/Shanghai')::date
        from (select post.id as post_id, j as n, 1 + (post.id * 7919 + j * 104729) % ${members} as uid,
                     least(now(), post.created_at + interval '1 hour' * (j % 72)) as at
                from post cross join generate_series(1, ${perPost}) j where post.id <> ${HOT_POST}
              union all
              select ${HOT_POST}, uid, uid, now() - interval '1 second' * uid from users) as one
      on conflict do nothing`,
    follows: `insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
      select follower, followed, true, false, now() - interval '1 second' * (follower * 31 + followed)
        from (select uid as follower, 1 + (uid * 7919 + j * 104729) % ${members} as followed
                from users cross join generate_series(1, 15) j where uid > 2
              union select uid, ${STAR_UID} from users
              union select uid, ${HEAVY_UID} from users where uid % 2 = 0
              union select ${HEAVY_UID}, 2 + n from generate_series(1, ${followed}) n) as one
       where follower <> followed on conflict do nothing;
      insert into user_count (uid) select uid from users on conflict do nothing;
      ${COUNT_FOLLOWS};
      ${fillFollowsOfPost(HEAVY_UID)}`,
    folders: `insert into folder (uid, name, is_default, created_at)
      select uid, '', true, now() from users where uid = ${HEAVY_UID} or uid % 10 = 0;
      insert into folder_item (uid, folder_id, post_id, created_at)
      select uid, folder.id, 1 + (uid * 7919 + j::bigint * 104729) % ${posts}, now() - interval '1 minute' * j
        from folder cross join generate_series(1, 20) j where uid <> ${HEAVY_UID}
      union all
      select uid, folder.id, j, now() - interval '1 second' * (j / 2)
        from folder cross join generate_series(1, ${saved}) j where uid = ${HEAVY_UID}
      on conflict do nothing;
      update folder set item_count = found.count
        from (select folder_id, count(*) from folder_item group by 1) as found where folder.id = found.folder_id;
      insert into post_favorite (post_id, uid, folders, day)
      select post_id, uid, 1, (created_at at time zone 'Asia/Shanghai')::date from folder_item`,
    series: fillSeries(HEAVY_UID),
    counters: `insert into post_count (post_id, likes, dislikes, comments, favorites)
      select post.id, coalesce(likes, 0), coalesce(dislikes, 0), coalesce(comments, 0), coalesce(favorites, 0)
        from post
        left join (select post_id, count(*) filter (where kind = 'like') as likes,
                          count(*) filter (where kind = 'dislike') as dislikes
                     from post_reaction group by 1) as reaction on reaction.post_id = post.id
        left join (select comment.post_id, count(*) as comments
                     from comment left join comment root on root.post_id = comment.post_id and root.id = comment.root_id
                    where comment.deleted_at is null and root.deleted_at is null group by 1) as visible on visible.post_id = post.id
        left join (select post_id, count(*) as favorites from post_favorite group by 1) as favorite on favorite.post_id = post.id`,
    days: `insert into post_day (post_id, day, author_uid, likes, comments, favorites, stirred)
      select post_id, day, author_uid, sum(likes), sum(comments), sum(favorites), false
        from (select post_id, day, count(*) as likes, 0 as comments, 0 as favorites from post_reaction where kind = 'like' group by 1, 2
              union all select post_id, day, 0, count(*), 0 from comment group by 1, 2
              union all select post_id, day, 0, 0, count(*) from post_favorite group by 1, 2) as one
        join post on post.id = post_id group by 1, 2, 3`,
    reads: FILL_READS,
    // Every post has some; the hot post is in the lists of many.
    related: `insert into post_related (post_id, related_id, score)
      select id, case when n = 0 and id % 10 = 3 then ${HOT_POST} else 1 + (id * 7919 + n * 104729) % ${posts} end, 1 + n / 10.0
        from post cross join generate_series(0, 7) n
       where status = 'approved' and id <> ${HOT_POST} and 1 + (id * 7919 + n * 104729) % ${posts} <> id
      on conflict do nothing`,
    hot_scores: `insert into post_hot_score (post_id, score, day, lang)
      select post_id, sum(likes + 2 * comments + 3 * favorites), (now() at time zone 'Asia/Shanghai')::date, post.lang
        from post_day join post on post.id = post_id where day > (now() at time zone 'Asia/Shanghai')::date - 7
       group by 1, post.lang having sum(likes + 2 * comments + 3 * favorites) > 0`,
    search: `insert into search_key (kind, ref_id, key, weight)
      select 'person', uid, username_key, floor(log(2, 1 + followers)) from users join user_count using (uid)
      union all select 'tag', id, name, floor(log(2, 1 + posts)) from tag;
      insert into search_name (kind, ref_id, weight, tsv)
      select kind, ref_id, weight, array_to_tsvector(case kind when 'person' then array['成员', key] else array['灯火', key] end)
        from search_key;
      insert into post_search (post_id, published_at, version, tokens, text, tsv)
      select id, published_at, live_version, 1, title,
             case when id % 5 = 0 then '''灯火'':1A ''灯'' ''火'''::tsvector else '''第'':1A'::tsvector end
             || array_to_tsvector(array['#a' || author_uid, '#l' || lang, '#b' || (second >> 14), '#c' || (second >> 17),
                                        '#d' || (second >> 20), '#e' || (second >> 23), '#f' || (second >> 26)])
        from (select post.*, floor(extract(epoch from published_at))::bigint as second from post) as post
       where status = 'approved' and deleted_at is null;
      delete from search_backfill`,
  };
}

const COUNT_FOLLOWS = `update user_count set followers = found.followers, following = found.following
    from (select uid, sum(followers) as followers, sum(following) as following
            from (select followed_uid as uid, count(*) as followers, 0 as following from user_follow group by 1
                  union all select follower_uid, 0, count(*) from user_follow group by 1) as one
           group by 1) as found
   where user_count.uid = found.uid`;
