import type { FastifyRequest } from 'fastify';
import type { Context, Viewer } from '../context.ts';
import { findFollowed, findFollowers } from '../follows/actions.ts';
import type { App } from '../platform/http/app-types.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import { listTags } from '../posts/actions/read-tags.ts';
import { Refusal } from '../refusals.ts';
import { QUERY_MAX } from '../ui/shell/search-field.tsx';
import { displayName } from '../users/actions/present-user.ts';
import { searchPeople, searchTags } from './actions/search-names.ts';
import { searchPosts } from './actions/search-posts.ts';
import { partsOf } from './query-parts.ts';
import {
  type Found,
  type FoundPerson,
  type FoundPost,
  type FoundTag,
  SearchQuery,
} from './schema.ts';
import type { ShownPerson } from './views/found-people.tsx';
import type { Nearby } from './views/no-results.tsx';
import { type Asked, isFiltered } from './views/search-links.ts';
import { SearchPage } from './views/search-page.tsx';
import type { Results } from './views/search-results.tsx';
import { StartPage } from './views/start-page.tsx';

/** How many people stand above the posts, topics beside them, posts of the parts of a query, topics before a query. */
const SHOWN = { people: 2, tags: 6, nearby: 4, popular: 16 };
const NOTHING: Nearby = { parts: [], posts: [], tags: [], popular: [] };

/** `/search`, D61. */
export function searchPages(app: App): void {
  app.get('/search', asPage('optional', SearchQuery), async (request, reply) => {
    const { cursor, ...asked } = readQuery(request);
    const visit = pageViewOf(request);
    if (!asked.q && !isFiltered(asked)) {
      const { items } = await listTags(request.ctx, { limit: SHOWN.popular });
      return sendPage(reply, <StartPage visit={visit} tags={items} />);
    }
    const { ctx, viewer } = request;
    const isFirst = !cursor;
    const [results, people, tags] = await Promise.all([
      search(ctx, viewer, asked, cursor),
      isFirst && isPlain(asked) ? findPeople(ctx, viewer, asked) : [],
      isFirst && asked.type !== 'tags' ? searchTags(ctx, viewer, { q: asked.q }) : null,
    ]);
    const related = tags?.items.slice(0, SHOWN.tags) ?? [];
    const nearby =
      results.items.length === 0 && !results.next_cursor
        ? await findNearby(ctx, viewer, asked, related)
        : NOTHING;
    return sendPage(
      reply,
      <SearchPage
        visit={visit}
        asked={asked}
        isFirst={isFirst}
        results={results}
        people={people}
        tags={related}
        nearby={nearby}
      />,
    );
  });
}

/** People type and share these addresses: too long a text is cut, and what no text may contain is left out. */
function readQuery(request: FastifyRequest): Asked & { cursor?: string } {
  const { q, tag, author, ...others } = queryOf(SearchQuery, request);
  const clean = (text: string) =>
    text
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, QUERY_MAX)
      .toWellFormed();
  return {
    q: clean(q ?? ''),
    ...(tag ? { tag: clean(tag) } : {}),
    ...(author ? { author: clean(author) } : {}),
    ...others,
  };
}

/** A list of posts without filters: there people and topics may be meant, too. */
function isPlain(asked: Asked): boolean {
  return (asked.type ?? 'posts') === 'posts' && !isFiltered(asked);
}

/** An invalid cursor, or one of another search, starts the list from the beginning. */
async function search(
  ctx: Context,
  viewer: Viewer | null,
  asked: Asked,
  cursor: string | undefined,
): Promise<Results> {
  try {
    return await searchType(ctx, viewer, { ...asked, ...(cursor ? { cursor } : {}) });
  } catch (error) {
    if (!cursor || !(error instanceof Refusal) || error.code !== 'invalid_input') throw error;
    return searchType(ctx, viewer, asked);
  }
}

async function searchType(
  ctx: Context,
  viewer: Viewer | null,
  query: SearchQuery,
): Promise<Results> {
  if (query.type === 'tags') return { type: 'tags', ...(await searchTags(ctx, viewer, query)) };
  if (query.type !== 'people') return { type: 'posts', ...(await searchPosts(ctx, viewer, query)) };
  const found = await searchPeople(ctx, viewer, query);
  return { type: 'people', ...found, items: await withFollows(ctx, viewer, found.items) };
}

async function findPeople(
  ctx: Context,
  viewer: Viewer | null,
  { q }: Asked,
): Promise<ShownPerson[]> {
  const { items } = await searchPeople(ctx, viewer, { q });
  return withFollows(ctx, viewer, items.slice(0, SHOWN.people));
}

async function withFollows(
  ctx: Context,
  viewer: Viewer | null,
  people: FoundPerson[],
): Promise<ShownPerson[]> {
  const uids = people.map(({ uid }) => uid);
  const [followed, followers] =
    viewer && uids.length > 0
      ? await Promise.all([
          findFollowed(ctx.readDb, viewer.uid, uids),
          findFollowers(ctx.readDb, viewer.uid, uids),
        ])
      : [new Set<number>(), new Set<number>()];
  return people.map((person) => ({
    ...person,
    name: displayName(ctx, person),
    i_follow: followed.has(person.uid),
    follows_me: followers.has(person.uid),
  }));
}

/** The parts of a query that find posts, and the first of those posts; else what people write about. */
async function findNearby(
  ctx: Context,
  viewer: Viewer | null,
  asked: Asked,
  tags: FoundTag[],
): Promise<Nearby> {
  const parts = isPlain(asked) ? partsOf(asked.q) : [];
  const found = await Promise.all(parts.map((q) => searchPosts(ctx, viewer, { q })));
  const finding = parts.filter((_, index) => found[index]?.items.length);
  const isNothing = finding.length + tags.length === 0;
  const popular = isNothing ? (await listTags(ctx, { limit: SHOWN.tags })).items : [];
  return { parts: finding, posts: firstOfEach(found), tags, popular };
}

/** The best of each part in turn, each post once. */
function firstOfEach(found: Found<FoundPost>[]): FoundPost[] {
  const posts = new Map<number, FoundPost>();
  for (let rank = 0; rank < SHOWN.nearby; rank++) {
    for (const { items } of found) {
      const post = items[rank];
      if (post && posts.size < SHOWN.nearby) posts.set(post.id, post);
    }
  }
  return [...posts.values()];
}
