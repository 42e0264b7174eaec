import { type Static, type TSchema, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, Id, Named, Nullable } from '../platform/http/validation.ts';
import { LANGUAGE_TAGS } from '../platform/language/languages.ts';
import { PostSummary } from '../posts/schema.ts';
import { SEARCH_ORDERS, SEARCH_PERIODS, SEARCH_TYPES, type SearchType } from './rules.ts';

/** Longer than what counts: people paste whole paragraphs, and get a response. */
const TYPED_MAX = 10_000;

const q = Type.String({
  maxLength: TYPED_MAX,
  description:
    'The first 64 characters and 8 words count. `"a phrase"`, `-without`, `author:name`, `tag:slug`.',
  examples: ['望远镜'],
});

export const SearchQuery = Closed({
  q: Type.Optional(q),
  type: Type.Optional(Type.Enum([...SEARCH_TYPES], { default: 'posts' })),
  tag: Type.Optional(
    Type.String({ maxLength: TYPED_MAX, description: 'The slug of a tag. For posts.' }),
  ),
  author: Type.Optional(
    Type.String({ maxLength: TYPED_MAX, description: 'A username or a uid. For posts.' }),
  ),
  since: Type.Optional(
    Type.Enum([...SEARCH_PERIODS], { description: 'Published in the last day, week … For posts.' }),
  ),
  lang: Type.Optional(Type.Enum(LANGUAGE_TAGS, { description: 'For posts.' })),
  sort: Type.Optional(
    Type.Enum([...SEARCH_ORDERS], {
      default: 'relevance',
      description: '`relevance` orders the newest matches only. For posts.',
    }),
  ),
  cursor: PageQuery.cursor,
});
export type SearchQuery = Static<typeof SearchQuery>;

export const SuggestQuery = Closed({ q: Type.Optional(q) });
export type SuggestQuery = Static<typeof SuggestQuery>;

/** A piece of a text; `hit` if it is what was searched for. */
const Part = Type.Object({
  text: Type.String(),
  hit: Type.Optional(Type.Literal(true)),
});
export type Part = Static<typeof Part>;

export const FoundPost = Named('FoundPost', {
  ...PostSummary.properties,
  marks: Type.Object(
    { title: Type.Array(Part), text: Type.Array(Part) },
    { description: 'The title, and an excerpt of the text, in pieces: plain text, not HTML.' },
  ),
});
export type FoundPost = Static<typeof FoundPost>;

const username = Nullable(Type.String(), { description: 'Null until chosen.' });
const avatar_url = Nullable(Type.String());

export const FoundPerson = Named('FoundPerson', {
  uid: Id,
  username,
  avatar_url,
  level: Type.Integer({ minimum: 0, maximum: 6 }),
  signature: Type.String(),
  followers: Type.Integer(),
  posts: Type.Integer({ description: 'Public posts.' }),
});
export type FoundPerson = Static<typeof FoundPerson>;

export const FoundTag = Named('FoundTag', {
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  posts: Type.Integer({ description: 'Public posts.' }),
});
export type FoundTag = Static<typeof FoundTag>;

function resultsOf<Name extends SearchType, Item extends TSchema>(type: Name, item: Item) {
  return Type.Object({
    type: Type.Literal(type),
    items: Type.Array(item),
    next_cursor: Nullable(Type.String(), {
      description: 'Null on the last page.',
    }),
    did_you_mean: Type.Optional(
      Type.String({ description: 'A query with corrected words, if little was found.' }),
    ),
    more: Type.Boolean({
      description:
        'Whether there are matches after this page: on the next one, or older ones that only `newest` lists.',
    }),
  });
}

export const SearchResults = Type.Union([
  resultsOf('posts', FoundPost),
  resultsOf('people', FoundPerson),
  resultsOf('tags', FoundTag),
]);

/** One page of results of one type. */
export type Found<Item> = {
  items: Item[];
  next_cursor: string | null;
  did_you_mean?: string;
  more: boolean;
};

export const Suggestions = Named('Suggestions', {
  posts: Type.Array(Type.Object({ id: Id, title: Type.String() })),
  people: Type.Array(Type.Object({ uid: Id, username, avatar_url })),
  tags: Type.Array(
    Type.Object({ slug: Type.String(), name: Type.String(), posts: Type.Integer() }),
  ),
});
export type Suggestions = Static<typeof Suggestions>;
