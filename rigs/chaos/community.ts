import { setTimeout as sleep } from 'node:timers/promises';
import { openSession } from '../../src/accounts/actions/open-session.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { openServices } from '../../src/services.ts';
import { getUser } from '../../src/users/actions/find-user.ts';
import { FILL_CARDS } from '../../test/support/member-cards.ts';
import type { Operation } from './history.ts';
import type { Rig } from './site/rig.ts';

const PASSWORD = 'correct horse battery';
const EXP = 1500;
/** Enough for hours of gifts; a few members are poor, so that balances fall below zero. */
const RICH = 5_000;
const POOR = 4;
const AT_ONCE = 8;
const TRIES = 30;
const TRY_AGAIN_MS = 1_000;

type Session = { id: string; access: string; refresh: string; opened: number };

export type Member = {
  readonly uid: number;
  readonly email: string;
  password: string;
  session: Session | undefined;
  /** Posts and comments of this run that the member can delete. */
  readonly posts: Set<number>;
  readonly comments: Set<number>;
  /** When another client did something that ends sessions: a ban, an unban, a log-out. */
  readonly endings: { from: number; to: number }[];
  banned: boolean;
  /** Applies a response to the member's state. */
  adopt(operation: Operation, body: Record<string, unknown>): void;
};

/** `saved`: how often. `of_run`: its title is the operation that wrote it, and must stay. */
export type Post = { id: number; author_uid: number; saved?: number; of_run?: true };

export type Community = {
  readonly owner: Member;
  readonly admins: Member[];
  readonly members: Member[];
  readonly hot: Post[];
  /** All readable posts, newest last, including recently deleted ones. */
  readonly posts: Post[];
};

export type Size = { members: number; posts: number; hot_posts: number; hot_authors: number };
export const FULL: Size = { members: 500, posts: 200, hot_posts: 5, hot_authors: 3 };

/** A site that can be filled with a community. */
type EmptySite = { url: string; settings: Record<string, string> } & Pick<Rig, 'sql'> & {
    postgres: Pick<Rig['postgres'], 'url'>;
  };

/** Creates members with sessions and energy, and their posts, with the site's own code. */
export async function settleCommunity(
  rig: EmptySite,
  size: Size,
  clockOffset = 0,
): Promise<Community> {
  const everybody = await makeMembers(rig, size.members + 3, clockOffset);
  const [owner, ...rest] = everybody as [Member, ...Member[]];
  const [admins, members] = [rest.slice(0, 2), rest.slice(2)];
  await rig.sql("update users set role = 'owner' where uid = $1", [owner.uid]);
  await rig.sql("update users set role = 'admin' where uid = any($1)", [admins.map(uidOf)]);
  const poor = members.filter((_, index) => index % 10 === 9);
  const rich = members.filter((_, index) => index % 10 !== 9);
  await call(rig, owner, '/api/admin/energy/adjust', adjust(rich, RICH));
  await call(rig, owner, '/api/admin/energy/adjust', adjust(poor, POOR));

  const authors = Array.from({ length: size.posts }, (_, index) =>
    index < size.hot_posts
      ? members[index % size.hot_authors]
      : members[(index * 7) % members.length],
  ) as Member[];
  const posts: Post[] = [];
  for (let start = 0; start < authors.length; start += AT_ONCE) {
    const batch = authors.slice(start, start + AT_ONCE).map(async (author, offset) => {
      const text = { title: `第 ${start + offset + 1} 篇`, body: '<p>灯火可亲。</p>' };
      const made = await call(rig, author, '/api/studio/posts', text);
      return { id: Number(made['id']), author_uid: author.uid };
    });
    posts.push(...(await Promise.all(batch)));
  }
  return { owner, admins, members, hot: posts.slice(0, size.hot_posts), posts };
}

const uidOf = (member: Member) => member.uid;

function adjust(members: Member[], amount: number) {
  return { uids: members.map(uidOf), amount, reason: 'for the run' };
}

async function makeMembers(rig: EmptySite, count: number, clockOffset: number): Promise<Member[]> {
  const config = readConfig({ ...rig.settings, DATABASE_URL: rig.postgres.url, REDIS_URL: '' });
  const clock = { now: () => new Date(Date.now() + clockOffset) };
  const services = await openServices(config, createLog('silent'), clock);
  const { ctx } = services;
  try {
    const rows = await rig.sql<{ uid: number; email: string }>(
      `with made as (
         insert into users (email, email_key, password_hash, exp, created_at)
         select 'm' || n || '@chaos.example', 'm' || n || '@chaos.example', $2, $3, $4
           from generate_series(1, $1::int) as n returning uid, email
       ), counted as (insert into user_count (uid) select uid from made),
       learnt as (
         insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
         select uid, $3, $3, 'opening', 'opening', $4 from made
       ) select uid, email from made order by uid`,
      [count, await ctx.passwords.hash(PASSWORD), EXP, clock.now()],
    );
    await rig.sql(FILL_CARDS);
    const caller = { ip: '127.0.0.1', user_agent: 'lamplight chaos', transport: 'bearer' as const };
    const members: Member[] = [];
    for (const { uid, email } of rows) {
      const user = await getUser(ctx.db, uid);
      const opened = await ctx.tx((trx) => openSession(ctx, trx, user, caller, 'password'));
      members.push(
        newMember(uid, email, {
          id: opened.session.id,
          access: opened.access_token,
          refresh: opened.refresh_token,
          opened: 0,
        }),
      );
    }
    return members;
  } finally {
    await services.close();
  }
}

function newMember(uid: number, email: string, session: Session): Member {
  const member: Member = {
    uid,
    email,
    password: PASSWORD,
    session,
    posts: new Set(),
    comments: new Set(),
    endings: [],
    banned: false,
    adopt(operation, body) {
      const { kind, reported, target = 0 } = operation;
      if (kind === 'login' || kind === 'refresh' || kind === 'password') {
        const opened = kind === 'login' ? operation.invoked : (member.session?.opened ?? 0);
        member.session = {
          id: String(body['session_id']),
          access: String(body['access_token']),
          refresh: String(body['refresh_token']),
          opened,
        };
      }
      if (kind === 'logout') member.session = undefined;
      if (kind === 'write') member.posts.add(reported.id ?? 0);
      if (kind === 'comment') member.comments.add(reported.id ?? 0);
      if (kind === 'erase') member.posts.delete(target);
      if (kind === 'uncomment') member.comments.delete(target);
    },
  };
  return member;
}

/** For requests before the run, which must succeed. */
async function call(
  rig: EmptySite,
  member: Member,
  path: string,
  body: object,
  tries = TRIES,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${rig.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${member.session?.access}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  // On a busy machine the site may already shed load.
  if (text.includes('"overloaded"') && tries > 1) {
    await sleep(TRY_AGAIN_MS);
    return call(rig, member, path, body, tries - 1);
  }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
