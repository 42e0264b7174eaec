import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { DELETE_COST, REVISION_ROW_BYTES } from '../../posts/rules.ts';
import { type CheckGroup, createComparison, filterByOwner, type Only } from './check.ts';

/** The flushed counters plus the deltas not flushed yet. */
function selectStoredTotals(only: Only) {
  return sql`
    select post_id, post_count.likes + coalesce(waiting.likes, 0) as likes,
           post_count.dislikes + coalesce(waiting.dislikes, 0) as dislikes,
           post_count.comments + coalesce(waiting.comments, 0) as comments,
           post_count.favorites + coalesce(waiting.favorites, 0) as favorites,
           post_count.energy + coalesce(waiting.energy, 0) as energy
      from post_count left join (
        select post_id, sum(likes) as likes, sum(dislikes) as dislikes, sum(comments) as comments, sum(favorites) as favorites, sum(energy) as energy
          from post_count_delta where ${only('post_id')} group by post_id
      ) as waiting using (post_id)
     where ${only('post_count.post_id')}`;
}

/** Every post has counters, also without reactions. */
function selectActualTotals(only: Only) {
  return sql`
    with received as materialized (
      select post_id, sum(likes) as likes, sum(dislikes) as dislikes, sum(comments) as comments,
             sum(favorites) as favorites, sum(energy) as energy
        from (
          select post_id, count(*) filter (where kind = 'like') as likes, count(*) filter (where kind = 'dislike') as dislikes,
                 0 as comments, 0 as favorites, 0 as energy
            from post_reaction where ${only('post_id')} group by post_id
          union all
          -- D27: a deleted root hides its replies, which stay as they are. D15: so does the root of a deleted account.
          select comment.post_id, 0, 0, count(*), 0, 0
            from comment left join comment as root on root.post_id = comment.post_id and root.id = comment.root_id
           where comment.deleted_at is null and root.deleted_at is null and ${only('comment.post_id')}
             and ${isShown('comment.author_uid')} and ${isShown('root.author_uid')}
           group by comment.post_id
          union all
          select post_id, 0, 0, 0, count(*), 0 from post_favorite where ${only('post_id')} group by post_id
          union all
          select post_id, 0, 0, 0, 0, sum(amount) from post_energize where ${only('post_id')} group by post_id
        ) as each group by post_id
    )
    select post.id as post_id, coalesce(received.likes, 0) as likes, coalesce(received.dislikes, 0) as dislikes,
           coalesce(received.comments, 0) as comments, coalesce(received.favorites, 0) as favorites,
           coalesce(received.energy, 0) as energy
      from post left join received on received.post_id = post.id
     where ${only('post.id')}`;
}

/** By the card, of which a cluster has a copy beside every comment. */
function isShown(uid: string) {
  return sql`not exists (
    select 1 from member_card hidden where hidden.uid = ${sql.ref(uid)} and hidden.state = 'deleted')`;
}

function selectStoredDays(only: Only) {
  return sql`
    select post_id, day, sum(likes) as likes, sum(comments) as comments, sum(favorites) as favorites, sum(energy) as energy
      from (
        select post_id, day, likes, comments, favorites, energy from post_day where ${only('post_id')}
        union all
        select post_id, day, likes, comments, favorites, energy from post_count_delta
         where not undated and ${only('post_id')}
      ) as dated
     group by post_id, day`;
}

/** D31, D46: current likes and favorites, every comment (deleted ones too), and all energy. */
function selectActualDays(only: Only) {
  return sql`
    select post_id, day, sum(likes) as likes, sum(comments) as comments, sum(favorites) as favorites, sum(energy) as energy
      from (
        select post_id, day, count(*) as likes, 0 as comments, 0 as favorites, 0 as energy
          from post_reaction where kind = 'like' and ${only('post_id')} group by post_id, day
        union all
        select post_id, day, 0, count(*), 0, 0 from comment where ${only('post_id')} group by post_id, day
        union all
        select post_id, day, 0, 0, count(*), 0 from post_favorite where ${only('post_id')} group by post_id, day
        union all
        select post_id, day, 0, 0, 0, sum(amount) from post_energize where ${only('post_id')} group by post_id, day
      ) as received
     group by post_id, day`;
}

export const POST_COUNTS: CheckGroup = {
  checks: [
    createComparison({
      name: 'post counters',
      invariant: 'I7',
      title: 'likes, dislikes, comments, favorites and energy of every post equal their rows',
      key: ['post_id'],
      owner: ['post_id'],
      subject: sql`'post ' || post_id`,
      values: ['likes', 'dislikes', 'comments', 'favorites', 'energy'],
      stored: selectStoredTotals,
      actual: selectActualTotals,
      absent: 'differs',
    }),
    createComparison({
      name: 'post days',
      invariant: 'I7',
      title: 'likes, comments, favorites and energy of every post on every day equal their rows',
      key: ['post_id', 'day'],
      owner: ['post_id'],
      subject: sql`'post ' || post_id || ' on ' || day`,
      values: ['likes', 'comments', 'favorites', 'energy'],
      stored: selectStoredDays,
      actual: selectActualDays,
      absent: 'means zero',
    }),
  ],
  repair: { lock: lockCounters, rewrite: rewriteCounts },
};

/** The lock on the counter row also guards the post's days; concurrent toggles insert deltas. */
async function lockCounters(trx: Trx, [postId = 0]: number[]): Promise<void> {
  await sql`select from post_count where post_id = ${postId} for no key update`.execute(trx);
}

/**
 * One statement, so that it counts rows and deletes deltas in one snapshot: a toggle it does not see keeps its
 * delta.
 */
async function rewriteCounts(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`
    with waiting as (
      delete from post_count_delta where ${only('post_id')}
    ), received as (
      select post_id, day, likes, comments, favorites, energy from (${selectActualDays(only)}) as actual
      union all
      -- A day without rows is set to zero.
      select post_id, day, 0, 0, 0, 0 from post_day where ${only('post_id')}
    ), dated as (
      insert into post_day (post_id, day, author_uid, likes, comments, favorites, energy)
      select received.post_id, received.day, post.author_uid, sum(received.likes), sum(received.comments),
             sum(received.favorites), sum(received.energy)
        from received join post on post.id = received.post_id
       group by received.post_id, received.day, post.author_uid
      on conflict (author_uid, day, post_id) do update
         set likes = excluded.likes, comments = excluded.comments, favorites = excluded.favorites,
             energy = excluded.energy, stirred = true
       where (post_day.likes, post_day.comments, post_day.favorites, post_day.energy)
             is distinct from (excluded.likes, excluded.comments, excluded.favorites, excluded.energy)
    )
    insert into post_count (post_id, likes, dislikes, comments, favorites, energy)
    select post_id, likes, dislikes, comments, favorites, energy
      from (${selectActualTotals(only)}) as actual
    on conflict (post_id) do update
       set likes = excluded.likes, dislikes = excluded.dislikes, comments = excluded.comments,
           favorites = excluded.favorites, energy = excluded.energy`.execute(trx);
}

/** Reported only: only the author knows which text is right. */
export const REVISIONS: CheckGroup = {
  checks: [
    createComparison({
      name: 'post revisions',
      invariant: 'D21',
      title: 'the newest, the public and the waiting version of every post are stored',
      key: ['post_id'],
      owner: ['post_id'],
      subject: sql`'post ' || post_id`,
      values: ['version', 'live_version', 'pending_version'],
      // A purge empties posts and deletes their revisions before it marks their author.
      stored: (only) => sql`
        select id as post_id, version, live_version, coalesce(pending_version, 0) as pending_version
          from post where (deleted_at is null or body <> '') and ${only('id')}`,
      actual: (only) => sql`
        select post_id, max(revision.version) as version,
               max(revision.version) filter (where revision.version = post.live_version) as live_version,
               max(revision.version) filter (where revision.version = post.pending_version) as pending_version
          from post_revision as revision join post on post.id = revision.post_id
         where (post.deleted_at is null or post.body <> '') and ${only('post_id')}
         group by post_id`,
      absent: 'differs',
    }),
  ],
  // Every save locks the post first.
  lock: async (trx, [postId = 0]) => {
    await sql`select from post where id = ${postId} for no key update`.execute(trx);
  },
};

/** The size limit of saves uses these. Locked before the versions are counted, so that no save interferes. */
export const AUTHOR_TEXTS: CheckGroup = {
  checks: [
    createComparison({
      name: 'author texts',
      invariant: 'D57',
      title: 'the stored text size of every author equals the size of their versions',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['bytes'],
      stored: (only) => sql`select uid, bytes from author_text where ${only('uid')}`,
      actual: selectActualTextBytes,
      absent: 'means zero',
    }),
  ],
  repair: { lock: lockAuthorText, rewrite: rewriteTextBytes },
};

function selectActualTextBytes(only: Only) {
  return sql`
    select author_uid as uid, sum(${sql.lit(REVISION_ROW_BYTES)} + octet_length(revision.title)
             + octet_length(revision.summary) + octet_length(revision.body))::bigint as bytes
      from post_revision as revision join post on post.id = revision.post_id
     where ${only('author_uid')} group by author_uid`;
}

async function lockAuthorText(trx: Trx, [uid = 0]: number[]): Promise<void> {
  await sql`
    insert into author_text (uid, bytes) values (${uid}, 0)
    on conflict (uid) do update set bytes = author_text.bytes`.execute(trx);
}

async function rewriteTextBytes(trx: Trx, owner: number[]): Promise<void> {
  const [uid = 0] = owner;
  const actual = selectActualTextBytes(() => sql`author_uid = ${uid}`);
  await sql`
    update author_text set bytes = coalesce((select bytes from (${actual}) as actual), 0)
     where uid = ${uid}`.execute(trx);
}

/** Reported only: the payments are in the ledger. */
export const DELETIONS: CheckGroup = {
  checks: [
    createComparison({
      name: 'deleted posts',
      invariant: 'I12',
      title: 'every deletion by the author cost them once, also before a restore, and no other did',
      key: ['post_id'],
      subject: sql`'post ' || post_id`,
      values: ['paid', 'payer'],
      stored: () => sql`
        select post_id, sum(amount) as paid, max(from_account) as payer
          from energy_transfer where reason = 'delete_post' group by post_id`,
      actual: () => sql`
        select id as post_id, ${sql.lit(DELETE_COST)} * count(*) as paid, author_uid as payer
          from (select id, author_uid from post where deleted_by_author
                union all
                select post.id, post.author_uid from post_restore join post on post.id = post_restore.post_id
               ) as deletion
         group by id, author_uid`,
      absent: 'means zero',
    }),
  ],
};
