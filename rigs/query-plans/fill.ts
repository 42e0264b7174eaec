import { REVISION_ROW_BYTES } from '../../src/posts/rules.ts';
import { ARTICLE, LINES, MAKE_PARAGRAPHS, SAYING } from './texts.ts';

/** How large a set to make; every list a heavy member sees is long in it. */
export type SetSize = {
  members: number;
  posts: number;
  comments: number;
  reactions: number;
  /** Texts as long as people write them. What is read does not depend on them; how long it takes does. */
  articles?: boolean;
};

/** Who is looked at: writes, follows and saves far more than others. */
export const HEAVY_UID = 1;
/** Whom everybody follows. */
export const STAR_UID = 2;
/** What everybody likes and comments on, and the comment everybody answers. */
export const HOT_POST = 1;
export const HOT_ROOT = 1;

/** What everybody got to begin with. */
const ENERGY = 100;

/** The first half writes, the second half only reads. */
export function writersOf({ members }: SetSize): number {
  return Math.floor(members / 2);
}

/** The oldest posts, as many as this, are all public: whoever draws one of them by chance need not look first. */
export function publicPostsOf({ posts }: SetSize): number {
  return Math.floor(posts / 10);
}

type Run = (sql: string) => Promise<{ rows: unknown[] }>;

/**
 * A site of the wanted size, made by the database itself. Keys are not checked while it is made and the
 * other indexes are made at its end, which is several times faster; counters are added up from the rows, so
 * that `verify` holds on it.
 */
export async function fillLargeSet(
  run: Run,
  size: SetSize,
  say: (step: string) => void = () => {},
): Promise<void> {
  await run(
    "set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
  );
  const indexes = await dropIndexes(run);
  for (const [name, sql] of Object.entries(steps(size))) {
    say(name);
    await run(sql);
  }
  for (const definition of indexes) {
    say(definition.split(' ')[2] ?? '');
    await run(definition);
  }
  say('analyze');
  await run('vacuum analyze');
}

/** Those that hold no constraint, as the statements that make them again. */
async function dropIndexes(run: Run): Promise<string[]> {
  const { rows } = await run(
    `select indexdef, indexname from pg_indexes where schemaname = 'public'
        and tablename in ('post', 'comment', 'post_reaction', 'user_follow', 'post_day', 'folder_item', 'post_favorite')
        and indexname not in (select conname from pg_constraint)`,
  );
  const found = rows as { indexdef: string; indexname: string }[];
  for (const { indexname } of found) await run(`drop index ${indexname}`);
  return found.map((one) => one.indexdef);
}

function steps(size: SetSize): Record<string, string> {
  const { members, posts, comments, reactions, articles = false } = size;
  const everyOne = publicPostsOf(size);
  const said = (what: string) => `'${what} ' || n${articles ? ` || ${SAYING}` : ''}`;
  const roots = Math.round(comments * 0.4);
  // Which comment each of the others answers: known before either is there, so that nothing is counted afterwards.
  const answers = `select n, case when n % 20 = 1 then ${HOT_ROOT} else 1 + (n::bigint * 104729) % ${roots} end as root_id
                     from generate_series(${roots + 1}, ${comments}) n`;
  const perPost = Math.max(1, Math.round((reactions - members) / posts));
  const followed = Math.min(2000, Math.floor(members / 3));
  const saved = Math.min(5000, Math.floor(posts / 2));
  const told = Math.min(300_000, posts);
  const paid = Math.min(100_000, posts);
  return {
    members: `insert into users (email, email_key, password_hash, username, username_key, exp, created_at)
      select 'm' || n || '@example.org', 'm' || n || '@example.org', 'x', '成员' || n, '成员' || n, 1 + n % 2000 + 1500 * (n = ${HEAVY_UID})::int, now() - interval '400 days'
        from generate_series(1, ${members}) n;
      insert into user_count (uid) select uid from users on conflict do nothing;
      insert into username_claim (username_key, uid) select username_key, uid from users;
      insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
      select uid, exp, exp, 'opening', 'opening', created_at from users`,
    energy: `insert into energy_transfer (cause, reason, from_account, to_account, amount, created_at)
      select 'adjust:0:' || n, 'adjust', -1, ${HEAVY_UID}, 1, now() - interval '1 minute' * (${paid} - n)
        from generate_series(1, ${paid}) n
      union all
      select 'adjust:1:' || uid, 'adjust', -1, uid, ${ENERGY}, created_at from users where uid <> ${HEAVY_UID};
      insert into energy_entry (account_id, seq, transfer_id, delta, balance_after, created_at)
      select to_account, row_number() over steps, id, amount, sum(amount) over steps, created_at
        from energy_transfer window steps as (partition by to_account order by id)
      union all select -1, id, id, -amount, null, created_at from energy_transfer;
      insert into energy_account (uid, balance, entries)
      select account_id, sum(delta), count(*) from energy_entry where account_id > 0 group by account_id`,
    notices: `insert into notification (uid, kind, cause, actor_uid, related_id, created_at, read_at)
      select ${HEAVY_UID}, (array['comment', 'reply', 'mention', 'follow'])[1 + n % 4], 'set:' || n,
             2 + n % ${members - 2}, 1 + n % ${posts}, now() - interval '1 minute' * (${told} - n),
             case when n % 3 > 0 then now() end
        from generate_series(1, ${told}) n`,
    ...(articles ? { paragraphs: MAKE_PARAGRAPHS } : {}),
    posts: `insert into post (author_uid, status, title, summary, body, rendered, created_at, updated_at, submitted_at,
                              published_at, deleted_at, locked_from)
      select case when n % 10 = 0 then ${HEAVY_UID} else 2 + (${writersOf(size) - 2} * power(random(), 3))::int end, status,
             '第 ' || n || ' 篇', summary, body, rendered, at, at, at, at,
             case when n % 97 = 0 and n > ${everyOne} then now() end, case when status = 'locked' then 'draft' end
        from (select n, now() - interval '1 second' * ((${posts} - n) / 3) as at,
                     case when n % 19 = 0 and n > ${everyOne} then (array['draft', 'pending', 'rejected', 'locked'])[1 + n / 19 % 4]
                          else 'approved' end as status
                from generate_series(1, ${posts}) n) as one
        cross join lateral (${articles ? ARTICLE : LINES}) as text`,
    revisions: `insert into post_revision (post_id, version, title, summary, body, created_at)
      select id, 1, title, summary, '', created_at from post`,
    author_texts: `insert into author_text (uid, bytes)
      select author_uid, sum(${REVISION_ROW_BYTES} + octet_length(kept.title) + octet_length(kept.summary) + octet_length(kept.body))
        from post_revision as kept join post on post.id = kept.post_id group by author_uid`,
    comments: `insert into comment (post_id, author_uid, body, created_at, day, deleted_at, deleted_by, reply_count)
      select case when n % 10 = 1 then ${HOT_POST} else 1 + (n::bigint * 7919) % ${posts} end, author,
             ${said('评论')}, at, (at at time zone 'Asia/Shanghai')::date,
             case when n % 50 = 0 then now() end, case when n % 50 = 0 then author end, coalesce(answered.count, 0)
        from (select n, 1 + (n::bigint * 31) % ${members} as author,
                     now() - interval '1 second' * (${comments} - n) as at
                from generate_series(1, ${roots}) n) as one
        left join (select root_id, count(*) from (${answers}) as answer group by 1) as answered on answered.root_id = n
       order by n`,
    replies: `insert into comment (post_id, author_uid, root_id, reply_to_id, body, created_at, day)
      select root.post_id, 1 + (n::bigint * 37) % ${members}, root.id, root.id, ${said('回复')}, at,
             (at at time zone 'Asia/Shanghai')::date
        from (select n, root_id, now() - interval '1 second' * (${comments} - n) as at from (${answers}) as answer) as one
        join comment root on root.id = one.root_id`,
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
      ${COUNT_FOLLOWS}`,
    folders: `insert into folder (uid, name, is_default, created_at)
      select uid, '', true, now() from users where uid = ${HEAVY_UID} or uid % 10 = 0;
      insert into folder_item (folder_id, post_id, created_at)
      select folder.id, 1 + (uid * 7919 + j::bigint * 104729) % ${posts}, now() - interval '1 minute' * j
        from folder cross join generate_series(1, 20) j where uid <> ${HEAVY_UID}
      union all
      select folder.id, j, now() - interval '1 second' * (j / 2)
        from folder cross join generate_series(1, ${saved}) j where uid = ${HEAVY_UID}
      on conflict do nothing;
      update folder set item_count = found.count
        from (select folder_id, count(*) from folder_item group by 1) as found where folder.id = found.folder_id;
      insert into post_favorite (post_id, uid, folders, day)
      select post_id, uid, 1, (item.created_at at time zone 'Asia/Shanghai')::date
        from folder_item item join folder on folder.id = folder_id`,
    counters: `insert into post_count (post_id, likes, dislikes, comments, favorites)
      select post.id, coalesce(likes, 0), coalesce(dislikes, 0), coalesce(comments, 0), coalesce(favorites, 0)
        from post
        left join (select post_id, count(*) filter (where kind = 'like') as likes,
                          count(*) filter (where kind = 'dislike') as dislikes
                     from post_reaction group by 1) as reaction on reaction.post_id = post.id
        left join (select comment.post_id, count(*) as comments
                     from comment left join comment root on root.id = comment.root_id
                    where comment.deleted_at is null and root.deleted_at is null group by 1) as said on said.post_id = post.id
        left join (select post_id, count(*) as favorites from post_favorite group by 1) as kept on kept.post_id = post.id`,
    days: `insert into post_day (post_id, day, author_uid, likes, comments, favorites, stirred)
      select post_id, day, author_uid, sum(likes), sum(comments), sum(favorites), false
        from (select post_id, day, count(*) as likes, 0 as comments, 0 as favorites from post_reaction where kind = 'like' group by 1, 2
              union all select post_id, day, 0, count(*), 0 from comment group by 1, 2
              union all select post_id, day, 0, 0, count(*) from post_favorite group by 1, 2) as one
        join post on post.id = post_id group by 1, 2, 3`,
    hot_scores: `insert into post_hot_score (post_id, score, day)
      select post_id, sum(likes + 2 * comments + 3 * favorites), (now() at time zone 'Asia/Shanghai')::date
        from post_day where day > (now() at time zone 'Asia/Shanghai')::date - 7
       group by 1 having sum(likes + 2 * comments + 3 * favorites) > 0`,
  };
}

const COUNT_FOLLOWS = `update user_count set followers = found.followers, following = found.following
    from (select uid, sum(followers) as followers, sum(following) as following
            from (select followed_uid as uid, count(*) as followers, 0 as following from user_follow group by 1
                  union all select follower_uid, 0, count(*) from user_follow group by 1) as one
           group by 1) as found
   where user_count.uid = found.uid`;
