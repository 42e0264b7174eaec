import type { SearchQuery } from '../schema.ts';

/** What a search page shows: the query with its filters, without a position in the list. */
export type Asked = Omit<SearchQuery, 'cursor'> & { q: string };

const DEFAULTS: Partial<Asked> = { type: 'posts', sort: 'relevance' };

/** The address of another search; a change to undefined removes a filter. */
export function searchHref(
  asked: Partial<Asked>,
  changes: { [K in keyof SearchQuery]?: SearchQuery[K] | undefined } = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...asked, ...changes })) {
    if (value && value !== DEFAULTS[name as keyof Asked]) query.set(name, String(value));
  }
  return query.size > 0 ? `/search?${query}` : '/search';
}

const FILTERS = ['tag', 'author', 'since', 'lang'] as const;

export function isFiltered(asked: Asked): boolean {
  return FILTERS.some((name) => asked[name]);
}

/** The same query, as a list of another kind or without its filters. */
export function withoutFilters({ q, type, sort }: Asked): Partial<Asked> {
  return { q, ...(type ? { type } : {}), ...(sort ? { sort } : {}) };
}
