import type { Context, Viewer } from '../context.ts';
import { ENERGIZE_EXP_DAILY_MAX } from '../levels/rules.ts';
import { calendarDay } from '../platform/clock.ts';
import { agedRead } from '../platform/db/batch/aged-read.ts';
import type { ReadVersions } from '../platform/http/page-cache/response.ts';
import { listPublicSummaries } from '../posts/actions/summaries.ts';
import type { PostSummary } from '../posts/schema.ts';
import { listRecentPosts } from '../posts/store/shared/recent.ts';
import { versionsOfNewest } from '../reading/actions/versions.ts';
import { presentCard } from '../users/actions/present-user.ts';
import type { CardRow, UserCard } from '../users/schema.ts';
import {
  checkInDays,
  pickLead,
  pickTonight,
  type RecentPost,
  rankAuthors,
  rankLeads,
} from './rules.ts';
import { findToday, listSuggested } from './store.ts';

const readRecent = agedRead(async (db) => {
  const rows = await listRecentPosts(db);
  const posts = rows.flatMap(({ published_at, ...post }): RecentPost[] =>
    published_at ? [{ ...post, published_at }] : [],
  );
  return { posts, leads: rankLeads(posts), authors: rankAuthors(posts) };
});

/** What all visitors share, so that it is read once for many: as old as a cached page may be, a second. */
function getRecent({ config, readDb }: Context) {
  return readRecent(readDb, config.PAGE_CACHE_AGE_MS);
}

/**
 * The version of `/` and `/posts` for anonymous visitors: the newest posts, and what the pages show of other recent ones.
 * The people in the rail are members that the response shows; the cache compares their rows itself.
 */
export const versionsOfHome: ReadVersions = async (ctx, requests) => {
  const [newest, recent] = await Promise.all([versionsOfNewest(ctx, requests), getRecent(ctx)]);
  const now = ctx.now();
  const lead = pickLead(recent.leads, now);
  const shown = [...pickTonight(recent.posts, now), ...(lead ? [lead] : [])];
  const lamps = shown.map(({ id, energy, version }) => `${id}:${energy}:${version}`);
  const version = [...lamps, ...recent.authors].join(' ');
  return newest.map((one) => ({ ...one, own: `${one.own ?? ''} ${version}` }));
};

/** The posts that hang on the wire of the welcome panel. */
export async function listTonight(ctx: Context): Promise<PostSummary[]> {
  const ids = pickTonight((await getRecent(ctx)).posts, ctx.now()).map(({ id }) => id);
  const posts = await listPublicSummaries(ctx, ctx.readDb, ids);
  return ids.flatMap((id) => posts.get(id) ?? []);
}

/** Puts the lead first. Without one, the posts stay as they are. */
export async function putLeadFirst(
  ctx: Context,
  posts: PostSummary[],
): Promise<{ lead: PostSummary | null; posts: PostSummary[] }> {
  const id = pickLead((await getRecent(ctx)).leads, ctx.now())?.id;
  if (id === undefined) return { lead: null, posts };
  const listed = posts.find((post) => post.id === id);
  const lead = listed ?? (await listPublicSummaries(ctx, ctx.readDb, [id])).get(id) ?? null;
  return { lead, posts: lead ? [lead, ...posts.filter((post) => post !== listed)] : posts };
}

type Signature = { signature: string; signature_lang: string | null };

export type SuggestedPerson = UserCard & Signature & { follows_me: boolean };

/** People worth following, for anonymous visitors: authors of recent bright posts. */
export async function suggestPeople(ctx: Context, limit: number): Promise<SuggestedPerson[]> {
  const { authors: uids } = await getRecent(ctx);
  const rows = await listSuggested(ctx.readDb, { uids, limit });
  return rows.map((row) => presentPerson(ctx, row));
}

type PersonRow = CardRow & Signature & { follows_me: boolean };

function presentPerson(ctx: Context, row: PersonRow): SuggestedPerson {
  const { signature, signature_lang, follows_me } = row;
  return { ...presentCard(ctx, row), signature, signature_lang, follows_me };
}

export type Today = {
  days: { day: string; checked_in: boolean }[];
  /** What energizing can still earn today. */
  exp_left: number;
  is_following: boolean;
};

/** A member's own part, and people to follow without themselves and those whom they follow. */
export async function getToday(
  ctx: Context,
  viewer: Viewer,
  limit: number,
): Promise<{ today: Today; people: SuggestedPerson[] }> {
  const { authors: uids } = await getRecent(ctx);
  const day = calendarDay(ctx.now());
  const days = checkInDays(day);
  const [first_day = day] = days;
  // Not from a replica: the check-in of this very request is shown.
  const own = await findToday(ctx.db, { member: viewer.uid, first_day, day, uids, limit });
  const checkedIn = new Set(own.today?.checked_in);
  return {
    today: {
      days: days.map((one) => ({ day: one, checked_in: checkedIn.has(one) })),
      exp_left: ENERGIZE_EXP_DAILY_MAX - (own.today?.energize_exp ?? 0),
      is_following: own.today?.is_following ?? false,
    },
    people: own.people.map((row) => presentPerson(ctx, row)),
  };
}
