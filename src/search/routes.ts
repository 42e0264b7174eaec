import { type App, operations } from '../platform/http/app-types.ts';
import { searchPeople, searchTags } from './actions/search-names.ts';
import { searchPosts } from './actions/search-posts.ts';
import { suggest } from './actions/suggest.ts';
import { SearchQuery, SearchResults, Suggestions, SuggestQuery } from './schema.ts';

const { route } = operations('search');
/** Not cached: the address has what somebody looks for, and few ask for the same. */
const asSearch = route('optional', ['search']);

/** D61 */
export function searchRoutes(app: App): void {
  app.get(
    '/api/search',
    asSearch({
      operationId: 'search',
      summary: 'Public posts, people or tags that match a query',
      querystring: SearchQuery,
      response: { 200: SearchResults },
    }),
    async ({ ctx, viewer, query }) => {
      const { type = 'posts' } = query;
      if (type === 'people') return { type, ...(await searchPeople(ctx, viewer, query)) };
      if (type === 'tags') return { type, ...(await searchTags(ctx, viewer, query)) };
      return { type, ...(await searchPosts(ctx, viewer, query)) };
    },
  );

  app.get(
    '/api/search/suggest',
    asSearch({
      operationId: 'suggest',
      summary: 'A few posts, people and tags while a query is typed',
      querystring: SuggestQuery,
      response: { 200: Suggestions },
    }),
    ({ ctx, viewer, query }) => suggest(ctx, viewer, query),
  );
}
