import { FILL_CARDS } from '../../test/support/member-cards.ts';

/**
 * Realistic rows in chronological order, with every index in place: an index filled by random inserts is a third larger than
 * one built at the end.
 */
export function fillSteps(rows: number): Record<string, string> {
  const people = Math.round(rows / 10);
  const randomUid = `1 + (random() * ${people - 1})::int`;
  const randomPost = `1 + (random() * ${rows - 1})::int`;
  const createdAt = `now() - interval '1 second' * (${rows} - n)`;
  const each = `generate_series(1, ${rows}) n`;
  const today = `(now() at time zone 'Asia/Shanghai')::date`;
  return {
    settings: 'set session_replication_role = replica; set synchronous_commit = off',
    words: WORDS,
    users: `insert into users (email, email_key, password_hash, username, username_key, avatar_key, signature, exp, checked_in_on, created_at)
      select mail, mail, '$argon2id$v=19$m=19456,t=2,p=1$' || repeat('x', 66), '成员' || n, '成员' || n,
             'avatar/' || md5(n::text) || '.webp', words(20), n % 2000, ${today}, ${createdAt}
        from generate_series(1, ${people}) n cross join lateral (select 'member' || n || '@example.org' as mail) as one;
      insert into user_count (uid) select uid from users;
      insert into energy_account (uid) select uid from users;
      insert into username_claim (username_key, uid) select username_key, uid from users;
      ${FILL_CARDS}`,
    session: `insert into session (id, uid, user_status, transport, salt, rotated_at, access_expires_at, idle_expires_at, absolute_expires_at, ip, user_agent, created_at, last_used_at)
      select left(translate(encode(sha256(n::text::bytea), 'base64'), '+/=', '-_A'), 22), ${randomUid}, 'active', 'cookie',
             sha256(n::text::bytea), now(), now(), now(), now(), '203.0.113.7',
             'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', ${createdAt}, now()
        from ${each}`,
    user_checkin: `insert into user_checkin (uid, day, created_at)
      select 1 + n % ${people}, ${today} - n / ${people}, now() - interval '1 day' * (n / ${people}) from ${each}`,
    exp_entry: `insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
      select 1 + n % ${people}, 1, 1 + n / ${people}, 'checkin', 'checkin:' || ${today} - n / ${people}, ${createdAt} from ${each}`,
    energy: `insert into energy_transfer (cause, reason, from_account, to_account, amount, created_at)
      select 'checkin:' || uid || ':' || ${today} - n / ${people}, 'checkin', -1, uid, 2, ${createdAt}
        from (select n, 1 + n % ${people} as uid from ${each}) as one;
      insert into energy_entry (account_id, seq, transfer_id, delta, balance_after, created_at)
      select to_account, row_number() over (partition by to_account order by id), id, 2, id, created_at
        from energy_transfer order by id`,
    post: `insert into post (author_uid, status, title, summary, body, created_at, updated_at, submitted_at, published_at, cover_key)
      select ${randomUid}, 'approved', words(16), words(80), '<p>' || words(1000) || '</p>', at, at, at, at, 'post/' || md5(n::text) || '.webp'
        from generate_series(1, ${people}) n cross join lateral (select ${createdAt} as at) as one;
      insert into post_count (post_id) select id from post;
      insert into post_revision (post_id, version, title, summary, body, cover_key, created_at)
      select id, version, title, summary, body, cover_key, created_at from post;
      insert into author_text (uid, bytes) select author_uid, sum(octet_length(body)) from post group by author_uid;
      insert into revision_thinning (post_id, due_at) select id, updated_at from post;
      insert into post_tag (post_id, tag_id, author_uid, published_at)
      select id, tag * 1000 + (1000 * pow(random(), 3))::int, author_uid, published_at from post, generate_series(1, 3) tag`,
    post_day: `insert into post_day (post_id, day, author_uid, likes)
      select ${randomPost}, ${today} - n % 30, ${randomUid}, 3 from ${each} on conflict do nothing`,
    reads: `insert into post_read_day (post_id, day, reads) select ${randomPost}, ${today} - n % 30, 50 from ${each} on conflict do nothing;
      insert into post_read_depth (post_id, day, measured, quarter, half, three_quarters, finished)
      select post_id, day, 50, 40, 30, 25, 20 from post_read_day;
      insert into post_read_source (post_id, day, source, reads)
      select post_id, day, source, 10 from post_read_day, unnest('{home,search}'::text[]) source;
      insert into author_read_day (author_uid, day, reads) select ${randomUid}, ${today} - n % 30, 50 from ${each} on conflict do nothing`,
    post_reaction: `insert into post_reaction (post_id, uid, kind, previous, changed_at, day)
      select ${randomPost}, ${randomUid}, 'like', 'none', ${createdAt}, ${today} from ${each} on conflict do nothing`,
    comment: `insert into comment (post_id, author_uid, body, created_at, day)
      select ${randomPost}, ${randomUid}, words(40), ${createdAt}, ${today} from ${each};
      insert into comment_count (comment_id, post_id, listed) select id, post_id, true from comment`,
    notification: `insert into notification (uid, kind, cause, payload, actor_uid, related_id, created_at)
      select ${randomUid}, 'comment', 'comment:' || n, jsonb_build_object('comment_id', n), ${randomUid}, ${randomPost}, ${createdAt} from ${each}`,
    user_follow: `insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
      select ${randomUid}, ${people} + ${randomUid}, true, false, ${createdAt} from ${each} on conflict do nothing`,
    favorites: `insert into folder_item (uid, folder_id, post_id, created_at) select ${randomUid}, ${randomUid}, ${randomPost}, ${createdAt} from ${each} on conflict do nothing;
      insert into post_favorite (post_id, uid, folders, day) select ${randomPost}, ${randomUid}, 1, ${today} from ${each} on conflict do nothing`,
    energize: `insert into post_energize (post_id, uid, amount, day, created_at) select ${randomPost}, ${randomUid}, 1, ${today}, ${createdAt} from ${each};
      insert into post_energize_total (post_id, uid, total) select ${randomPost}, ${randomUid}, 1 from ${each} on conflict do nothing;
      insert into daily_exp (uid, day, exp) select ${randomUid}, ${today} - n % 30, 10 from ${each} on conflict do nothing`,
    vacuum: 'vacuum analyze',
  };
}

/** Chinese text of about the given length, from two-character words with a skewed frequency. */
const WORDS = `create function words(length int) returns text language sql volatile as $$
    select string_agg(chr(19968 + word * 7919 % 3000) || chr(19968 + word * 104729 % 3000), '')
      from (select (4000 * pow(random(), 3))::int as word from generate_series(1, length / 2)) as drawn $$`;
