import type { Context, Viewer } from '../../context.ts';
import { agedRead } from '../../platform/db/batch/aged-read.ts';
import type { ReadVersions } from '../../platform/http/page-cache/response.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { listRecentPosts } from '../../posts/store/shared/recent.ts';
import { versionsOfNewest } from '../../reading/actions/versions.ts';
import { pickLead, pickTonight, type RecentPost, rankAuthors, rankLeads } from '../rules.ts';
import { getRail } from './rail.ts';

const readRecent = agedRead(async (db) => {
  const rows = await listRecentPosts(db);
  const posts = rows.flatMap(({ published_at, ...post }): RecentPost[] =>
    published_at ? [{ ...post, published_at }] : [],
  );
  return { posts, leads: rankLeads(posts), authors: rankAuthors(posts) };
});

/** What all visitors share, so that it is read once for many: as old as a cached page may be, a second. */
export function getRecent({ config, readDb }: Context) {
  return readRecent(readDb, config.PAGE_CACHE_AGE_MS);
}

/**
 * The version of `/` and `/posts` for anonymous visitors: the newest posts, and what the pages show of other recent ones.
 * The people in the rail are members that the response shows; the cache compares their rows itself.
 */
export const versionsOfHome: ReadVersions = async (ctx, requests) => {
  const [newest, recent] = await Promise.all([versionsOfNewest(ctx, requests), getRecent(ctx)]);
  const rail = await getRail(ctx, recent);
  const now = ctx.now();
  const lead = pickLead(recent.leads, now);
  const shown = [...pickTonight(recent.posts, now), ...(lead ? [lead] : [])];
  const lamps = shown.map(({ id, energy, version }) => `${id}:${energy}:${version}`);
  const version = [...lamps, ...recent.authors, rail.version].join(' ');
  return newest.map((one) => ({ ...one, own: `${one.own ?? ''} ${version}` }));
};

/** The posts that hang on the wire of the welcome panel. */
export async function listTonight(ctx: Context, viewer: Viewer | null): Promise<PostSummary[]> {
  const ids = pickTonight((await getRecent(ctx)).posts, ctx.now()).map(({ id }) => id);
  const posts = await listPublicSummaries(ctx, viewer, ctx.readDb, ids);
  return ids.flatMap((id) => posts.get(id) ?? []);
}

/** Puts the lead first. Without one, the posts stay as they are. */
export async function putLeadFirst(
  ctx: Context,
  viewer: Viewer | null,
  posts: PostSummary[],
): Promise<{ lead: PostSummary | null; posts: PostSummary[] }> {
  const id = pickLead((await getRecent(ctx)).leads, ctx.now())?.id;
  if (id === undefined) return { lead: null, posts };
  const listed = posts.find((post) => post.id === id);
  const lead = listed ?? (await listPublicSummaries(ctx, viewer, ctx.readDb, [id])).get(id) ?? null;
  return { lead, posts: lead ? [lead, ...posts.filter((post) => post !== listed)] : posts };
}
